import type { FastifyRequest } from 'fastify';

/** Matches a name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Gives the origin under which a reader finds this service, for links in answers.
 *
 * It is that of the `Host` header, which caches tell answers apart by. `X-Forwarded-Host` counts only where it names
 * the public address: many proxies pass on what a client has written there. A trusted proxy says whether the scheme is
 * `https`; everything else is `http`.
 *
 * @param publicAddress where operators say that people find the service
 * @returns `http://localhost` where `Host` is no host
 */
export function ownOrigin(request: FastifyRequest, publicAddress: string | null): string {
  const own = publicAddress === null ? null : new URL(publicAddress);
  const isOwn = (host: string) => own !== null && originOf(own.protocol, host) === own.origin;
  const host = request.headers.host ?? '';
  // Fastify gives X-Forwarded-Host of a trusted proxy here.
  if (own && (isOwn(request.host) || isOwn(host))) return own.origin;
  const scheme = request.protocol.toLowerCase() === 'https' ? 'https:' : 'http:';
  return originOf(scheme, host) ?? `${scheme}//localhost`;
}

function originOf(scheme: string, host: string): string | null {
  const text = `${scheme}//${host}`;
  return hostAndPort.test(host) && URL.canParse(text) ? new URL(text).origin : null;
}
