/** A request whose response depends only on the path and two headers. */
export interface PlainRequest {
  readonly method: 'GET' | 'HEAD';
  /** The path as sent. */
  readonly url: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Maximum length, in bytes, of a plain request; `node:http` handles longer ones. Workers' requests are about
 * a tenth as long.
 */
const maxLength = 4096;

/**
 * Matches a complete request head with nothing after it, strictly following RFC 9112: an origin-form path of
 * RFC 3986 without a query, HTTP/1.1, single spaces, CRLF, header names that are tokens, header values
 * without control characters.
 */
const head =
  /^(GET|HEAD) (\/[\w.~!$&'()*+,;=:@%/-]*) HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+)\r\n$/;

/**
 * Matches the whitespace that RFC 9112 allows around a header's value. `trim` would also remove other
 * whitespace, such as a no-break space.
 */
const outerBlanks = /^[\t ]+|[\t ]+$/g;

/**
 * Matches a valid value of the `Host` header: a name, an IPv4 address, or an IPv6 address in brackets, with
 * an optional port. May be empty (RFC 9112, 3.2).
 */
const hostAndPort = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * Headers that need `node:http` and the routes, because they concern the message length, the connection, the
 * page's origin, or a condition for the response.
 */
const headersForNodeHttp = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'if-match',
  'if-unmodified-since',
  'origin',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Parses a chunk that is exactly one plain GET or HEAD request. Returns null for everything else, valid or
 * not: a body, part of a request, more than one request, a repeated header, another version, an unusual
 * character. Also returns null for anything that two parsers could read differently.
 */
export function parsePlainRequest(chunk: Buffer): PlainRequest | null {
  if (chunk.length > maxLength) return null;
  const parts = head.exec(chunk.toString('latin1'));
  if (parts === null) return null;
  const [, method, url, lines] = parts as unknown as [string, 'GET' | 'HEAD', string, string];
  let host: string | undefined;
  let acceptEncoding: string | undefined;
  let ifNoneMatch: string | undefined;
  for (let start = 0; start < lines.length; ) {
    const colon = lines.indexOf(':', start);
    const end = lines.indexOf('\r\n', colon);
    const name = lines.slice(start, colon).toLowerCase();
    const value = lines.slice(colon + 1, end).replace(outerBlanks, '');
    start = end + 2;
    if (name === 'host') {
      if (host !== undefined || !hostAndPort.test(value)) return null;
      host = value;
    } else if (name === 'accept-encoding') {
      if (acceptEncoding !== undefined) return null;
      acceptEncoding = value;
    } else if (name === 'if-none-match') {
      if (ifNoneMatch !== undefined) return null;
      ifNoneMatch = value;
    } else if (headersForNodeHttp.has(name) && !keepsAlive(name, value)) {
      return null;
    }
  }
  return host === undefined ? null : { method, url, acceptEncoding, ifNoneMatch };
}

/** Returns whether a header only requests keep-alive, which is the server's default. */
function keepsAlive(name: string, value: string): boolean {
  return name === 'connection' && value.toLowerCase() === 'keep-alive';
}
