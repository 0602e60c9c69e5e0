import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';

/** A stored model. `name` is its key in the category, under which the horde knows it. */
export interface Model {
  readonly name: string;
  readonly record: JsonObject;
}

/** The download entries of a record. */
export function downloadsOf(record: JsonObject): readonly JsonObject[] {
  const { config } = record;
  const entries = isJsonObject(config) ? config.download : undefined;
  return Array.isArray(entries) ? entries.filter(isJsonObject) : [];
}

/** Where a URL leads: its authority as written, user and port included. */
type UrlHost = { readonly kind: 'host'; readonly host: string } | { readonly kind: 'none' | 'unreadable' };

/**
 * `none` is a text without scheme or host, `unreadable` an authority that nobody can read: `https://[::1/x`.
 */
export function hostOf(url: unknown): UrlHost {
  const host = typeof url === 'string' ? /^\s*[a-z][a-z0-9+.-]*:\/\/([^/?#\s]+)/i.exec(url)?.[1] : undefined;
  if (host === undefined) return { kind: 'none' };
  return host.includes('[') === host.includes(']') ? { kind: 'host', host } : { kind: 'unreadable' };
}
