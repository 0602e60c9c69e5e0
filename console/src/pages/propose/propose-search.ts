import { flag, number, oneOf, text } from '../../search-params.ts';

/** A page that proposes, as it stands in the URL. */
export interface ProposeSearch {
  /** The model that is edited or deleted, or that a new one starts as a copy of. */
  readonly name?: string | undefined;
  /** An own change to start from, to propose it again with corrections. */
  readonly change?: number | undefined;
  /** Makes a new version of that change, instead of another change. */
  readonly revise?: true | undefined;
  /** A draft kept in this browser, to start from. */
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
