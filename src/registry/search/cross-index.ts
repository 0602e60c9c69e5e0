import { Bitset } from './bitset.ts';
import { pageOf } from './page.ts';
import type { CrossSearchQuery } from './query.ts';
import { type SearchFields, sharedFields, sortPath } from './search-fields.ts';
import type { SearchIndex } from './search-index.ts';
import { SortOrder } from './sort-order.ts';

/** A record found in one of several categories. */
export interface CrossHit {
  /** Which of the indexes. */
  readonly part: number;
  /** Its position there. */
  readonly position: number;
}

export interface CrossResult {
  readonly hits: readonly CrossHit[];
  readonly total: number;
}

/**
 * Several categories searched as one, in their order and then stored order. Records that share a name are
 * different records. Keep it as long as its indexes: it keeps the orders that it has merged.
 */
export class CrossIndex {
  readonly #parts: readonly SearchIndex[];
  readonly #bases: readonly number[];
  readonly #size: number;
  readonly #fields: SearchFields;
  readonly #orders = new Map<string, SortOrder>();

  constructor(parts: readonly SearchIndex[]) {
    this.#parts = parts;
    let size = 0;
    this.#bases = parts.map((part) => {
      const base = size;
      size += part.size;
      return base;
    });
    this.#size = size;
    this.#fields = sharedFields(parts.map(({ fields }) => fields));
  }

  /** @throws RegistryError bad_request for a `sort_by` that is not a sortable field of every category */
  search({ nsfw, tags_any, tags_all, tags_none, name_contains, ...query }: CrossSearchQuery): CrossResult {
    const path = query.sort_by === undefined ? null : sortPath(query.sort_by, this.#fields);
    const filters = { nsfw, tags_any, tags_all, tags_none, name_contains };
    const matches = new Bitset(this.#size);
    for (const [at, part] of this.#parts.entries()) {
      matches.orMoved(part.matches(filters) ?? Bitset.all(part.size), this.#bases[at]!);
    }
    const total = matches.count();
    const { offset, limit, sort_desc: descending = false } = query;
    const order = path === null || total === 0 ? null : this.#order(path);
    const page = pageOf({ matches, total, order, descending, offset, limit });
    return { total, hits: Array.from(page, (position) => this.#hit(position)) };
  }

  #order(path: readonly string[]): SortOrder {
    const id = path.join('\0');
    let order = this.#orders.get(id);
    if (order === undefined) {
      order = SortOrder.merged(this.#parts.map((part) => part.order(path)));
      this.#orders.set(id, order);
    }
    return order;
  }

  #hit(position: number): CrossHit {
    const part = this.#bases.findLastIndex((base) => base <= position);
    return { part, position: position - this.#bases[part]! };
  }
}
