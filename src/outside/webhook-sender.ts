import type { ChainEnd } from '../records/feed-cursor.ts';

/** What became of one attempt to tell a webhook target. */
export interface WebhookAttempt {
  readonly ok: boolean;
  /** Of the HTTP answer; null when there was none. */
  readonly status: number | null;
  readonly error: string | null;
  /** How long the target asked not to be called; absent when it did not say. */
  readonly retryAfterSeconds?: number;
}

/** Tells webhook targets of events. */
export interface WebhookSender {
  /** Sends one message about an event to one target; says how it went, and never throws. */
  send(target: string, message: string, event: ChainEnd): Promise<WebhookAttempt>;
}
