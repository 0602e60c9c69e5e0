import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../../settings/settings.ts';

/**
 * Converts the setting `TRUST_PROXY` into Fastify's option `trustProxy`, which decides whose
 * `X-Forwarded-For` sets `request.ip`. A number of proxies is converted to a function, because Fastify
 * trusts no proxy if the option is a plain number: a client that connects directly could pose as a proxy.
 * Operators who set a number must ensure that no client connects directly.
 */
export function parseTrustedProxies(
  setting: Settings['trustProxy'],
): NonNullable<FastifyServerOptions['trustProxy']> {
  if (typeof setting === 'number') return setting > 0 && ((_address, hop) => hop < setting);
  return setting.length > 0 && [...setting];
}

/**
 * Adds a hook that logs a warning at the first request through a proxy if `trustProxy` is not set. The hook
 * recognises such a request by a header that names the client. Without the setting, all clients of a proxy
 * share the limits of one client.
 */
export function warnOfUnknownProxy(
  server: FastifyInstance,
  { settings, logger }: { readonly settings: Pick<Settings, 'trustProxy'>; readonly logger: Logger },
): void {
  // The value 0 states that there is no proxy.
  if (typeof settings.trustProxy === 'number' || settings.trustProxy.length > 0) return;
  let hasWarned = false;
  server.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned) {
      const proxyHeader = ['x-forwarded-for', 'forwarded'].find(
        (name) => request.headers[name] !== undefined,
      );
      hasWarned = proxyHeader !== undefined;
      if (proxyHeader) {
        logger.warn(
          { address: request.socket.remoteAddress, header: proxyHeader },
          'requests come through a proxy, and MODELREF_TRUST_PROXY is not set: the log and the limits per client treat all clients of the proxy as one',
        );
      }
    }
    done();
  });
}

/**
 * Returns the key that identifies a client in limits: the IPv4 address, or the /64 network of the IPv6
 * address. One subscriber usually has a whole /64 network.
 */
export function getClientKey(address: string): string {
  const normalizedAddress = address.replace(/%.*$/, '').toLowerCase();
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(normalizedAddress)?.[1];
  if (mappedIpv4 !== undefined) return mappedIpv4;
  if (!normalizedAddress.includes(':')) return normalizedAddress;
  const [head = '', tail] = normalizedAddress.split('::');
  const leadingGroups = head === '' ? [] : head.split(':');
  const trailingGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  // `::` stands for groups of zeros.
  const zeroCount = tail === undefined ? 0 : Math.max(0, 8 - leadingGroups.length - trailingGroups.length);
  const allGroups = [...leadingGroups, ...Array.from({ length: zeroCount }, () => '0'), ...trailingGroups];
  const network = allGroups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
