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
