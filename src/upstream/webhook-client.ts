import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { WebhookSender } from '../services/ports/webhook-sender.ts';
import { failureReason } from './failure-reason.ts';
import { checkLiteralAddress, publicOnlyLookup, refusedAddressIn } from './public-address.ts';

export interface WebhookClientOptions {
  readonly targets: readonly { readonly url: string; readonly secret: string }[];
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

/** `sha256=` and the HMAC-SHA256 (hex) over the timestamp, a full stop and the body. */
export function webhookSignature(secret: string, timestamp: number, message: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${message}`).digest('hex')}`;
}

/** An answer's body is of no interest; this much of it is read so that the connection can be used again. */
const mostAnswerBytes = 64 * 1024;

export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { targets, allowPrivate, now, timeoutMs = 10_000 } = options;
  const secrets = new Map(targets.map(({ url, secret }) => [url, secret]));
  const agent = new Agent({
    // One for each target, at least: none waits for a connection that another one's call holds.
    connections: Math.max(8, targets.length),
    connect: { timeout: timeoutMs, ...(allowPrivate ? {} : { lookup: publicOnlyLookup() }) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: mostAnswerBytes,
  });

  const post = async (target: string, secret: string, message: string, eventId: number) => {
    if (!allowPrivate) checkLiteralAddress(new URL(target));
    const timestamp = now();
    // Redirects are not followed: they could lead anywhere.
    const { statusCode, body } = await request(target, {
      dispatcher: agent,
      method: 'POST',
      body: message,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'modelref',
        'modelref-event-id': String(eventId),
        'modelref-timestamp': String(timestamp),
        'modelref-signature': webhookSignature(secret, timestamp, message),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // The status is the answer; a body that cannot be read changes nothing about it.
    await body.dump().catch(() => {});
    return statusCode;
  };

  return {
    async send(target, message, eventId) {
      const secret = secrets.get(target);
      if (secret === undefined) {
        return { ok: false, status: null, error: 'the target is not among the configured webhooks' };
      }
      try {
        const status = await post(target, secret, message, eventId);
        const ok = status >= 200 && status < 300;
        return { ok, status, error: ok ? null : `it answered ${status}` };
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
