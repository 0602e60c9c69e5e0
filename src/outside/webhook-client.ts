import { createHmac } from 'node:crypto';
import { type ChainEnd, formatCursor } from '../records/feed-cursor.ts';
import { checkLiteralAddress, isAmong, publicOnlyLookup } from './public-address.ts';
import { describeFailure, openServiceCalls, parseRetryAfter } from './service-calls.ts';

export interface WebhookAttempt {
  readonly ok: boolean;
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly error: string | null;
  /** The seconds for which the target asked not to be called; undefined if it did not say. */
  readonly retryAfterSeconds?: number;
}

export interface WebhookSender {
  /** Sends one message about an event to one target. Returns the outcome and never throws. */
  send(target: string, message: string, event: ChainEnd): Promise<WebhookAttempt>;
}

export interface WebhookClientOptions {
  readonly targets: readonly ({ readonly url: string } & WebhookKeys)[];
  /** Hosts, with or without a port, that may have loopback, private or link-local addresses. */
  readonly privateHosts: readonly string[];
  /** Unix seconds. */
  readonly now: () => number;
  /** Timeout of a whole call, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
}

export interface WebhookClient extends WebhookSender {
  close(): Promise<void>;
}

/**
 * Maximum number of response bytes that are read. The content does not matter; reading it lets the connection
 * be reused.
 */
const maxAnswerBytes = 64 * 1024;

export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { targets, now, timeoutMs = 10_000 } = options;
  const privateHosts = new Set(options.privateHosts);
  const targetByUrl = new Map(targets.map((target) => [target.url, target]));
  // At least one connection per target, so that no call waits for another target's call.
  const limits = { connections: Math.max(8, targets.length), timeoutMs, maxAnswerBytes };
  const calls = {
    trusted: openServiceCalls(limits),
    public: openServiceCalls({ ...limits, lookup: publicOnlyLookup() }),
  };

  const post = async (target: string, keys: WebhookKeys, message: string, event: ChainEnd) => {
    const url = new URL(target);
    const isTrusted = isAmong(privateHosts, url);
    if (!isTrusted) checkLiteralAddress(url);
    // Redirects are not followed: they could lead anywhere.
    const { statusCode, headers, body } = await calls[isTrusted ? 'trusted' : 'public'].request(target, {
      method: 'POST',
      body: message,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'modelref',
        ...webhookHeaders(keys, event, now(), message),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Only the status matters; an unreadable body does not change it.
    await body.dump().catch(() => {});
    return { status: statusCode, retryAfter: parseRetryAfter(headers['retry-after'], now() * 1000) };
  };

  return {
    async send(target, message, event) {
      const keys = targetByUrl.get(target);
      if (keys === undefined) {
        return { ok: false, status: null, error: 'the target is not among the configured webhooks' };
      }
      try {
        const { status, retryAfter } = await post(target, keys, message, event);
        if (status >= 200 && status < 300) return { ok: true, status, error: null };
        const failure = { ok: false, status, error: `it answered ${status}` };
        return retryAfter === null ? failure : { ...failure, retryAfterSeconds: retryAfter };
      } catch (error) {
        return { ok: false, status: null, error: describeFailure(error, timeoutMs) };
      }
    },
    close: async () => {
      await Promise.all([calls.trusted.close(), calls.public.close()]);
    },
  };
}

interface WebhookKeys {
  /** The secret that signs messages: any text, or `whsec_` followed by base64, as in Standard Webhooks. */
  readonly secret: string;
  /** Further secrets that sign messages while receivers switch to the new secret. */
  readonly previousSecrets?: readonly string[];
}

/**
 * Creates the headers that authenticate a message, in two forms: Standard Webhooks (`webhook-id`,
 * `webhook-timestamp`, `webhook-signature`; https://www.standardwebhooks.com), and this service's older ones.
 *
 * The message's id includes the first digits of the event's hash. After a failover or restore that lost the
 * last events, new events reuse their numbers. Without the hash, receivers would skip the new events as
 * duplicates.
 *
 * @param event the event of the message, the same for every attempt
 * @param timestamp the time of the attempt, in Unix seconds
 * @param message the body, exactly as sent
 */
export function webhookHeaders(keys: WebhookKeys, event: ChainEnd, timestamp: number, message: string) {
  const id = `event_${formatCursor(event)}`;
  const secrets = [keys.secret, ...(keys.previousSecrets ?? [])];
  const signatures = secrets.map(
    (secret) => `v1,${hmac(keyOf(secret), `${id}.${timestamp}.${message}`, 'base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
    'modelref-event-id': String(event.event_id),
    'modelref-timestamp': String(timestamp),
    'modelref-signature': `sha256=${hmac(keys.secret, `${timestamp}.${message}`, 'hex')}`,
  };
}

const standardPrefix = 'whsec_';

function keyOf(secret: string): string | Buffer {
  return secret.startsWith(standardPrefix)
    ? Buffer.from(secret.slice(standardPrefix.length), 'base64')
    : secret;
}

function hmac(key: string | Buffer, content: string, encoding: 'base64' | 'hex'): string {
  return createHmac('sha256', key).update(content).digest(encoding);
}
