import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import {
  type BatchCounts,
  type ChangeHead,
  changeStore,
  purgedChangeIds,
  purgedChanges,
} from '../queue/index.ts';

/** A batch as the audit views show it. Changes that were purged count by what they were. */
export type BatchSummary = {
  batch_id: number;
  /**
   * Given with its first approval, as is `approved_by`; a batch made by a split has them from the changes
   * that moved there.
   */
  batch_title: string | null;
  /** User id. */
  approved_by: string | null;
  approved_at: number | null;
  /** Of the latest apply. */
  applied_at: number | null;
  approved_change_count: number;
  rejected_change_count: number;
  applied_change_count: number;
  total_change_count: number;
  last_event_id: number;
};

/** The ids of the batches below `below` that changes are in, or were purged from, descending. */
export async function batchIds(
  reader: Tx,
  domain: CanonicalFormat,
  below: number,
  limit: number,
): Promise<number[]> {
  const held = await changeStore(reader).batches(domain, below, limit);
  const purged = await auditStore(reader).purgedBatches(domain, below, limit);
  return [...new Set([...held, ...purged])].sort((a, b) => b - a).slice(0, limit);
}

/** In the order of the ids; ids of no batch are absent. */
export async function batchSummaries(
  reader: Tx,
  domain: CanonicalFormat,
  ids: readonly number[],
): Promise<BatchSummary[]> {
  const counts = new Map(
    (await changeStore(reader).batchCounts(domain, ids)).map((each) => [each.batch_id, each]),
  );
  const summaries: BatchSummary[] = [];
  for (const id of ids) {
    const purged = await purgedChanges(reader, await purgedChangeIds(reader, id, domain));
    const held = counts.get(id);
    if (!held && purged.length === 0) continue;
    const first = firstApproved(
      [...purged, (held && (await changeStore(reader).firstApproved(id))) ?? []].flat(),
    );
    const [last] = await auditStore(reader).events({ batch_id: id }, 1, 'descending');
    summaries.push({
      batch_id: id,
      batch_title: first?.batch_title ?? null,
      approved_by: first?.approved_by ?? null,
      approved_at: first?.approved_at ?? null,
      ...totals(held, purged),
      last_event_id: last?.event_id ?? 0,
    });
  }
  return summaries;
}

/** @throws RegistryError `not_found` */
export async function batchSummary(
  reader: Tx,
  batchId: number,
  domain: CanonicalFormat,
): Promise<BatchSummary> {
  const [summary] = await batchSummaries(reader, domain, [batchId]);
  if (!summary) throw new RegistryError('not_found', 'Batch not found');
  return summary;
}

function firstApproved(changes: readonly ChangeHead[]): ChangeHead | undefined {
  return changes
    .filter(({ approved_at }) => approved_at !== null)
    .sort((a, b) => (a.approved_at ?? 0) - (b.approved_at ?? 0) || a.change_id - b.change_id)[0];
}

function totals(held: BatchCounts | undefined, purged: readonly ChangeHead[]) {
  const { approved = 0, applied = 0, rejected = 0 } = held ?? {};
  const gone = (has: (change: ChangeHead) => boolean) => purged.filter(has).length;
  const approvedCount = approved + applied + gone(({ approved_at }) => approved_at !== null);
  const rejectedCount = rejected + gone(({ rejected_at }) => rejected_at !== null);
  const applies = [held?.applied_at ?? null, ...purged.map(({ applied_at }) => applied_at)];
  const latest = Math.max(...applies.filter((time) => time !== null), 0);
  return {
    applied_at: latest === 0 ? null : latest,
    approved_change_count: approvedCount,
    rejected_change_count: rejectedCount,
    applied_change_count: applied + gone(({ applied_at }) => applied_at !== null),
    total_change_count: approvedCount + rejectedCount,
  };
}
