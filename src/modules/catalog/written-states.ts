import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { type AuditEvent, queueCategory } from '../audit/event.ts';
import { fileVerdictOf } from '../files/file-verdict-event.ts';
import { groupWriteOf } from '../names/group-event.ts';

type SaidOfModel = Pick<AuditEvent, 'category' | 'domain' | 'model_name' | 'operation' | 'payload'>;

/**
 * True for an event about a live model; others are about the queue, about groups of text models, or about what
 * was learned of a file.
 */
export function isModelEvent(event: SaidOfModel): boolean {
  return event.category !== queueCategory && groupWriteOf(event) === null && fileVerdictOf(event) === null;
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
