import type { JsonObject } from '../src/kernel/json.ts';
import type { SearchableRecord } from '../src/modules/insight/search/search-index.ts';

/**
 * Gives records that are parsed anew at each use: if a million parsed records stayed in memory, they would be
 * counted as memory of the index.
 */
export function recordsFromText(
  stored: readonly { readonly name: string; readonly text: string }[],
): SearchableRecord[] {
  return stored.map((model) => new StoredModel(model));
}

class StoredModel implements SearchableRecord {
  readonly #stored: { readonly name: string; readonly text: string };

  constructor(stored: { readonly name: string; readonly text: string }) {
    this.#stored = stored;
  }

  get name(): string {
    return this.#stored.name;
  }

  get record(): JsonObject {
    return JSON.parse(this.#stored.text) as JsonObject;
  }
}
