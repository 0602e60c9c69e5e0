import { InvalidSetting, jsonArray, kind } from '../../settings/kinds.ts';
import { isHttpsOrLoopback } from '../../settings/loopback.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof webhooksRows> {}
}

interface WebhookTarget {
  readonly url: string;
  /** The key that signs the events sent to this target: any text, or `whsec_` followed by base64. */
  readonly secret: string;
  /** Older keys. Events are also signed with these until the receiver has switched to `secret`. */
  readonly previousSecrets?: readonly string[];
}

/**
 * The setting type for webhook targets with their signing secrets. Error messages and listings show `***` in
 * place of a secret.
 */
const webhookTargets = kind<readonly WebhookTarget[]>(
  'a JSON list of {"url": "https://…", "secret": "…", "previous_secrets"?: ["…"]}, each secret whsec_ and the base64 of 24 to 64 bytes, or any other text of 16 characters or more',
  (value) => {
    const targets = jsonArray(value).map(parseWebhookTarget);
    // Deliveries are identified by event and URL.
    if (new Set(targets.map(({ url }) => url)).size < targets.length)
      throw new InvalidSetting('it contains the same url twice');
    return Object.freeze(targets);
  },
  {
    show: (targets) =>
      targets.length === 0 ? '(none)' : targets.map(({ url }) => `${url} (secret ***)`).join(', '),
    mask: () => '***',
  },
);

function parseWebhookTarget(item: unknown, index: number): WebhookTarget {
  const { url, secret, previous_secrets: previous = [], ...others } = (item ?? {}) as Record<string, unknown>;
  if (typeof url !== 'string' || !URL.canParse(url) || !isHttpsOrLoopback(new URL(url))) {
    throw new InvalidSetting(
      `item ${index} must have an https:// url (http:// is allowed for this machine only)`,
    );
  }
  // Listings show the URL, and deliveries store it: it must not contain a password.
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    throw new InvalidSetting(`item ${index} must not have a user or password in its url`);
  if (!isWebhookSecret(secret))
    throw new InvalidSetting(`item ${index} must have a secret of 16 characters or more`);
  if (!Array.isArray(previous) || previous.length > 4 || !previous.every(isWebhookSecret)) {
    throw new InvalidSetting(
      `previous_secrets of item ${index} must be a list of up to 4 secrets, each of 16 characters or more`,
    );
  }
  const [unknownKey] = Object.keys(others);
  if (unknownKey !== undefined) throw new InvalidSetting(`item ${index} has the unknown key ${unknownKey}`);
  return Object.freeze(previous.length === 0 ? { url, secret } : { url, secret, previousSecrets: previous });
}

function isWebhookSecret(secret: unknown): secret is string {
  if (typeof secret !== 'string' || secret.length < 16) return false;
  if (!secret.startsWith('whsec_')) return true;
  const encodedKey = secret.slice('whsec_'.length);
  const { length } = Buffer.from(encodedKey, 'base64');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encodedKey) && length >= 24 && length <= 64;
}

export const webhooksRows = defineRows({
  webhooks: {
    name: 'WEBHOOKS',
    kind: webhookTargets,
    default: [],
    doc: 'Webhook targets for changes of live models, and the secret that signs their messages.',
  },
});
