import type { RequestState } from '../../api/requests.ts';
import { oneOf, text } from '../../search-params.ts';

export const views = ['newest', 'mine', 'hidden'] as const;
export const states: readonly RequestState[] = [
  'open',
  'accepted',
  'declined',
  'fulfilled',
  'withdrawn',
  'duplicate',
];

/** The state of the list of requests in the URL. */
export interface WantedSearch {
  /** Absent: the view of the most wanted models. */
  readonly view?: (typeof views)[number] | undefined;
  readonly category?: string | undefined;
  /**
   * The state of the listed requests. Absent: only undecided requests if `view` is absent or `newest`;
   * otherwise requests in every state.
   */
  readonly state?: RequestState | 'all' | undefined;
}

const view = oneOf(views);
const state = oneOf(['all', ...states]);

export function readWantedSearch(search: Record<string, unknown>): WantedSearch {
  return { view: view(search.view), category: text(search.category), state: state(search.state) };
}

/** The values in the URL with which the form that asks for a model starts. */
export interface AskSearch {
  readonly category?: string | undefined;
  readonly name?: string | undefined;
  readonly link?: string | undefined;
}

export function readAskSearch({ category, name, link }: Record<string, unknown>): AskSearch {
  return { category: text(category), name: text(name), link: text(link) };
}
