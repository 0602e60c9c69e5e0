import { type FacetSearch, readFacets } from '../../parts/filters/facets.ts';
import { createOneOfReader, readFlag, readList, readText } from '../../search-params.ts';

export const views = ['table', 'cards', 'groups'] as const;
export type View = (typeof views)[number];

/** The browse page's state in the URL. An absent key means no filter, or the default. */
export interface BrowseSearch extends FacetSearch {
  /** The search text: words, a hash or a URL. */
  q?: string;
  /** Adds a row for each backend name of a text model. */
  variants?: true;
  /** A column's id, with a leading minus for descending order. */
  sort?: string;
  view?: View;
  /** Ids of the visible columns; the default columns if absent. */
  cols?: string[];
  /** Ids of the expanded families and groups; `*` for all. */
  open?: string[];
}

export function readBrowseSearch(search: Record<string, unknown>): BrowseSearch {
  const read: BrowseSearch = {
    ...readFacets(search),
    q: readText(search.q),
    variants: readFlag(search.variants),
    sort: readText(search.sort),
    view: createOneOfReader(views)(search.view),
    cols: readList(search.cols),
    open: readList(search.open),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
