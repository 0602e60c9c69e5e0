import type { FastifyRequest } from 'fastify';

/** Matches a name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the origin under which the caller reaches this service, for links in responses.
 *
 * The host is that of the `Host` header, because caches distinguish responses by this header. The host of
 * `X-Forwarded-Host` is used only if it is that of the public address, because many proxies pass on the client's
 * value. The scheme is that of the public address if the host is, too. Otherwise it is `https` if a trusted proxy
 * reports it, and else `http`.
 *
 * @param publicAddress the public address of the service, as set by the operator
 * @returns the origin; its host is `localhost` if the `Host` header is invalid
 */
export function findOwnOrigin(request: FastifyRequest, publicAddress: string | null): string {
  const publicUrl = publicAddress === null ? null : new URL(publicAddress);
  const isPublicHost = (host: string) =>
    publicUrl !== null && parseOrigin(publicUrl.protocol, host) === publicUrl.origin;
  const host = request.headers.host ?? '';
  // For a trusted proxy, `request.host` is its X-Forwarded-Host.
  if (publicUrl && (isPublicHost(request.host) || isPublicHost(host))) return publicUrl.origin;
  const scheme = request.protocol.toLowerCase() === 'https' ? 'https:' : 'http:';
  return parseOrigin(scheme, host) ?? `${scheme}//localhost`;
}

function parseOrigin(scheme: string, host: string): string | null {
  const text = `${scheme}//${host}`;
  return hostAndPort.test(host) && URL.canParse(text) ? new URL(text).origin : null;
}
