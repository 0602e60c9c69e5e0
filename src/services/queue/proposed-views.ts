import { ConversionError } from '../../registry/categories/category.ts';
import { categoryOf } from '../../registry/categories/category-of.ts';
import type { JsonObject } from '../../registry/json.ts';
import { type ModelViews, shownRecord, viewsAfter } from '../../registry/model-views.ts';
import type { ListedChange } from '../../registry/queue/pending-change.ts';

/** A queued change as it would be if it were applied to the live model. */
export interface ProposedViews {
  /** In the format of the change, as readers of that format would see it; null for a delete. */
  readonly proposed: JsonObject | null;
  /** The v2 record; null for a delete, and for a payload that v2 has no form for. */
  readonly v2: JsonObject | null;
}

export function proposedViews(change: ListedChange, live: ModelViews | null): ProposedViews {
  const { payload, payload_format: format, model_name: name, operation } = change;
  if (operation === 'delete' || payload === null) return { proposed: null, v2: null };
  if (format === 'v2') return { proposed: payload, v2: payload };
  const definition = categoryOf(change.category);
  try {
    const stamp = { by: change.requested_username, now: change.requested_at };
    const after = viewsAfter(definition, name, { format, record: payload }, live, stamp);
    return { proposed: shownRecord(definition, name, format, after), v2: after.v2 };
  } catch (error) {
    if (error instanceof ConversionError) return { proposed: payload, v2: null };
    throw error;
  }
}
