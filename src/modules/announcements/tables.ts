export interface BatchMessage {
  /** The channel's name, made from the ids of its webhook and thread. It contains no secret. */
  target: string;
  /** The batch of the message. Databases of 0.3.0 may also have negative numbers, which are no batches. */
  batch_id: number;
  /** The message's id at Discord. Null when nothing was sent, and when Discord's answer contained no id. */
  message_id: string | null;
  /** SHA-256 (hex) of the content that was last sent; null when nothing was sent. */
  content_hash: string | null;
  /** The latest batch that reverts something of this batch; null when none does. */
  reverted_by: number | null;
  /**
   * How many models the batch `reverted_by` has written to revert this one; a renamed model counts under both
   * names. 0: no batch has reverted anything of this one.
   */
  reverted_models: number;
  state: 'waiting' | 'sent' | 'failed';
  /** The number of failed attempts since the message last began to wait. */
  attempts: number;
  /** Unix seconds from which the next attempt is due. Used only while `state` is `waiting`. */
  next_attempt_at: number;
  /** HTTP status of Discord's last answer; null when there was none. */
  last_status: number | null;
  last_error: string | null;
  updated_at: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    batch_messages: BatchMessage;
    batch_message_cursors: { target: string; event_id: number };
  }
}

/** This module's tables, each with the columns of its key. A copy of the whole database includes them. */
export const announcementsKeys = [
  ['batch_messages', ['target', 'batch_id']],
  ['batch_message_cursors', ['target']],
] as const;
