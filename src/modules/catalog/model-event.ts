import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { recordDelta } from '../../records/diff.ts';
import type { ModelViews } from '../../records/model-views.ts';
import { newEvent } from '../audit/chain.ts';
import type { AuditOperation, NewAuditEvent } from '../audit/event.ts';

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
