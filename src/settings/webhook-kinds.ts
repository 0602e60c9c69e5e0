import { baseUrl, httpUrl, jsonArray, type Kind, kind, NotAllowed, withoutPassword } from './kinds.ts';
import { isLoopback } from './loopback.ts';
import type { DiscordWebhook, WebhookTarget } from './settings.ts';

/** Targets with their signing secrets, which never leave this object: problems and listings show `***`. */
export const webhookTargets: Kind<readonly WebhookTarget[]> = kind(
  'a JSON list of {"url": "https://…", "secret": "…", "previous_secrets"?: ["…"]}, each secret whsec_ and the base64 of 24 to 64 bytes, or any other text of 16 characters or more',
  (value) => Object.freeze(jsonArray(value).map(webhookTarget)),
  {
    show: (targets) =>
      targets.length === 0 ? '(none)' : targets.map(({ url }) => `${url} (secret ***)`).join(', '),
    mask: () => '***',
  },
);

function webhookTarget(item: unknown, index: number): WebhookTarget {
  const { url, secret, previous_secrets: previous = [] } = (item ?? {}) as Record<string, unknown>;
  if (typeof url !== 'string' || !URL.canParse(url) || !isSafeTarget(new URL(url))) {
    throw new NotAllowed(`item ${index} has no https:// url (http:// is allowed for this machine only)`);
  }
  // A target is shown in listings and kept with its deliveries; what is secret belongs into the secret.
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    throw new NotAllowed(`item ${index} has a user or password in its url`);
  if (!isWebhookSecret(secret)) throw new NotAllowed(`item ${index} has no secret of 16 characters or more`);
  if (!Array.isArray(previous) || previous.length > 4 || !previous.every(isWebhookSecret)) {
    throw new NotAllowed(`item ${index} has previous_secrets that are no list of up to 4 such secrets`);
  }
  return Object.freeze(previous.length === 0 ? { url, secret } : { url, secret, previousSecrets: previous });
}

function isWebhookSecret(secret: unknown): secret is string {
  if (typeof secret !== 'string' || secret.length < 16) return false;
  if (!secret.startsWith('whsec_')) return true;
  const encoded = secret.slice('whsec_'.length);
  const { length } = Buffer.from(encoded, 'base64');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && length >= 24 && length <= 64;
}

/** Webhooks of Discord. Whoever has a token may write: it never leaves this object. */
export const discordWebhooks: Kind<readonly DiscordWebhook[]> = kind(
  'a JSON list of webhook URLs as Discord gives them, each "https://discord.com/api/webhooks/<id>/<token>", with "?thread_id=<id>" for a thread',
  (value) => {
    const webhooks = jsonArray(value).map(discordWebhook);
    const ids = webhooks.map(({ id, threadId }) => `${id} ${threadId}`);
    if (new Set(ids).size < ids.length) throw new NotAllowed('the same webhook twice');
    return Object.freeze(webhooks);
  },
  {
    show: (webhooks) => (webhooks.length === 0 ? '(none)' : webhooks.map(shownDiscordWebhook).join(', ')),
    mask: () => '***',
  },
);

function discordWebhook(item: unknown, index: number): DiscordWebhook {
  const [, id, token, threadId = null] =
    /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{5,25})\/([\w-]{16,200})(?:\?thread_id=(\d{5,25}))?$/.exec(
      String(item),
    ) ?? [];
  if (!id || !token) throw new NotAllowed(`item ${index} is no URL of a webhook at Discord`);
  return Object.freeze({ id, token, threadId });
}

function shownDiscordWebhook({ id, threadId }: DiscordWebhook): string {
  return `https://discord.com/api/webhooks/${id}/***${threadId === null ? '' : `?thread_id=${threadId}`}`;
}

/** Tokens go there: over plain http to this machine only. */
export const tokenUrl: Kind<string> = kind(
  `${httpUrl.allowed}, http:// for this machine only`,
  (value) => {
    const url = baseUrl(value);
    if (!isSafeTarget(new URL(url))) throw new NotAllowed();
    return url;
  },
  { mask: withoutPassword },
);

function isSafeTarget({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
