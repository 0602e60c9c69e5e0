import { removeKeysFromText } from '../../records/files/address-keys.ts';
import { checkLiteralAddress, isAmong, RefusedAddress } from '../public-address.ts';
import { RemoteFailure } from '../remote-files.ts';

export interface DestinationOptions {
  /**
   * Hosts that may have loopback or private addresses and any port, such as `files.internal` or
   * `files.internal:8443`.
   */
  readonly allowedHosts: readonly string[];
  /**
   * The base URLs of mirrors, by the host that each mirror replaces. Calls go to the mirror; responses and
   * redirects are reported as if they came from the replaced host. The address of a mirror is not checked.
   * The service has no mirrors; tests use them to replace hosts by emulators.
   */
  readonly mirrors: Readonly<Record<string, string>>;
  /** Tokens by host (with port, unless it is 443), sent as `Authorization: Bearer`. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** An address that may be called, with its target and token. */
export interface Destination {
  /** The address as in records, even when a mirror replaces its host. */
  readonly url: URL;
  /** The address that is called: the mirror's if there is one, otherwise `url`. */
  readonly target: URL;
  /**
   * Whether the host is in the allowlist or replaced by a mirror, and so may have a loopback or private
   * address.
   */
  readonly trusted: boolean;
  /**
   * The token to send to the host; null if there is none, the address is not https, or a mirror is called.
   */
  readonly token: string | null;
}

/**
 * Ports that may be called on hosts outside the allowlist. File hosts use no others; if every port were
 * allowed, callers could scan ports through this process.
 */
const allowedPorts = new Set(['', '80', '443', '8080', '8443']);

export class Destinations {
  readonly #allowed: ReadonlySet<string>;
  readonly #mirrors: ReadonlyMap<string, URL>;
  readonly #tokens: ReadonlyMap<string, string>;

  constructor({ allowedHosts, mirrors, tokens }: DestinationOptions) {
    this.#allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
    this.#mirrors = new Map(Object.entries(mirrors).map(([host, base]) => [host, parseMirrorBase(base)]));
    this.#tokens = new Map(Object.entries(tokens));
  }

  /**
   * Validates an address and returns its destination.
   * @throws RemoteFailure `refused_address` when the address may not be called
   */
  of(address: string): Destination {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (!url || !/^https?:$/.test(url.protocol))
      throw createRefusedAddressFailure(address, 'it is not an http or https address');
    if (url.username !== '' || url.password !== '') {
      throw createRefusedAddressFailure(redactAddress(url), 'it must not contain a user name or password');
    }
    url.hash = '';
    const mirror = url.port === '' ? this.#mirrors.get(url.hostname) : undefined;
    if (mirror) return { url, target: createMirrorUrl(mirror, url), trusted: true, token: null };
    const trusted = isAmong(this.#allowed, url);
    if (!trusted) {
      if (!allowedPorts.has(url.port))
        throw createRefusedAddressFailure(
          redactAddress(url),
          `port ${url.port} is not allowed; allowed: 80, 443, 8080, 8443`,
        );
      try {
        checkLiteralAddress(url);
      } catch (error) {
        if (error instanceof RefusedAddress)
          throw createRefusedAddressFailure(redactAddress(url), error.message, error);
        throw error;
      }
    }
    const token = url.protocol === 'https:' ? (this.#tokens.get(url.host) ?? null) : null;
    return { url, target: url, trusted, token };
  }

  /**
   * Returns the destination of a redirect from `from`. If the redirect leads to a mirror, `url` has the host
   * that the mirror replaces, as in records.
   *
   * @throws RemoteFailure `refused_address` when the redirect leads to an address that may not be called
   */
  after(from: Destination, location: string): Destination {
    if (!URL.canParse(location, from.target.href))
      throw createRefusedAddressFailure(location, 'it is the target of a redirect, and not a valid URL');
    const to = new URL(location, from.target.href);
    const originalUrl = this.#findReplacedUrl(to);
    if (
      !originalUrl &&
      from.url.protocol === 'https:' &&
      from.target === from.url &&
      to.protocol === 'http:'
    ) {
      throw createRefusedAddressFailure(
        redactAddress(to),
        `the redirect of ${from.url.host} from https to http is not allowed`,
      );
    }
    return this.of((originalUrl ?? to).href);
  }

  /**
   * Maps an address at a mirror to the address at the host that the mirror replaces. Returns null for other
   * addresses.
   */
  #findReplacedUrl(to: URL): URL | null {
    for (const [host, base] of this.#mirrors) {
      if (to.origin !== base.origin || !to.pathname.startsWith(base.pathname)) continue;
      return new URL(`https://${host}/${to.pathname.slice(base.pathname.length)}${to.search}`);
    }
    return null;
  }
}

/** Parses a mirror's base URL and appends a slash if it lacks one. */
function parseMirrorBase(base: string): URL {
  return new URL(base.endsWith('/') ? base : `${base}/`);
}

function createMirrorUrl(base: URL, { pathname, search }: URL): URL {
  return new URL(`${base.origin}${base.pathname}${pathname.slice(1)}${search}`);
}

function createRefusedAddressFailure(address: string, why: string, cause?: unknown): RemoteFailure {
  return new RemoteFailure(
    'refused_address',
    `${removeKeysFromText(address).slice(0, 500)} was not called: ${why}.`,
    { cause },
  );
}

/** Returns an address for messages, without user, password and query, which may be secrets. */
function redactAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
