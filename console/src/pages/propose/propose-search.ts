import { flag, number, oneOf, text } from '../../search-params.ts';

/** The state of a proposing page in the URL. */
export interface ProposeSearch {
  /** The model to edit, delete or copy. */
  readonly name?: string | undefined;
  /** One of the caller's own changes, to propose it again with corrections. */
  readonly change?: number | undefined;
  /** Whether the form revises the change `change`, in place of proposing a further change. */
  readonly revise?: true | undefined;
  /** The id of a draft kept in this browser, to start from. */
  readonly draft?: string | undefined;
  readonly view?: 'form' | 'json' | undefined;
}

const view = oneOf(['form', 'json']);

export function readProposeSearch(search: Record<string, unknown>): ProposeSearch {
  return {
    name: text(search.name),
    change: number(search.change),
    revise: flag(search.revise),
    draft: text(search.draft),
    view: view(search.view),
  };
}
