import { createHmac } from 'node:crypto';
import { type ChainEnd, cursorText } from '../modules/audit/chain.ts';

export interface WebhookKeys {
  /** Signs what is sent: any text, or a Standard Webhooks secret, `whsec_` and base64. */
  readonly secret: string;
  /** Sign beside it while receivers change from the old to the new. */
  readonly previousSecrets?: readonly string[];
}

/**
 * The headers that say who sent a message, in two forms: Standard Webhooks (`webhook-id`, `webhook-timestamp`,
 * `webhook-signature`; https://www.standardwebhooks.com), and this service's older ones.
 *
 * The id of the message has the beginning of the event's hash: after a failover or a restore that lost the last
 * events, other events get their numbers, and receivers pass over a message whose id they know.
 *
 * @param event what the message is about, the same for every attempt
 * @param timestamp of the attempt, in Unix seconds
 * @param message the body, as it is sent
 */
export function webhookHeaders(keys: WebhookKeys, event: ChainEnd, timestamp: number, message: string) {
  const id = `event_${cursorText(event)}`;
  const secrets = [keys.secret, ...(keys.previousSecrets ?? [])];
  const standard = secrets.map(
    (secret) => `v1,${hmac(keyOf(secret), `${id}.${timestamp}.${message}`, 'base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
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
