import { createOneOfReader, readFlag, readNumber, readText } from '../../search-params.ts';

/** The state of a page that proposes a change, from the URL. */
export interface ProposeSearch {
  /** The name of the model to edit, delete or copy. */
  readonly name?: string | undefined;
  /**
   * The id of one of the caller's own changes. The form starts with its record, to correct it and propose it
   * again.
   */
  readonly change?: number | undefined;
  /** Whether the proposal becomes a new version of `change` instead of a separate change. */
  readonly revise?: true | undefined;
  /** The id of the stored draft that the form starts with. */
  readonly draft?: string | undefined;
  readonly view?: 'form' | 'json' | undefined;
}

const view = createOneOfReader(['form', 'json']);

export function readProposeSearch(search: Record<string, unknown>): ProposeSearch {
  return {
    name: readText(search.name),
    change: readNumber(search.change),
    revise: readFlag(search.revise),
    draft: readText(search.draft),
    view: view(search.view),
  };
}
