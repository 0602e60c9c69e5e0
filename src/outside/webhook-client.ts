import { Agent, request } from 'undici';
import type { ChainEnd } from '../records/feed-cursor.ts';
import { failureReason } from './failure-reason.ts';
import { checkLiteralAddress, publicOnlyLookup, refusedAddressIn } from './public-address.ts';
import { retryAfterSeconds } from './retry-after.ts';
import type { WebhookSender } from './webhook-sender.ts';
import { type WebhookKeys, webhookHeaders } from './webhook-signatures.ts';

export interface WebhookClientOptions {
  readonly targets: readonly ({ readonly url: string } & WebhookKeys)[];
  /** Also send to loopback, private and link-local addresses. */
  readonly allowPrivate: boolean;
  /** Unix seconds. */
  readonly now: () => number;
  /** Limit of a whole call, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
}

export interface WebhookClient extends WebhookSender {
  close(): Promise<void>;
}

/** An answer's body is of no interest; this much of it is read so that the connection can be used again. */
const mostAnswerBytes = 64 * 1024;

export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { targets, allowPrivate, now, timeoutMs = 10_000 } = options;
  const keysOf = new Map(targets.map((target) => [target.url, target]));
  const agent = new Agent({
    // One for each target, at least: none waits for a connection that another one's call holds.
    connections: Math.max(8, targets.length),
    connect: { timeout: timeoutMs, ...(allowPrivate ? {} : { lookup: publicOnlyLookup() }) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: mostAnswerBytes,
  });

  const post = async (target: string, keys: WebhookKeys, message: string, event: ChainEnd) => {
    if (!allowPrivate) checkLiteralAddress(new URL(target));
    // Redirects are not followed: they could lead anywhere.
    const { statusCode, headers, body } = await request(target, {
      dispatcher: agent,
      method: 'POST',
      body: message,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'modelref',
        ...webhookHeaders(keys, event, now(), message),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // The status is the answer; a body that cannot be read changes nothing about it.
    await body.dump().catch(() => {});
    return { status: statusCode, retryAfter: retryAfterSeconds(headers['retry-after'], now() * 1000) };
  };

  return {
    async send(target, message, event) {
      const keys = keysOf.get(target);
      if (keys === undefined) {
        return { ok: false, status: null, error: 'the target is not among the configured webhooks' };
      }
      try {
        const { status, retryAfter } = await post(target, keys, message, event);
        if (status >= 200 && status < 300) return { ok: true, status, error: null };
        const failed = { ok: false, status, error: `it answered ${status}` };
        return retryAfter === null ? failed : { ...failed, retryAfterSeconds: retryAfter };
      } catch (error) {
        return { ok: false, status: null, error: reasonOf(error, timeoutMs) };
      }
    },
    close: () => agent.destroy(),
  };
}

function reasonOf(error: unknown, timeoutMs: number): string {
  return refusedAddressIn(error)?.message ?? failureReason(error, timeoutMs);
}
