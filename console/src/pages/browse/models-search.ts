import { number, oneOf, text } from '../../search-params.ts';

/** The state of the search over all categories in the URL. An absent key means no such filter. */
export interface ModelsSearch {
  /** Words, a hash or an address, by which models are found. */
  q?: string;
  /** The order of the results. When absent, the best match comes first. */
  order?: 'usage' | 'newest';
  /** `yes`: models with a file that is known to need an account at its host. `no`: all other models. */
  gated?: 'yes' | 'no';
  /** Bounds of all files' size together, in GiB, both included. */
  min?: number;
  max?: number;
}

export function readModelsSearch(search: Record<string, unknown>): ModelsSearch {
  const read: ModelsSearch = {
    q: text(search.q),
    order: oneOf(['usage', 'newest'])(search.order),
    gated: oneOf(['yes', 'no'])(search.gated),
    min: bound(search.min),
    max: bound(search.max),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

function bound(value: unknown): number | undefined {
  const read = number(value);
  return read !== undefined && read >= 0 ? read : undefined;
}

/** Whether the search filters by gated files or by size. */
export function hasFilters({ gated, min, max }: ModelsSearch): boolean {
  return gated !== undefined || min !== undefined || max !== undefined;
}

export function findQueryOf({ q, order, gated, min, max }: ModelsSearch) {
  return {
    ...(q !== undefined && { q }),
    ...(order !== undefined && { order }),
    ...(gated !== undefined && { gated: gated === 'yes' }),
    ...(min !== undefined && { total_size_min: bytes(min) }),
    ...(max !== undefined && { total_size_max: bytes(max) }),
  };
}

function bytes(gibibytes: number): number {
  return Math.min(Math.round(gibibytes * 2 ** 30), Number.MAX_SAFE_INTEGER);
}
