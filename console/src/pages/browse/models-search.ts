import { type FacetSearch, readFacets } from '../../parts/filters/facets.ts';
import { createOneOfReader, readText } from '../../search-params.ts';

/** The state of the search over all categories in the URL. */
export interface ModelsSearch extends FacetSearch {
  /** The search text: words, a hash or a URL. */
  q?: string;
  /** The order of the results. Default: best match first. */
  order?: 'usage' | 'newest';
}

export function readModelsSearch(search: Record<string, unknown>): ModelsSearch {
  const read: ModelsSearch = {
    ...readFacets(search),
    q: readText(search.q),
    order: createOneOfReader(['usage', 'newest'])(search.order),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
