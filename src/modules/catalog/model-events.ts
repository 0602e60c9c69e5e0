import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { CanonicalFormat, LegacyRecord, ModelRecord } from '../../records/categories/category.ts';
import { recordDelta } from '../../records/diff.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import { isBeta } from '../../records/lifecycle.ts';
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

/** A write of a live model; at most one of `before` and `after` is null. */
export interface ModelWrite {
  readonly category: string;
  readonly name: string;
  readonly before: ModelViews | null;
  readonly after: ModelViews | null;
  /** The format that the event shows first; the event shows the other format as the counterpart. */
  readonly domain: CanonicalFormat;
  readonly userId: string;
  /** The job id of the apply call that made the write; null for other writes. */
  readonly requestId: string | null;
  /** The queued change that was applied, if any. */
  readonly change: { readonly change_id: number; readonly batch_id: number | null } | null;
  /** Unix seconds. */
  readonly now: number;
  /** Former name of a renamed model. The event just before this one deleted the model under that name. */
  readonly renamedFrom?: string;
}

/** The position that a new model got in its category, or that a deleted model left. */
export interface ModelPlace {
  readonly position: number;
  /**
   * Present when a deleted model came back to its former position: the name of the model before it; null when
   * it is the first.
   */
  readonly returnedBehind?: string | null;
}

/**
 * The place of a model that readers without beta newly see: the name of the model before it, not counting
 * models in beta. Null: the model is the first. Undefined: the model is the last, or its place follows from
 * `ModelPlace`.
 */
export type CommonPlace = string | null | undefined;

/**
 * Gives the audit event of a write.
 * @param place the place of a model that is new or gone; null when the model stays
 */
export function modelEvent(write: ModelWrite, place: ModelPlace | null, common?: CommonPlace): NewAuditEvent {
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
      ...writtenRecords(write),
      ...(place && { position: place.position }),
      ...(place?.returnedBehind !== undefined && { returned_behind: place.returnedBehind }),
      ...(isBeta(write.before?.v2) && { was_beta: true }),
      ...(common !== undefined && { common_behind: common }),
      ...(write.renamedFrom !== undefined && { renamed_from: write.renamedFrom }),
      ...(change && { change_id: change.change_id, batch_id: change.batch_id }),
    },
  });
}

/** Gives the operation by its effect: create, update or delete, whatever the caller asked for. */
export function modelOperation({ before, after }: Pick<ModelWrite, 'before' | 'after'>): AuditOperation {
  if (after === null) return 'delete';
  return before === null ? 'create' : 'update';
}

function writtenRecords({ before, after, domain }: ModelWrite): JsonObject {
  const [old, oldCounterpart] = ordered(before, domain);
  const [now, counterpart] = ordered(after, domain);
  return {
    ...(old && now && { delta: recordDelta(old, now) }),
    ...(old && !now && { before: old }),
    ...(oldCounterpart && !now && { counterpart_before: oldCounterpart }),
    ...(now && { after: now }),
    ...(counterpart && { counterpart }),
  };
}

function ordered(views: ModelViews | null, domain: CanonicalFormat): [JsonObject | null, JsonObject | null] {
  if (views === null) return [null, null];
  return domain === 'v2' ? [views.v2, views.legacy] : [views.legacy, views.v2];
}

type SaidOfModel = Pick<AuditEvent, 'category' | 'domain' | 'model_name' | 'operation' | 'payload'>;

/** Whether the event is a write of a live model. */
export function isModelEvent(event: SaidOfModel): boolean {
  return subjectOf(event) === 'model';
}

/**
 * Gives the stored record before and after a model event, in the event's own format. For an update, the
 * record before it is put together from the event's delta: the values are right, but the keys may be in
 * another order.
 */
export function writtenStates(event: SaidOfModel): { before: JsonObject | null; after: JsonObject | null } {
  const after = said(event, 'after');
  if (event.operation === 'create') return { before: null, after };
  if (event.operation === 'delete') return { before: said(event, 'before'), after: null };
  return { before: after && withoutDelta(after, said(event, 'delta') ?? {}), after };
}

/** Gives the stored record after a model event in one format; null when there is none. */
export function stateAfter(event: SaidOfModel, format: CanonicalFormat): JsonObject | null {
  return said(event, event.domain === format ? 'after' : 'counterpart');
}

/** Gives the stored record that a delete removed, in one format; null when there was none. */
export function stateRemoved(event: SaidOfModel, format: CanonicalFormat): JsonObject | null {
  return said(event, event.domain === format ? 'before' : 'counterpart_before');
}

/**
 * Gives the position that a model got by its creation, or left by its deletion; null when the event does not
 * say.
 */
export function placeOf({ operation, payload }: SaidOfModel): number | null {
  const place = operation === 'update' ? null : payload?.position;
  return typeof place === 'number' ? place : null;
}

/**
 * Gives the name of the model that stands before a model that came back to its former position; null when
 * that model is the first. Gives undefined for any other event: a new model stands after all others.
 */
export function returnedBehind({ operation, payload }: SaidOfModel): string | null | undefined {
  const behind = operation === 'create' ? payload?.returned_behind : undefined;
  return typeof behind === 'string' || behind === null ? behind : undefined;
}

/** Whether the event gives a renamed model its new name; the event before it has removed the old name. */
export function isRename({ payload }: SaidOfModel): boolean {
  return typeof payload?.renamed_from === 'string';
}

/**
 * Text that the payload of an event contains if the model was in beta before the event. Queries of the audit
 * trail search for this text.
 */
export const wasBetaText = '"was_beta":true';

/** Whether the model was in beta before the event. */
export function wasBeta({ payload }: SaidOfModel): boolean {
  return payload?.was_beta === true;
}

/** Gives the `CommonPlace` that an event holds. */
export function commonBehind({ payload }: SaidOfModel): CommonPlace {
  const behind = payload?.common_behind;
  return typeof behind === 'string' || behind === null ? behind : undefined;
}

function said({ payload }: SaidOfModel, key: string): JsonObject | null {
  const value = payload?.[key];
  return isJsonObject(value) ? value : null;
}

function withoutDelta(after: JsonObject, delta: JsonObject): JsonObject {
  const before: [string, JsonValue][] = Object.entries(after).filter(([key]) => !Object.hasOwn(delta, key));
  for (const [key, change] of Object.entries(delta)) {
    const old = isJsonObject(change) ? (change.old ?? null) : null;
    if (old !== null) before.push([key, old]);
  }
  return Object.fromEntries(before);
}

/** A live model, and the time or event up to which its history is read. */
export type OfModel = Required<Pick<AuditFilter, 'category' | 'model_name'>> &
  Pick<AuditFilter, 'until' | 'upto'>;

/**
 * Largest numbers of rows and of bytes in one read. They are small because a read also fetches events of a
 * text model group with the same name, which are then skipped.
 */
const atOnce = { rows: 50, bytes: 1024 * 1024 };

/** Yields the events of one live model, newest first. Reads further events as the caller consumes them. */
export async function* modelEvents(
  reader: Tx,
  model: OfModel,
  firstRows: number = atOnce.rows,
): AsyncGenerator<AuditEvent> {
  let filter = model;
  let rows = Math.min(firstRows, atOnce.rows);
  for (;;) {
    const { events, cut } = await auditStore(reader).page(filter, { ...atOnce, rows }, 'descending');
    yield* events.filter(isModelEvent);
    const last = events.at(-1);
    if (!last || !cut) return;
    filter = { ...model, upto: last.event_id - 1 };
    rows = atOnce.rows;
  }
}

/** Gives the latest events of one live model, newest first, at most `limit`. */
export async function latestModelEvents(reader: Tx, model: OfModel, limit: number): Promise<AuditEvent[]> {
  const found: AuditEvent[] = [];
  for await (const event of modelEvents(reader, model, limit)) {
    found.push(event);
    if (found.length === limit) break;
  }
  return found;
}

/** Gives both views of a model after a write; null after a delete. */
export function viewsAfterEvent(event: AuditEvent): ModelViews | null {
  return views((format) => stateAfter(event, format));
}

/**
 * Gives both views of a model just before a write; null when there was no such model, undefined when the
 * audit trail does not hold them, for instance because it was switched off for a time.
 */
export async function viewsBeforeEvent(
  reader: Tx,
  event: AuditEvent,
): Promise<ModelViews | null | undefined> {
  if (event.operation === 'create') return null;
  if (event.operation === 'delete') return views((format) => stateRemoved(event, format)) ?? undefined;
  const { category, model_name } = event;
  const earlier = { category, model_name, upto: event.event_id - 1 };
  const [last] = await latestModelEvents(reader, earlier, 1);
  const before = writtenStates(event).before ?? undefined;
  if (!last || !sameJson(stateAfter(last, event.domain) ?? undefined, before)) return undefined;
  return viewsAfterEvent(last) ?? undefined;
}

/** Gives the event of this id; null when there is none. */
export async function eventOfId(reader: Tx, id: number): Promise<AuditEvent | null> {
  return (await auditStore(reader).events({ after: id - 1, upto: id }, 1))[0] ?? null;
}

function views(stateIn: (format: CanonicalFormat) => JsonObject | null): ModelViews | null {
  const v2 = stateIn('v2');
  return v2 && { v2: v2 as ModelRecord, legacy: stateIn('legacy') as LegacyRecord | null };
}

/**
 * Called when a part of memory is read anew because the database has lost the history that the part was read from.
 */
export type OnHistoryLost = (lost: HistoryLost) => void;

interface HistoryLost {
  /** The part of memory that is read anew: the name of a category, `groups`, or `files`. */
  readonly memory: string;
  /** The end of the audit chain at the former read; the chain has lost this event. */
  readonly end: ChainEnd;
}

/**
 * Gives the end of the audit chain. Also tells whether the chain has lost `before`, its end at an earlier
 * read. A lost end means that the history of that read is gone: a standby was promoted that lacked the last
 * commits, or a backup was restored. After such a loss, equal version numbers prove nothing, because other
 * writes may have reached the same number. Costs two reads of indexed rows.
 *
 * @param before the end at the earlier read; null when nothing was read yet
 */
export async function historyBehind(
  tx: Tx,
  before: ChainEnd | null,
): Promise<{ end: ChainEnd; isLost: boolean }> {
  const audit = auditStore(tx);
  const end = await audit.head();
  const isSame = before?.event_id === end.event_id && before.hash === end.hash;
  return { end, isLost: before !== null && !isSame && !(await audit.has(before)) };
}
