import { appendEvents, appendNothing, registryUserId } from '../modules/audit/index.ts';
import { modelStore } from '../modules/catalog/index.ts';
import { writeLiveRecord } from '../modules/queue/index.ts';
import { replicaStore } from '../modules/replica/index.ts';
import type { ModelRecord } from '../records/categories/category.ts';
import { findStoredCategory } from '../records/categories/index.ts';
import { formatOf, stampMetadata, viewsOf } from '../records/model-views.ts';
import type { Settings } from '../settings/settings.ts';
import { betaMark } from '../store/migrations/refuse-betas.ts';
import type { Store } from '../store/store.ts';

interface PublishedModel {
  readonly category: string;
  readonly name: string;
}

/**
 * Removes the beta lifecycle from all models in beta, so that the database can be migrated. Runs in one
 * transaction and writes one audit event per model, with the registry as the actor.
 *
 * @param now Unix seconds
 * @returns the models that were in beta; empty for the database of a replica, where the migration itself
 *   removes the lifecycle
 */
export async function publishBetas(
  store: Pick<Store, 'write'>,
  { canonicalFormat, auditEnabled }: Pick<Settings, 'canonicalFormat' | 'auditEnabled'>,
  now: number,
): Promise<readonly PublishedModel[]> {
  const append = auditEnabled ? appendEvents : appendNothing;
  return store.write(async (writer) => {
    if (await replicaStore(writer).state()) return [];
    const betaRows = await modelStore(writer).containing(betaMark);
    for (const row of betaRows) {
      const { category, name } = row;
      const before = viewsOf(row);
      const { lifecycle: _, ...published } = before.v2;
      const v2 = stampMetadata(published as ModelRecord, before.v2, { now, by: null });
      const definition = findStoredCategory(category);
      const format = definition ? formatOf(definition, canonicalFormat) : 'v2';
      const actor = { userId: registryUserId, requestId: null, change: null };
      await writeLiveRecord(
        writer,
        { category, name, before, after: { ...before, v2 }, domain: format, ...actor, now },
        append,
      );
    }
    return betaRows.map(({ category, name }) => ({ category, name }));
  });
}
