import type { FastifyRequest } from 'fastify';

/** Matches a name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the origin under which a reader finds this service, for links in answers.
 *
 * The host comes from the `Host` header, by which caches distinguish answers. `X-Forwarded-Host` counts only
 * if it names the public address, because many proxies pass on a value that the client has sent. If the host
 * is that of the public address, the scheme is also that of the public address. Otherwise the scheme is
 * `https` if a trusted proxy says so, and else `http`.
 *
 * @param publicAddress the address at which people find the service, as operators have set it
 * @returns the origin; its host is `localhost` if the `Host` header is not valid
 */
export function ownOrigin(request: FastifyRequest, publicAddress: string | null): string {
  const own = publicAddress === null ? null : new URL(publicAddress);
  const isOwn = (host: string) => own !== null && originOf(own.protocol, host) === own.origin;
  const host = request.headers.host ?? '';
  // Fastify returns the X-Forwarded-Host of a trusted proxy here.
  if (own && (isOwn(request.host) || isOwn(host))) return own.origin;
  const scheme = request.protocol.toLowerCase() === 'https' ? 'https:' : 'http:';
  return originOf(scheme, host) ?? `${scheme}//localhost`;
}

function originOf(scheme: string, host: string): string | null {
  const text = `${scheme}//${host}`;
  return hostAndPort.test(host) && URL.canParse(text) ? new URL(text).origin : null;
}
