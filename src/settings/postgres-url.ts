import { decodePercentEncoding } from '../kernel/percent-decoded.ts';
import { InvalidSetting, redactPassword } from './kinds.ts';

/** Values of libpq's `target_session_attrs`: required properties of a server. */
export const sessionTargets = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const;

export type SessionTarget = (typeof sessionTargets)[number];

/** The servers in a PostgreSQL URL, in the order in which they are tried. */
export interface PostgresServers {
  readonly servers: readonly PostgresServer[];
  readonly target: SessionTarget;
  /** Connection timeout per server, in milliseconds; null if the URL sets none. */
  readonly connectTimeoutMs: number | null;
}

export interface PostgresServer {
  /** `host:port`, for people. */
  readonly name: string;
  /** The URL of this server alone. */
  readonly url: string;
}

/**
 * Parses a PostgreSQL URL in libpq's form: several hosts separated by commas, each with an optional port
 * (`postgres://me@a:5432,b/db`, or `?host=a,b&port=5432,5433`). Also parses `target_session_attrs` and
 * `connect_timeout`. Unlike libpq, the default for several hosts is `read-write`: a registry that reached a
 * standby first would refuse all writes.
 *
 * @throws InvalidSetting when the URL is invalid
 */
export function readPostgresUrl(url: string): PostgresServers {
  const parts = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/.exec(url);
  if (!parts) throw new InvalidSetting();
  const [, scheme = '', account = '', authority = '', path = '', search = ''] = parts;
  const query = new URLSearchParams(search);
  const targetText = query.get('target_session_attrs');
  const target = sessionTargets.find((word) => word === targetText);
  if (targetText !== null && target === undefined) {
    throw new InvalidSetting(
      `target_session_attrs is '${targetText}'; allowed: ${sessionTargets.join(', ')}`,
    );
  }
  const connectTimeoutMs = parseTimeoutMs(query.get('connect_timeout'));
  const hosts = parseHosts(authority, query.get('host'), query.get('port'));
  const [onlyHost] = hosts;
  if (hosts.length === 1 && onlyHost) {
    return { servers: [{ name: formatName(onlyHost), url }], target: target ?? 'any', connectTimeoutMs };
  }
  for (const key of ['host', 'port', 'target_session_attrs']) query.delete(key);
  const queryString = query.size === 0 ? '' : `?${query}`;
  const servers = hosts.map((host) => ({
    name: formatName(host),
    url: `${scheme}${account}${encodeHost(host)}${path}${queryString}`,
  }));
  return { servers, target: target ?? 'read-write', connectTimeoutMs };
}

interface Host {
  /** A name, an address, or the directory of a socket. Empty: the driver's default. */
  readonly host: string;
  readonly port: string;
}

/**
 * Pairs hosts with their ports. Hosts in the authority of a URL have their ports there; hosts in the
 * parameter `host` have them in the parameter `port`.
 *
 * @throws InvalidSetting when hosts and ports do not match, or one of them is invalid
 */
function parseHosts(authority: string, hostList: string | null, portList: string | null): Host[] {
  const texts = (hostList ?? authority).split(',');
  const ports = portList === null ? [] : portList.split(',');
  if (ports.length > 1 && ports.length !== texts.length) {
    throw new InvalidSetting(
      `expected one port, or one for each of ${texts.length} hosts; found ${ports.length} ports`,
    );
  }
  return texts.map((text, index) => {
    // IPv6 addresses are in brackets.
    const [, host = '', port = ''] =
      hostList === null ? (/^(\[[^\]]*\]|[^:]*):?(.*)$/.exec(text) ?? []) : [text, text];
    if (host === '' && texts.length > 1) throw new InvalidSetting('hosts must not be empty');
    return { host, port: parsePort(ports[index] ?? ports[0] ?? port) };
  });
}

function parsePort(port: string): string {
  // Not quoted in the message: it may be the start of a password that was cut at a /, ? or #.
  if (!/^[\d:]{0,5}$/.test(port)) {
    throw new InvalidSetting(
      'the host has no port; in a password, write %2F, %3F, %23 and %40 for / ? # and @, and in .env quote a value with #',
    );
  }
  const number = Number(port || defaultPort);
  if (!/^\d*$/.test(port) || number < 1 || number > 65_535)
    throw new InvalidSetting(`'${port}' is not a port`);
  return port || defaultPort;
}

const defaultPort = '5432';

function formatName({ host, port }: Host): string {
  return `${decodePercentEncoding(host) || 'localhost'}:${port}`;
}

function encodeHost({ host, port }: Host): string {
  const isBareAddress = host.includes(':') && !host.startsWith('[');
  const hostText = host.startsWith('/') ? encodeURIComponent(host) : isBareAddress ? `[${host}]` : host;
  return `${hostText}:${port}`;
}

/**
 * Parses `connect_timeout`, in seconds, into milliseconds. Returns null if the text is absent or 0. In libpq,
 * 0 means no limit; this service then applies its own limit.
 */
function parseTimeoutMs(text: string | null): number | null {
  if (text === null) return null;
  if (!/^\d{1,4}$/.test(text)) {
    throw new InvalidSetting(`connect_timeout is '${text}'; allowed: whole seconds from 0 to 9999`);
  }
  return Number(text) * 1000 || null;
}

/** Hides the passwords in a PostgreSQL URL. */
export function redactSecrets(url: string): string {
  return redactPassword(url).replace(/([?&](?:password|sslpassword)=)[^&#]*/gi, '$1***');
}
