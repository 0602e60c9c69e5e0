import type { JsonObject } from '../../../../../src/kernel/json.ts';
import type { SearchableRecord } from '../../../../../src/modules/insight/search/search-index.ts';

/**
 * Gives records for a search index. Each keeps only its JSON text, and parses it each time the index reads
 * the record. So the memory of the index can be measured without parsed records.
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
