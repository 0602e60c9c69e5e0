import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { recordDelta } from '../../records/diff.ts';
import type { ModelViews } from '../../records/model-views.ts';
import {
  type AuditEvent,
  type AuditOperation,
  type NewAuditEvent,
  newEvent,
  subjectOf,
} from '../audit/index.ts';

/** One write of a live model; at least one of `before` and `after` is there. */
export interface ModelWrite {
  readonly category: string;
  readonly name: string;
  readonly before: ModelViews | null;
  readonly after: ModelViews | null;
  /** Which of the two views the event shows first; the other is its counterpart. */
  readonly domain: CanonicalFormat;
  readonly userId: string;
  /** The job id of the apply, if one did it. */
  readonly requestId: string | null;
  /** The queued change that was applied, if any. */
  readonly change: { readonly change_id: number; readonly batch_id: number | null } | null;
  /** Unix seconds. */
  readonly now: number;
}

/** Where a model stands among those of its category: a new one that it was given, or that of one that is gone. */
export interface ModelPlace {
  readonly position: number;
  /** The model before it, of one that has come back to its former place; null: there is none. */
  readonly returnedBehind?: string | null;
}

/** @param place of a model that is new or gone; null of one that stays */
export function modelEvent(write: ModelWrite, place: ModelPlace | null): NewAuditEvent {
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
      ...(change && { change_id: change.change_id, batch_id: change.batch_id }),
    },
  });
}

/** What a write turned out to be, whatever was asked for. */
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

/** True for a write of a live model. */
export function isModelEvent(event: SaidOfModel): boolean {
  return subjectOf(event) === 'model';
}

/**
 * The stored record before and after a model event, in the event's own format. The record that an update
 * replaced is put together from the event's delta: its values are right, the order of its keys is not kept.
 */
export function writtenStates(event: SaidOfModel): { before: JsonObject | null; after: JsonObject | null } {
  const after = said(event, 'after');
  if (event.operation === 'create') return { before: null, after };
  if (event.operation === 'delete') return { before: said(event, 'before'), after: null };
  return { before: after && withoutDelta(after, said(event, 'delta') ?? {}), after };
}

/** The stored record after a model event in one format; null: there is none. */
export function stateAfter(event: SaidOfModel, format: CanonicalFormat): JsonObject | null {
  return said(event, event.domain === format ? 'after' : 'counterpart');
}

/** The stored record that a delete removed, in one format; null: there was none. */
export function stateRemoved(event: SaidOfModel, format: CanonicalFormat): JsonObject | null {
  return said(event, event.domain === format ? 'before' : 'counterpart_before');
}

/**
 * The place that a model has got by its creation, or has left by its deletion; null: the event does not say.
 */
export function placeOf({ operation, payload }: SaidOfModel): number | null {
  const place = operation === 'update' ? null : payload?.position;
  return typeof place === 'number' ? place : null;
}

/**
 * The model behind which one has come back to its former place (null: before all others); undefined when the
 * event made a new model, which stands behind all others.
 */
export function returnedBehind({ operation, payload }: SaidOfModel): string | null | undefined {
  const behind = operation === 'create' ? payload?.returned_behind : undefined;
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
