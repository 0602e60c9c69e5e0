import { randomUUID } from 'node:crypto';
import { recordGap } from '../modules/audit/index.ts';
import { type Catalog, createCatalog, createMetadata, type Metadata } from '../modules/catalog/index.ts';
import { createGroups, type Groups } from '../modules/names/index.ts';
import { createProposals, type Proposals } from '../modules/queue/index.ts';
import { categories } from '../records/categories/index.ts';
import type { Foundation } from './foundation.ts';

/** The live records in memory, their groups, and how writes reach both. */
export interface Records {
  readonly metadata: Metadata;
  readonly catalog: Catalog;
  readonly proposals: Proposals;
  readonly groups: Groups;
}

export async function openRecords(base: Foundation): Promise<Records> {
  const { settings, store, clock, metrics, append, onHistoryLost } = base;
  const metadata = createMetadata({ store, clock, categories });
  await metadata.start();
  const catalog = createCatalog({
    store,
    categories,
    onRebuild: ({ category, ms }) => metrics.snapshotBuilt(category, ms / 1000),
    onHistoryLost,
  });
  await catalog.start();
  if (settings.replicateMode === 'PRIMARY' && settings.auditEnabled) {
    await recordGap(store, { append, domain: settings.canonicalFormat, now: clock.now() });
  }
  const proposals = createProposals({ store, clock, settings, append });
  const groups = createGroups({
    store,
    catalog,
    clock,
    settings,
    append,
    proposals,
    newBatchId: randomUUID,
    onHistoryLost,
  });
  await groups.refresh();
  return { metadata, catalog, proposals, groups };
}
