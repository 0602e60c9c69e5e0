import type { JsonObject } from '../../kernel/json.ts';
import { ConversionError } from '../../records/categories/category.ts';
import { categoryOf } from '../../records/categories/index.ts';
import { type ModelViews, shownRecord, viewsAfter, viewsRestored } from '../../records/model-views.ts';
import type { ListedChange } from './pending-change.ts';
import { proposedBy } from './whole-record.ts';

/** A queued change as it would be if it were applied to the live model. */
export interface ProposedViews {
  /** In the format of the change, as readers of that format would see it; null for a delete. */
  readonly proposed: JsonObject | null;
  /** The v2 record; null for a delete, and for a payload that v2 has no form for. */
  readonly v2: JsonObject | null;
  /** Both views; null for a delete, and for a payload that the other view has no form for. */
  readonly after: ModelViews | null;
}

/** @param restored the views that the change restores, if it does */
export function proposedViews(
  change: ListedChange,
  live: ModelViews | null,
  restored: ModelViews | null,
): ProposedViews {
  const { payload, payload_format: format, model_name: name, operation } = change;
  if (operation === 'delete' || payload === null) return { proposed: null, v2: null, after: null };
  const after = viewsOnceApplied(change, payload, live, restored);
  // What v2 clients proposed is shown as they wrote it, without what the server will stamp.
  if (format === 'v2') return { proposed: payload, v2: payload, after };
  const proposed = after ? shownRecord(categoryOf(change.category), name, format, after) : payload;
  return { proposed, v2: after?.v2 ?? null, after };
}

function viewsOnceApplied(
  change: ListedChange,
  record: JsonObject,
  live: ModelViews | null,
  restored: ModelViews | null,
): ModelViews | null {
  const stamp = { by: change.requested_username, now: change.requested_at };
  if (restored) return viewsRestored(restored, live, stamp);
  const proposed = proposedBy(change, record);
  try {
    return viewsAfter(categoryOf(change.category), change.model_name, proposed, live, stamp);
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
}
