import { isIP } from 'node:net';
import { isKeyName } from '../registry/audit/transparency/signed-note.ts';
import { readSigningKey, signingKeyForm } from '../registry/audit/transparency/signing-key.ts';
import { isLoopback } from './loopback.ts';
import type { DiscordWebhook, WebhookTarget } from './settings.ts';

/** How the text of a variable becomes a value. */
export interface Kind<T> {
  /** What may be written, to follow "allowed:". */
  readonly allowed: string;
  /** @throws NotAllowed when the text is none of `allowed` */
  read(text: string): T;
  /** The value as it is written in the documentation and by `check-config`: no secret in it. */
  show(value: T): string;
  /** The refused text as a problem may repeat it. */
  mask(text: string): string;
}

/**
 * A text that its kind does not allow. The message, when there is one, says more than the kind's `allowed`.
 */
export class NotAllowed extends Error {}

function kind<T>(allowed: string, read: (text: string) => T, more: Partial<Kind<T>> = {}): Kind<T> {
  return { allowed, read, show: (value) => String(value), mask: (text) => text, ...more };
}

export const trueOrFalse: Kind<boolean> = kind('true or false (also yes/no, on/off, 1/0)', (text) => {
  const value = booleans[text.toLowerCase()];
  if (value === undefined) throw new NotAllowed();
  return value;
});

const booleans: Readonly<Record<string, boolean>> = {
  true: true, yes: true, on: true, t: true, y: true, '1': true,
  false: false, no: false, off: false, f: false, n: false, '0': false,
}; // biome-ignore format: one line per meaning

export function wholeNumber(least: number, most: number): Kind<number> {
  return kind(`a whole number from ${least} to ${most}`, (text) => {
    const value = Number(text);
    if (!/^[+-]?\d+$/.test(text) || value < least || value > most) throw new NotAllowed();
    return value;
  });
}

export function decimalNumber(least: number, most: number): Kind<number> {
  return kind(`a number from ${least} to ${most}`, (text) => {
    const value = Number(text);
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || value < least || value > most)
      throw new NotAllowed();
    return value;
  });
}

/** One of a few words, in any letter case; gives the word as listed. */
export function oneOf<const W extends string>(...words: readonly W[]): Kind<W> {
  return kind(`${words.join(', ')} (any letter case)`, (text) => {
    const found = words.find((word) => word.toLowerCase() === text.toLowerCase());
    if (found === undefined) throw new NotAllowed();
    return found;
  });
}

export function text(allowed: string, pattern: RegExp): Kind<string> {
  return kind(allowed, (value) => {
    if (!pattern.test(value)) throw new NotAllowed();
    return value;
  });
}

/** An http(s) base URL; given without a slash at its end, whichever way it was written. */
export const httpUrl: Kind<string> = kind(
  'an http:// or https:// URL without user, query or fragment',
  baseUrl,
  {
    mask: withoutPassword,
  },
);

/** The same, or `none` to do without. */
export const httpUrlOrNone: Kind<string | null> = kind(
  `${httpUrl.allowed}, or none`,
  (value) => (/^(none|null)$/i.test(value) ? null : baseUrl(value)),
  { show: (value) => value ?? 'none', mask: withoutPassword },
);

/** A file, or where one is fetched from. */
export const fileOrUrl: Kind<string | null> = kind<string | null>(
  `the path of a file, or ${httpUrl.allowed}`,
  (value) => {
    if (/^https?:/i.test(value)) return baseUrl(value);
    if (/\/$|^[a-z]+:\/\//i.test(value)) throw new NotAllowed();
    return value;
  },
  { show: (value) => value ?? '', mask: withoutPassword },
);

function baseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new NotAllowed();
  }
  return value.replace(/\/+$/, '');
}

/** Starts with a slash and does not end with one; `/` (given as the empty text) puts the API at the root. */
export const pathPrefix: Kind<string> = kind(
  'a path that starts with a slash, such as /api, or / alone',
  (value) => {
    if (value === '/') return '';
    if (!/^(\/[\w.~-]+)+\/?$/.test(value)) throw new NotAllowed();
    return value.replace(/\/$/, '');
  },
  { show: (value) => value || '/' },
);

export const databaseUrl: Kind<string> = kind(
  'sqlite:<path of a file> or postgres://<user>:<password>@<host>:<port>/<name>',
  (value) => {
    if (!/^sqlite:(?!\/\/[^/]|:memory:|$)/.test(value) && !/^postgres(ql)?:\/\/./.test(value))
      throw new NotAllowed();
    return value;
  },
  { show: withoutPassword, mask: withoutPassword },
);

export const postgresUrl: Kind<string> = kind(
  'postgres://<user>:<password>@<host>:<port>/<name>',
  (value) => {
    if (!/^postgres(ql)?:\/\/./.test(value)) throw new NotAllowed();
    return value;
  },
  { show: withoutPassword, mask: withoutPassword },
);

function withoutPassword(value: string): string {
  return value.replace(/\/\/([^/@]*?):[^/]*@/, '//$1:***@');
}

/** A private key as text, which never leaves the settings: problems and listings show `***`. */
export const signingKey: Kind<string | null> = kind(
  signingKeyForm,
  (value) => {
    if (readSigningKey(value) === null) throw new NotAllowed();
    return value;
  },
  { show: () => '***', mask: () => '***' },
);

/** The name of a key in signed notes. */
export const keyName: Kind<string | null> = kind(
  'a name without spaces and +, such as models.example.org/api/audit',
  (value) => {
    if (!isKeyName(value)) throw new NotAllowed();
    return value;
  },
);

/** A list, as JSON (`["a","b"]`) or separated by commas; every item trimmed, empty ones left out. */
export function listOf(what: string, check: (item: string) => void): Kind<readonly string[]> {
  return kind(
    `${what}, as a JSON list or separated by commas`,
    (value) => {
      const items = listItems(value);
      for (const item of items) check(item);
      return Object.freeze(items);
    },
    { show: (items) => (items.length === 0 ? '(none)' : items.join(',')) },
  );
}

/** A list of a few words, in any letter case; gives them as listed, each once. */
export function someOf(...words: readonly string[]): Kind<readonly string[]> {
  const one = oneOf(...words);
  const list = listOf(`any of ${words.join(', ')}`, (item) => void one.read(item));
  return { ...list, read: (text) => Object.freeze([...new Set(list.read(text).map(one.read))]) };
}

function listItems(value: string): string[] {
  const raw = value.startsWith('[') ? jsonArray(value) : value.split(',');
  return raw
    .map((item) => {
      if (typeof item !== 'string' && typeof item !== 'number')
        throw new NotAllowed(`${JSON.stringify(item)} in the list is not a text`);
      return String(item).trim();
    })
    .filter((item) => item !== '');
}

function jsonArray(value: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // told below
  }
  throw new NotAllowed('it starts like a JSON list but is none');
}

/**
 * Ids of accounts of the identity service. The anonymous account everybody may use is refused: it would open
 * writes to all.
 */
export const userIds: Kind<readonly string[]> = listOf('ids of accounts (digits, not 0)', (id) => {
  if (/^0+$/.test(id)) {
    throw new NotAllowed(
      '0 is the anonymous account, whose key is public: it would open this role to everybody',
    );
  }
  if (!/^[1-9]\d*$/.test(id))
    throw new NotAllowed(`'${id}' is not an id: give the digits after the # of a username`);
});

export const origins: Kind<readonly string[]> = listOf(
  'origins such as https://example.org, or *',
  (origin) => {
    if (origin === '*') return;
    const url = URL.canParse(origin) ? new URL(origin) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin) {
      throw new NotAllowed(
        `'${origin}' is not an origin: give scheme, host and port only, without a slash at the end`,
      );
    }
  },
);

export const hostNames: Kind<readonly string[]> = listOf('host names such as huggingface.co', (host) => {
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)) throw new NotAllowed(`'${host}' is not a host name`);
});

/** Names of networks, as `@fastify/proxy-addr` knows them. */
const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

const addressesText = 'addresses (192.0.2.7), networks (10.0.0.0/8)';

/** @throws NotAllowed */
function checkNetwork(item: string): void {
  const [address = '', bits, ...more] = item.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const inRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
  if (version === 0 || !inRange || more.length > 0) {
    throw new NotAllowed(`'${item}' is neither an address nor a network of at least one bit`);
  }
}

export const networks: Kind<readonly string[]> = listOf(addressesText, checkNetwork);

const proxyList = listOf(`${addressesText}, ${networkNames.join(', ')}`, (item) => {
  if (!networkNames.includes(item)) checkNetwork(item);
});

/** How many proxies are in front, or which addresses they have. */
export const trustedProxies: Kind<number | readonly string[]> = kind(
  `a number of proxies from 0 to 10, or ${proxyList.allowed}`,
  (value) => {
    if (!/^\d+$/.test(value)) return proxyList.read(value);
    if (Number(value) > 10) throw new NotAllowed();
    return Number(value);
  },
  { show: (value) => (typeof value === 'number' ? String(value) : proxyList.show(value)) },
);

/** Where a person or a page can be reached, for `security.txt` (RFC 9116). */
export const contact: Kind<string | null> = kind(
  'an address: mailto:…, tel:… or https://…',
  (value) => {
    if (!/^(?:mailto:|tel:|https:\/\/)[!-~]+$/.test(value) || !URL.canParse(value)) throw new NotAllowed();
    return value;
  },
  { show: (value) => value ?? '' },
);

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
