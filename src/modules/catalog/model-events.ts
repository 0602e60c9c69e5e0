import { z } from 'zod';
import { formatIssues } from '../../kernel/issues-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { CanonicalFormat, LegacyRecord, ModelRecord } from '../../records/categories/category.ts';
import { createDelta } from '../../records/diff.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import { contentHash } from '../../records/hash.ts';
import { jsonObject } from '../../records/json-object.ts';
import type { ModelViews } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import {
  type AuditEvent,
  type AuditFilter,
  type AuditOperation,
  auditStore,
  type NewAuditEvent,
  newEvent,
  subjectOf,
} from '../audit/index.ts';

/**
 * A write to a live model. `before`: the model's records before the write; null for a new model. `after`: the
 * model's records after the write; null for a deleted model.
 */
export interface ModelWrite {
  readonly category: string;
  readonly name: string;
  readonly before: ModelViews | null;
  readonly after: ModelViews | null;
  /**
   * The format of `before`, `after` and `delta` in the audit event. The event has the record in the other
   * format as `counterpart`.
   */
  readonly domain: CanonicalFormat;
  readonly userId: string;
  /** The id of the job that applied the change; null if the write did not apply a change. */
  readonly requestId: string | null;
  /** The queued change that the write applied; null if none. */
  readonly change: { readonly change_id: number; readonly batch_id: number | null } | null;
  /** Unix seconds. */
  readonly now: number;
  /**
   * The model's former name if the write renames a model. A rename has two events: the first deletes the
   * model under its former name; this one, the second, creates it under its new name.
   */
  readonly renamedFrom?: string;
}

/** The place in the category that a new or moved model got, or that a deleted model had. */
export interface ModelPlace {
  /** Absent for a moved model. */
  readonly position?: number;
  /**
   * The name of the model before this one; null if this one is the first. Absent for a new model that was
   * appended, and for a deleted model.
   */
  readonly predecessor?: string | null;
  /** The name of the model before a deleted model; null if it was the first. Absent for other models. */
  readonly formerPredecessor?: string | null;
}

/**
 * Creates the audit event of a write.
 * @param place the place of the created, moved or deleted model; null for any other update
 */
export function createModelEvent(write: ModelWrite, place: ModelPlace | null): NewAuditEvent {
  const { change } = write;
  return newEvent({
    timestamp: write.now,
    domain: write.domain,
    category: write.category,
    model_name: write.name,
    operation: modelOperation(write),
    logical_user_id: write.userId,
    request_id: write.requestId,
    payload: {
      ...formatWrittenRecords(write),
      ...(place?.position !== undefined && { position: place.position }),
      ...(place?.predecessor !== undefined && { returned_behind: place.predecessor }),
      ...(place?.formerPredecessor !== undefined && { stood_behind: place.formerPredecessor }),
      ...(write.renamedFrom !== undefined && { renamed_from: write.renamedFrom }),
      ...(change && { change_id: change.change_id, batch_id: change.batch_id }),
    },
  });
}

/** Returns the actual operation of a write, regardless of the requested operation. */
export function modelOperation({ before, after }: Pick<ModelWrite, 'before' | 'after'>): AuditOperation {
  if (after === null) return 'delete';
  return before === null ? 'create' : 'update';
}

function formatWrittenRecords({ before, after, domain }: ModelWrite): JsonObject {
  const [old, oldCounterpart] = orderByDomain(before, domain);
  const [now, counterpart] = orderByDomain(after, domain);
  return {
    ...(old && now && { delta: createDelta(old, now) }),
    ...(old && !now && { before: old }),
    ...(oldCounterpart && !now && { counterpart_before: oldCounterpart }),
    ...(now && { after: now }),
    ...(counterpart && { counterpart }),
  };
}

function orderByDomain(
  views: ModelViews | null,
  domain: CanonicalFormat,
): [JsonObject | null, JsonObject | null] {
  if (views === null) return [null, null];
  return domain === 'v2' ? [views.v2, views.legacy] : [views.legacy, views.v2];
}

const record = jsonObject.optional();
const predecessorName = z.string().nullish();

/** The facts in the payload of a model's event; `createModelEvent` determines which ones are present. */
const modelFacts = z.object({
  before: record,
  after: record,
  delta: record,
  counterpart: record,
  counterpart_before: record,
  position: z.number().optional(),
  returned_behind: predecessorName,
  stood_behind: predecessorName,
  renamed_from: z.string().optional(),
});

type ModelEvent = Pick<AuditEvent, 'category' | 'domain' | 'model_name' | 'operation' | 'payload'>;

/** Reads the facts in the payload of a model's event; empty if the event cannot be read. */
function factsOf({ payload }: Pick<AuditEvent, 'payload'>): z.infer<typeof modelFacts> {
  return modelFacts.safeParse(payload).data ?? {};
}

/**
 * Returns why a model's event cannot be read, as the predicate of a sentence about the event; null if it can.
 */
export function findModelEventProblem({ payload }: ModelEvent): string | null {
  const { error } = modelFacts.safeParse(payload);
  return error ? `cannot be read as a write of a model: ${formatIssues(error, 'payload')}` : null;
}

export function isModelEvent(event: ModelEvent): boolean {
  return subjectOf(event) === 'model';
}

/**
 * Returns the stored record before and after a write, in the format `event.domain`. The event of an update
 * has only `after` and `delta`, from which `before` is computed; its key order may differ from that of the
 * stored record.
 */
export function readWrittenStates(event: ModelEvent): {
  before: JsonObject | null;
  after: JsonObject | null;
} {
  const { before = null, after = null, delta = {} } = factsOf(event);
  if (event.operation === 'create') return { before: null, after };
  if (event.operation === 'delete') return { before, after: null };
  return { before: after && revertDelta(after, delta), after };
}

/** Returns the stored record after a write, in the given format; null if the event has none. */
export function stateAfter(event: ModelEvent, format: CanonicalFormat): JsonObject | null {
  const { after, counterpart } = factsOf(event);
  return (event.domain === format ? after : counterpart) ?? null;
}

/** Returns the stored record that a delete removed, in the given format; null if the event has none. */
export function readDeletedState(event: ModelEvent, format: CanonicalFormat): JsonObject | null {
  const { before, counterpart_before } = factsOf(event);
  return (event.domain === format ? before : counterpart_before) ?? null;
}

/**
 * Returns the place of a deleted model as stated in its event: its `position`, and the name of the model
 * before it (`predecessor`; null for the first). Events of earlier releases lack the name; events of the first
 * releases lack both.
 */
export function readFormerPlace(event: ModelEvent): {
  position: number | null;
  predecessor: string | null | undefined;
} {
  const { position = null, stood_behind: predecessor } = factsOf(event);
  return { position, predecessor };
}

/**
 * Returns the name of the model before the written model; null if the written model is the first. Undefined
 * if the event states no place for its model: a new model is then appended.
 */
export function readPredecessor(event: ModelEvent): string | null | undefined {
  return event.operation === 'delete' ? undefined : factsOf(event).returned_behind;
}

/** Returns whether the event only moves its model, without changing the record. */
export function isMove(event: ModelEvent): boolean {
  const { delta, returned_behind } = factsOf(event);
  if (event.operation !== 'update' || delta === undefined) return false;
  return Object.keys(delta).length === 0 && returned_behind !== undefined;
}

/**
 * Returns the former name of the model if the event is the second of a rename, which creates the model under
 * its new name; null otherwise. The preceding event deletes the model under its former name.
 */
export function formerNameOf(event: ModelEvent): string | null {
  return factsOf(event).renamed_from ?? null;
}

function revertDelta(after: JsonObject, delta: JsonObject): JsonObject {
  const before: [string, JsonValue][] = Object.entries(after).filter(([key]) => !Object.hasOwn(delta, key));
  for (const [key, change] of Object.entries(delta)) {
    const old = isJsonObject(change) ? (change.old ?? null) : null;
    if (old !== null) before.push([key, old]);
  }
  return Object.fromEntries(before);
}

/** A filter for the events of one live model, optionally only up to and including an event id (`upto`). */
export type ModelSelection = Required<Pick<AuditFilter, 'category' | 'model_name'>> &
  Pick<AuditFilter, 'upto'>;

/**
 * Limits of one audit trail query for a model's events. They are small because the query also finds events of
 * a text model group with the same name, which `iterateModelEvents` skips.
 */
const pageBounds = { rows: 50, bytes: 1024 * 1024 };

/** Yields the events of one live model, newest first. */
export async function* iterateModelEvents(
  reader: Tx,
  model: ModelSelection,
  firstRows: number = pageBounds.rows,
): AsyncGenerator<AuditEvent> {
  let pageFilter = model;
  let rows = Math.min(firstRows, pageBounds.rows);
  for (;;) {
    const { events, hasMore } = await auditStore(reader).page(
      pageFilter,
      { ...pageBounds, rows },
      'descending',
    );
    yield* events.filter(isModelEvent);
    const last = events.at(-1);
    if (!last || !hasMore) return;
    pageFilter = { ...model, upto: last.event_id - 1 };
    rows = pageBounds.rows;
  }
}

/** Returns the latest events of one live model, newest first, at most `limit`. */
export async function readLatestModelEvents(
  reader: Tx,
  model: ModelSelection,
  limit: number,
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for await (const event of iterateModelEvents(reader, model, limit)) {
    events.push(event);
    if (events.length === limit) break;
  }
  return events;
}

/** Returns a model's records in both formats after a write; null after a delete. */
export function viewsAfterEvent(event: AuditEvent): ModelViews | null {
  return createViews((format) => stateAfter(event, format));
}

/**
 * Returns a model's records in both formats just before a write; null if the write created the model.
 * Undefined if they are unknown because earlier events are missing, for example after a time without audit
 * trail.
 */
export async function readViewsBeforeEvent(
  reader: Tx,
  event: AuditEvent,
): Promise<ModelViews | null | undefined> {
  if (event.operation === 'create') return null;
  if (event.operation === 'delete')
    return createViews((format) => readDeletedState(event, format)) ?? undefined;
  const { category, model_name } = event;
  const earlierEvents = { category, model_name, upto: event.event_id - 1 };
  const [last] = await readLatestModelEvents(reader, earlierEvents, 1);
  const before = readWrittenStates(event).before ?? undefined;
  if (!last || !sameJson(stateAfter(last, event.domain) ?? undefined, before)) return undefined;
  return viewsAfterEvent(last) ?? undefined;
}

/** Number of latest writes of a model that `findRecordByHash` searches. */
const maxWrites = 100;

/**
 * Finds the record with this content hash among the records of the model's latest `maxWrites` writes. If none
 * has it, and the trail has no earlier write of the model, returns the record that the model had before the
 * trail began. Returns null if there is none.
 */
export async function findRecordByHash(
  reader: Tx,
  model: ModelSelection,
  format: CanonicalFormat,
  hash: string,
): Promise<JsonObject | null> {
  let earliestEvent: AuditEvent | undefined;
  let writeCount = 0;
  for await (const event of iterateModelEvents(reader, model)) {
    if (writeCount === maxWrites) return null;
    const candidates = [stateAfter(event, format), readDeletedState(event, format)];
    const match = candidates.find((record) => record && contentHash(JSON.stringify(record)) === hash);
    if (match) return match;
    earliestEvent = event;
    writeCount += 1;
  }
  // No recorded write created this record, so it predates the trail.
  if (earliestEvent?.operation !== 'update' || earliestEvent.domain !== format) return null;
  return readWrittenStates(earliestEvent).before;
}

export async function readEvent(reader: Tx, id: number): Promise<AuditEvent | null> {
  return (await auditStore(reader).events({ after: id - 1, upto: id }, 1))[0] ?? null;
}

function createViews(stateIn: (format: CanonicalFormat) => JsonObject | null): ModelViews | null {
  const v2 = stateIn('v2');
  return v2 && { v2: v2 as ModelRecord, legacy: stateIn('legacy') as LegacyRecord | null };
}

/** Called when data in memory must be reread, because it contains writes that the database has lost. */
export type HistoryLossHandler = (loss: HistoryLoss) => void;

interface HistoryLoss {
  /** The data to reread: `groups`, `files`, or the name of a category for its models. */
  readonly memory: string;
  /**
   * The newest event in the audit chain when this data was last read. The chain no longer contains this
   * event.
   */
  readonly end: ChainEnd;
}

/**
 * Returns the newest event of the audit chain, and in `isLost` whether the chain has lost the event `before`.
 * The chain loses events when a standby without the latest commits is promoted, or when a backup is restored.
 * Data in memory may then be outdated even if its version equals the database's, because new writes may have
 * raised the version to the same number.
 *
 * @param before the newest event at the caller's last read; null if the caller has not read yet
 */
export async function checkHistory(
  tx: Tx,
  before: ChainEnd | null,
): Promise<{ end: ChainEnd; isLost: boolean }> {
  const audit = auditStore(tx);
  const end = await audit.head();
  const isSame = before?.event_id === end.event_id && before.hash === end.hash;
  return { end, isLost: before !== null && !isSame && !(await audit.has(before)) };
}
