import type { JsonObject } from '../kernel/json.ts';

/** One write of a live model, as returned by the feed, with its keys in this order. */
export interface FeedEvent {
  /** The id of the event: ascending, with gaps, because queue events are numbered in the same chain. */
  readonly event_id: number;
  /** The cursor to continue from after this event. */
  readonly cursor: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly category: string;
  readonly model_name: string;
  readonly operation: 'create' | 'update' | 'delete';
  /** The stored record after the write; null after a delete. */
  readonly v2: JsonObject | null;
  /**
   * The stored legacy record after the write; null after a delete, or when the category has no legacy form.
   */
  readonly legacy: JsonObject | null;
  /**
   * `v2_hash`, `legacy_hash`: the SHA-256 (hex) of `v2` and of `legacy`, each as compact JSON with its keys
   * in the order of the feed; null when that record is null.
   */
  readonly v2_hash: string | null;
  readonly legacy_hash: string | null;
  /**
   * The name of the model before this one in the category's order; null when the model is the first. Present
   * only if the write sets the position: a model was restored or moved, or a new model is in the middle of a
   * file. Otherwise a new model is last, and any other model keeps its position.
   */
  readonly returned_behind?: string | null;
}
