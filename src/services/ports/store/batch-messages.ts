export interface BatchMessage {
  /** Tells the channel from others; no secret. */
  target: string;
  batch_id: number;
  /** As the chat knows it; null: nothing was sent. */
  message_id: string | null;
  /** SHA-256 (hex) of what was sent last; null: nothing was sent. */
  content_hash: string | null;
  /** The latest batch that takes something of it back; null: none does. */
  reverted_by: number | null;
  /** How many of its models that batch takes back. */
  reverted_models: number;
  state: 'waiting' | 'sent' | 'failed';
  /** Since it waits. */
  attempts: number;
  /** Unix seconds; while waiting: not before this. */
  next_attempt_at: number;
  /** HTTP status of the last answer; null when there was none. */
  last_status: number | null;
  last_error: string | null;
  updated_at: number;
}

export interface BatchMessageReader {
  /** Of the waiting ones whose time has come the one of the oldest batch; see `DeliveryReader.due` for times. */
  due(target: string, times: { now: number; latest: number }): Promise<BatchMessage | null>;
  get(target: string, batchId: number): Promise<BatchMessage | null>;
  /** Ascending batch id. */
  list(target: string): Promise<BatchMessage[]>;
  /** How many wait. */
  waiting(target: string): Promise<number>;
  /** Id of the event up to which applied batches have their messages; null: nobody has looked yet. */
  notedUpTo(target: string): Promise<number | null>;
}

export interface BatchMessageWriter extends BatchMessageReader {
  /** Inserts it, or replaces the one of the same target and batch. */
  put(message: BatchMessage): Promise<void>;
  noteUpTo(target: string, eventId: number): Promise<void>;
}
