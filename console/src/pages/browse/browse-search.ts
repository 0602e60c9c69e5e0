import { type FacetSearch, readFacets } from '../../parts/filters/facets.ts';
import { flag, list, oneOf, text } from '../../search-params.ts';

export const views = ['table', 'cards', 'groups'] as const;
export type View = (typeof views)[number];

/** The browse page's state in the URL. An absent key stands for no filter, or for the default. */
export interface BrowseSearch extends FacetSearch {
  /** Words, a hash or an address, by which models are found. */
  q?: string;
  /** Adds a row to a text model for each of its names at backends. */
  variants?: true;
  /** A column's id, with a minus in front when descending. */
  sort?: string;
  view?: View;
  /** Ids of the shown columns; absent for the default columns. */
  cols?: string[];
  /** Ids of the families and groups whose members are shown; `*` is all. */
  open?: string[];
}

export function readBrowseSearch(search: Record<string, unknown>): BrowseSearch {
  const read: BrowseSearch = {
    ...readFacets(search),
    q: text(search.q),
    variants: flag(search.variants),
    sort: text(search.sort),
    view: oneOf(views)(search.view),
    cols: list(search.cols),
    open: list(search.open),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
