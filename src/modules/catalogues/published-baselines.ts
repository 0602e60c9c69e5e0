import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { PublishedBaseline } from '../../records/baselines/baseline-facts.ts';
import { firstBaselines } from '../../records/baselines/first-baselines.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Tx } from '../../store/tx.ts';
import { catalogueStore } from './store.ts';

/** The section of the image baseline catalogue. Models refer to its entries in `baseline`. */
export const baselineSection = 'baselines';

/** Reads the image baselines published in this transaction. */
export async function readPublishedBaselines(reader: Tx): Promise<readonly PublishedBaseline[]> {
  const catalogue = await catalogueStore(reader).get('image_baseline', [baselineSection]);
  const entries = catalogue?.sections[baselineSection]?.values();
  return entries ? (Array.from(entries) as unknown as PublishedBaseline[]) : firstBaselines;
}

/**
 * Returns the baselines for converting records in a transaction. They include baselines that `categories`
 * does not know yet, because the transaction itself or another instance has just written them.
 */
export async function readBaselines(reader: Tx, categories: Categories): Promise<KnownBaselines> {
  return categories.baselinesOf(await readPublishedBaselines(reader));
}

/** Returns the names of the baselines that a queued change set would add or replace. */
export function listUpsertedBaselines(changeSet: JsonObject | null): string[] {
  const changes = Array.isArray(changeSet?.changes) ? changeSet.changes : [];
  return changes.flatMap((change) =>
    isJsonObject(change) && change.operation === 'upsert' && typeof change.name === 'string'
      ? change.name
      : [],
  );
}
