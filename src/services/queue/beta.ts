import { type CategoryDefinition, ConversionError } from '../../registry/categories/category.ts';
import { categoryOf } from '../../registry/categories/category-of.ts';
import type { JsonObject } from '../../registry/json.ts';
import { type ModelViews, viewsAfter, viewsOf } from '../../registry/model-views.ts';
import type { StoredChange } from '../../registry/queue/pending-change.ts';
import { withoutServerMetadata } from '../../registry/records/server-metadata.ts';
import type { Store, StoreReader } from '../ports/store.ts';

/** What testers may use before it is live. */
export interface Beta {
  /**
   * The records, in v2 form, that creates and updates would make live which are pending or approved. Of
   * several changes of one model the one touched last counts. A legacy payload that cannot be converted is
   * left out.
   */
  pending(category: string): Promise<Record<string, JsonObject>>;
}

/** How many changes are read at a time. */
const pageSize = 500;

export function createBeta({ store }: { readonly store: Store }): Beta {
  return {
    pending: (category) =>
      store.read(async (reader) => {
        const latest = await latestChanges(reader, category);
        const rows = await reader.models.getMany(category, [...latest.keys()]);
        const live = new Map(rows.map((row) => [row.name, viewsOf(row)]));
        const records: [string, JsonObject][] = [];
        for (const [name, change] of latest) {
          const record = betaRecord(categoryOf(category), change, live.get(name) ?? null);
          if (record) records.push([name, record]);
        }
        return Object.fromEntries(records);
      }),
  };
}

async function latestChanges(reader: StoreReader, category: string): Promise<Map<string, StoredChange>> {
  const ids = await reader.changes.ids({
    categories: [category],
    statuses: ['pending', 'approved'],
    operations: ['create', 'update'],
  });
  const latest = new Map<string, StoredChange>();
  for (let start = 0; start < ids.length; start += pageSize) {
    for (const change of await reader.changes.getMany(ids.slice(start, start + pageSize))) {
      const known = latest.get(change.model_name);
      // Ids ascend, so of two changes of one second the later one wins.
      if (!known || change.updated_at >= known.updated_at) latest.set(change.model_name, change);
    }
  }
  return latest;
}

function betaRecord(
  definition: CategoryDefinition,
  change: StoredChange,
  live: ModelViews | null,
): JsonObject | null {
  const { payload, payload_format: format, model_name: name } = change;
  if (payload === null || format === 'v2') return payload;
  try {
    const stamp = { by: change.requested_username, now: change.updated_at };
    return withoutServerMetadata(viewsAfter(definition, name, { format, record: payload }, live, stamp).v2);
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
}
