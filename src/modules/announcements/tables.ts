export interface BatchMessage {
  /** The channel's name; no secret. */
  target: string;
  /**
   * The batch that the message is about. Negative: the message is about models that have left beta without a batch, in
   * the second (Unix) whose negative this is.
   */
  batch_id: number;
  /** The message's id in the chat; null when nothing was sent. */
  message_id: string | null;
  /** SHA-256 (hex) of the text that was sent last; null when nothing was sent. */
  content_hash: string | null;
  /** The latest batch that takes something of this batch back; null when none does. */
  reverted_by: number | null;
  /** The number of this batch's models that the batch `reverted_by` takes back. */
  reverted_models: number;
  state: 'waiting' | 'sent' | 'failed';
  /** The number of failed attempts to send the waiting text. */
  attempts: number;
  /** Unix seconds before which a waiting message is not sent. */
  next_attempt_at: number;
  /** HTTP status of the last answer; null when there was none. */
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

/** The tables that copies of a whole database take over, with their keys. */
export const announcementsKeys = [
  ['batch_messages', ['target', 'batch_id']],
  ['batch_message_cursors', ['target']],
] as const;
