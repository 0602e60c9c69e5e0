import type { RequestState } from '../../api/requests.ts';
import { createOneOfReader, readText } from '../../search-params.ts';

export const requestViews = ['newest', 'mine', 'hidden'] as const;
export const requestStates: readonly RequestState[] = [
  'open',
  'accepted',
  'declined',
  'fulfilled',
  'withdrawn',
  'duplicate',
];

/** The state of the list of requests in the URL. */
export interface WantedSearch {
  /** Default: the view of the requests with the most support. */
  readonly view?: (typeof requestViews)[number] | undefined;
  readonly category?: string | undefined;
  /**
   * The state of the listed requests. Default: undecided requests if `view` is absent or `newest`, otherwise
   * all states.
   */
  readonly state?: RequestState | 'all' | undefined;
}

const view = createOneOfReader(requestViews);
const state = createOneOfReader(['all', ...requestStates]);

export function readWantedSearch(search: Record<string, unknown>): WantedSearch {
  return { view: view(search.view), category: readText(search.category), state: state(search.state) };
}

/** The initial values of the request form, from the URL. */
export interface AskSearch {
  readonly category?: string | undefined;
  readonly name?: string | undefined;
  readonly link?: string | undefined;
}

export function readAskSearch({ category, name, link }: Record<string, unknown>): AskSearch {
  return { category: readText(category), name: readText(name), link: readText(link) };
}
