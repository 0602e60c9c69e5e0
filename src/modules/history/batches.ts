import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { categoryOf } from '../../records/categories/index.ts';
import { formatOf, showStoredRecord } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore, catalogueCategory } from '../audit/index.ts';
import { formerNameOf, isModelEvent, readWrittenStates } from '../catalog/index.ts';
import { type CatalogueKind, type EntryEvent, parseEntryEvent } from '../catalogues/index.ts';
import {
  type BatchCounts,
  type ChangeHead,
  changeStore,
  checkTotalSize,
  readNewName,
  readPurgedChangeIds,
  readPurgedChanges,
  type StoredChange,
} from '../queue/index.ts';
import type { BatchSummary } from './http-shapes.ts';

/**
 * Lists batch ids below `beforeId`, in descending order, at most `limit`. Includes batches whose changes were
 * purged.
 */
export async function listBatchIds(
  reader: Tx,
  domain: CanonicalFormat,
  beforeId: number,
  limit: number,
): Promise<number[]> {
  const storedIds = await changeStore(reader).batches(domain, beforeId, limit);
  const purgedIds = await auditStore(reader).purgedBatches(domain, beforeId, limit);
  return [...new Set([...storedIds, ...purgedIds])].sort((a, b) => b - a).slice(0, limit);
}

/** Summarises the batches with these ids, in the order of the ids. Skips unknown ids. */
export async function readBatchSummaries(
  reader: Tx,
  domain: CanonicalFormat,
  ids: readonly number[],
): Promise<BatchSummary[]> {
  const counts = new Map(
    (await changeStore(reader).batchCounts(domain, ids)).map((each) => [each.batch_id, each]),
  );
  const summaries: BatchSummary[] = [];
  for (const id of ids) {
    const purgedHeads = await readPurgedChanges(reader, await readPurgedChangeIds(reader, id, domain));
    const storedCounts = counts.get(id);
    if (!storedCounts && purgedHeads.length === 0) continue;
    const first = findFirstApproved(
      [...purgedHeads, (storedCounts && (await changeStore(reader).firstApproved(id))) ?? []].flat(),
    );
    const [last] = await auditStore(reader).events({ batch_id: id }, 1, 'descending');
    summaries.push({
      batch_id: id,
      batch_title: first?.batch_title ?? null,
      approved_by: first?.approved_by ?? null,
      approved_at: first?.approved_at ?? null,
      ...computeTotals(storedCounts, purgedHeads),
      last_event_id: last?.event_id ?? 0,
    });
  }
  return summaries;
}

/** @throws RegistryError `not_found` when there is no such batch */
export async function readBatchSummary(
  reader: Tx,
  batchId: number,
  domain: CanonicalFormat,
): Promise<BatchSummary> {
  const [summary] = await readBatchSummaries(reader, domain, [batchId]);
  if (!summary) throw new RegistryError('not_found', 'Batch not found');
  return summary;
}

/** Returns whether the batch has a change in either canonical format. Purged changes count. */
export async function isBatch(reader: Tx, batchId: number): Promise<boolean> {
  const readSummaries = (domain: CanonicalFormat) => readBatchSummaries(reader, domain, [batchId]);
  return (await readSummaries('v2')).length + (await readSummaries('legacy')).length > 0;
}

function findFirstApproved(changes: readonly ChangeHead[]): ChangeHead | undefined {
  return changes
    .filter(({ approved_at }) => approved_at !== null)
    .sort((a, b) => (a.approved_at ?? 0) - (b.approved_at ?? 0) || a.change_id - b.change_id)[0];
}

function computeTotals(storedCounts: BatchCounts | undefined, purgedHeads: readonly ChangeHead[]) {
  const { approved = 0, applied = 0, rejected = 0 } = storedCounts ?? {};
  const countPurged = (predicate: (change: ChangeHead) => boolean) => purgedHeads.filter(predicate).length;
  const approvedCount = approved + applied + countPurged(({ approved_at }) => approved_at !== null);
  const rejectedCount = rejected + countPurged(({ rejected_at }) => rejected_at !== null);
  const appliedTimes = [storedCounts?.applied_at ?? null, ...purgedHeads.map(({ applied_at }) => applied_at)];
  const latestAppliedAt = Math.max(...appliedTimes.filter((time) => time !== null), 0);
  return {
    applied_at: latestAppliedAt === 0 ? null : latestAppliedAt,
    approved_change_count: approvedCount,
    rejected_change_count: rejectedCount,
    applied_change_count: applied + countPurged(({ applied_at }) => applied_at !== null),
    total_change_count: approvedCount + rejectedCount,
  };
}

/** Number of changes read by one query. */
const pageSize = 500;

/**
 * A write of a live model, with the records before and after it. A record is null when the model did not
 * exist at that time.
 */
export interface AppliedWrite {
  readonly change_id: number;
  readonly category: string;
  readonly model_name: string;
  /**
   * The format of both records. If a change was queued under one canonical format and applied under another,
   * only the write's audit event has the right format.
   */
  readonly format: CanonicalFormat;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** The new name of the model, under which `after` is live; null when the name did not change. */
  readonly renamed_to: string | null;
  /**
   * Id of the write's audit event, by which writes are ordered; null when the deployment had no audit trail
   * at the time of the write.
   */
  readonly event_id: number | null;
  /** Unix seconds. */
  readonly applied_at: number;
}

interface BatchWrites {
  readonly writes: AppliedWrite[];
  /** The approximate total size of the records in all writes, in bytes. */
  readonly bytes: number;
}

/**
 * Lists the writes of a batch. An applied change stores the records before and after its write. For purged
 * changes, reads the writes from the audit trail.
 *
 * @param domain only changes queued under this canonical format; absent for all
 * @throws RegistryError `bad_request` when the records exceed the limit of one call
 */
export async function readAppliedWrites(
  reader: Tx,
  batchId: number,
  domain?: CanonicalFormat,
): Promise<BatchWrites> {
  const writes: AppliedWrite[] = [];
  const ids = await changeStore(reader).ids({
    batch_id: batchId,
    ...(domain && { domain }),
    statuses: ['applied'],
    resource_kinds: ['model_reference'],
  });
  const purgedIds = await readPurgedChangeIds(reader, batchId, domain);
  // Purged changes were written as proposed.
  const purgedBytes = await auditStore(reader).queueEventBytes(purgedIds);
  const bytes = [...purgedBytes.values()].reduce(
    (sum, each) => sum + each,
    await changeStore(reader).appliedBytes(ids),
  );
  checkTotalSize(
    bytes,
    `The records that batch ${batchId} has written`,
    'GET …/pending_queue/audit/batches/{batch_id} shows its changes one by one, however many',
  );
  for (let start = 0; start < ids.length; start += pageSize) {
    const changes = await changeStore(reader).getMany(ids.slice(start, start + pageSize));
    writes.push(...changes.map(writeOfChange));
  }
  if (purgedIds.length === 0) return { writes, bytes };
  const events = await auditStore(reader).events({ change_ids: purgedIds }, Number.MAX_SAFE_INTEGER);
  return { writes: [...writes, ...writesOfEvents(events.filter(isModelEvent))], bytes };
}

/**
 * Lists the catalogue writes of a batch in order, by kind of catalogue. Reads them from the audit trail, so
 * changes that were purged are included.
 */
export async function readCatalogueWrites(
  reader: Tx,
  batchId: number,
): Promise<ReadonlyMap<CatalogueKind, readonly EntryEvent[]>> {
  const events = await auditStore(reader).events(
    { category: catalogueCategory, batch_id: batchId },
    Number.MAX_SAFE_INTEGER,
  );
  const writes = events.flatMap((event) => {
    const write = parseEntryEvent(event);
    return 'problem' in write ? [] : write;
  });
  return Map.groupBy(writes, ({ kind }) => kind);
}

function writeOfChange(change: StoredChange): AppliedWrite {
  return {
    change_id: change.change_id,
    category: change.category,
    model_name: change.model_name,
    format: formatOf(categoryOf(change.category), change.domain),
    before: change.before_state,
    after: change.after_state,
    renamed_to: readNewName(change),
    event_id: change.applied_event_id,
    applied_at: change.applied_at ?? change.updated_at,
  };
}

/** Converts the events of live models to writes, in order. The two events of a rename become one write. */
function writesOfEvents(events: readonly AuditEvent[]): AppliedWrite[] {
  const writes: AppliedWrite[] = [];
  for (const event of events) {
    const write = writeOfEvent(event);
    const deletion = formerNameOf(event) !== null ? writes.pop() : undefined;
    const { model_name, before } = deletion ?? write;
    writes.push(deletion ? { ...write, model_name, before, renamed_to: write.model_name } : write);
  }
  return writes;
}

function writeOfEvent(event: AuditEvent): AppliedWrite {
  const { category, model_name, domain } = event;
  const { before, after } = readWrittenStates(event);
  const definition = categoryOf(category);
  return {
    change_id: event.change_id ?? 0,
    category,
    model_name,
    format: domain,
    before: before && showStoredRecord(definition, model_name, domain, before),
    after: after && showStoredRecord(definition, model_name, domain, after),
    renamed_to: null,
    event_id: event.event_id,
    applied_at: event.timestamp,
  };
}

/** The first and the last write of one model. */
export interface WriteSpan {
  readonly first: AppliedWrite;
  readonly last: AppliedWrite;
}

/**
 * Returns the first and the last write of each model, ordered by the first writes. Ignores writes that
 * changed nothing, such as the delete of a missing model. A plain rename is a write of the model under its
 * old name; any other rename counts as a deletion and a creation.
 */
export function findWriteSpans(writes: readonly AppliedWrite[]): WriteSpan[] {
  const effectiveWrites = writes
    .filter(({ before, after }) => before !== null || after !== null)
    .sort(compareWrites);
  const byName = Map.groupBy(
    effectiveWrites.flatMap((write) => namesOf(write).map((name) => ({ name, write }))),
    ({ name }) => name,
  );
  const writesOfName = (name: string) => byName.get(name)?.map(({ write }) => write) ?? [];
  const byModel = Map.groupBy(
    effectiveWrites.flatMap((write) =>
      write.renamed_to === null || isPlainRename(write, namesOf(write).map(writesOfName))
        ? [write]
        : splitRename(write, write.renamed_to),
    ),
    ({ category, model_name }) => keyOf(category, model_name),
  );
  return [...byModel.values()].map((modelWrites) => ({
    first: modelWrites[0] as AppliedWrite,
    last: modelWrites.at(-1) as AppliedWrite,
  }));
}

export function keyOf(category: string, name: string): string {
  return `${category}\0${name}`;
}

function namesOf({ category, model_name, renamed_to }: AppliedWrite): string[] {
  return [model_name, ...(renamed_to === null ? [] : [renamed_to])].map((name) => keyOf(category, name));
}

/**
 * Returns whether a rename can be undone by renaming back. All of these must be true:
 * - the model existed before the batch
 * - the batch wrote nothing under the new name before the rename
 * - the batch wrote nothing under the old name after the rename
 * - the batch has no other rename of either name
 * - the batch did not delete the model under its new name
 *
 * @param writesByName the writes of the old name and those of the new name, both in order
 */
function isPlainRename(rename: AppliedWrite, writesByName: readonly (readonly AppliedWrite[])[]): boolean {
  const [old = [], now = []] = writesByName;
  return (
    old[0]?.before !== null &&
    old.at(-1) === rename &&
    now[0] === rename &&
    now.at(-1)?.after !== null &&
    [...old, ...now].every((write) => write === rename || write.renamed_to === null)
  );
}

/** Returns the two writes that make up a rename, in the order of their events. */
function splitRename(rename: AppliedWrite, to: string): AppliedWrite[] {
  const { event_id } = rename;
  return [
    { ...rename, after: null, renamed_to: null, event_id: event_id === null ? null : event_id - 1 },
    { ...rename, before: null, renamed_to: null, model_name: to },
  ];
}

function compareWrites(a: AppliedWrite, b: AppliedWrite): number {
  return (a.event_id ?? 0) - (b.event_id ?? 0) || a.applied_at - b.applied_at || a.change_id - b.change_id;
}
