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
  /** Without it: the most wanted first. */
  readonly view?: (typeof views)[number] | undefined;
  readonly category?: string | undefined;
  /** Without it: the undecided ones; of one's own all. */
  readonly state?: RequestState | 'all' | undefined;
}

const view = oneOf(views);
const state = oneOf(['all', ...states]);

export function readWantedSearch(search: Record<string, unknown>): WantedSearch {
  return { view: view(search.view), category: text(search.category), state: state(search.state) };
}

/** What is typed into the form, so that a link leads to it filled in. */
export interface AskSearch {
  readonly category?: string | undefined;
  readonly name?: string | undefined;
  readonly link?: string | undefined;
}

export function readAskSearch({ category, name, link }: Record<string, unknown>): AskSearch {
  return { category: text(category), name: text(name), link: text(link) };
}
