import { list, text } from '../../search-params.ts';

/** The state of the list of baselines in the URL. An absent key means no such filter. */
export interface BaselinesSearch {
  /** A part of the baseline's name, title or other names. */
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  /** Shows only baselines whose `family` is one of these names. */
  readonly family?: string[] | undefined;
  readonly sort?: string | undefined;
}

export function readBaselinesSearch(search: Record<string, unknown>): BaselinesSearch {
  return {
    q: text(search.q),
    sort: text(search.sort),
    category: text(search.category),
    family: list(search.family),
  };
}
