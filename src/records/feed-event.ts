import type { JsonObject } from '../kernel/json.ts';

/** One write of a live model, as the feed shows it to followers of the registry, with its keys in this order. */
export interface FeedEvent {
  /** The id of the event: ascending, with gaps, because the chain numbers events of the queue too. */
  readonly event_id: number;
  /** The cursor after this event, to continue from. */
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
   * Only in the event of a model that was put among the others in the category's order: one that came back or
   * was moved, or a new one in the middle of a file. The name of the model before it, or null when it is the
   * first. A new model whose event does not have this field comes last; any other keeps its place.
   */
  readonly returned_behind?: string | null;
}
