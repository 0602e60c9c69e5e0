import type { FastifyRequest } from 'fastify';

/** Matches a name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the origin under which the caller reaches this service, for links in responses.
 *
 * The host comes from the `Host` header, by which caches distinguish responses. `X-Forwarded-Host` counts
 * only if it names the public address, because many proxies pass on the client's value. If the host is that
 * of the public address, the scheme is also taken from the public address. Otherwise the scheme is `https` if
 * a trusted proxy says so, and `http` if not.
 *
 * @param publicAddress the public address of the service, as set by the operator
 * @returns the origin; its host is `localhost` if the `Host` header is invalid
 */
export function ownOrigin(request: FastifyRequest, publicAddress: string | null): string {
  const publicUrl = publicAddress === null ? null : new URL(publicAddress);
  const isPublicHost = (host: string) =>
    publicUrl !== null && originOf(publicUrl.protocol, host) === publicUrl.origin;
  const host = request.headers.host ?? '';
  // For a trusted proxy, `request.host` is its X-Forwarded-Host.
  if (publicUrl && (isPublicHost(request.host) || isPublicHost(host))) return publicUrl.origin;
  const scheme = request.protocol.toLowerCase() === 'https' ? 'https:' : 'http:';
  return originOf(scheme, host) ?? `${scheme}//localhost`;
}

function originOf(scheme: string, host: string): string | null {
  const text = `${scheme}//${host}`;
  return hostAndPort.test(host) && URL.canParse(text) ? new URL(text).origin : null;
}
