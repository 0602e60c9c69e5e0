import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../../settings/settings.ts';

/**
 * Whose `X-Forwarded-For` decides what `request.ip` is, for Fastify. It takes no number itself, because a
 * number cannot tell a proxy from a client that connects directly; whoever sets one says that there are none.
 */
export function trustedProxies(
  setting: Settings['trustProxy'],
): NonNullable<FastifyServerOptions['trustProxy']> {
  if (typeof setting === 'number') return setting > 0 && ((_address, hop) => hop < setting);
  return setting.length > 0 && [...setting];
}

/**
 * Says once in the log that a proxy names clients and is not believed: all of them then share what one client
 * may have.
 */
export function warnOfUnknownProxy(
  server: FastifyInstance,
  { settings, logger }: { readonly settings: Pick<Settings, 'trustProxy'>; readonly logger: Logger },
): void {
  // Whoever sets 0 has said that there is none.
  if (typeof settings.trustProxy === 'number' || settings.trustProxy.length > 0) return;
  let warned = false;
  server.addHook('onRequest', (request, _reply, done) => {
    if (!warned) {
      const named = ['x-forwarded-for', 'forwarded'].find((name) => request.headers[name] !== undefined);
      warned = named !== undefined;
      if (named) {
        logger.warn(
          { address: request.socket.remoteAddress, header: named },
          'requests come through a proxy, and MODELREF_TRUST_PROXY is not set: all its clients count as one in the log and in what one client may have',
        );
      }
    }
    done();
  });
}

/** @returns whether an address is one of these addresses, or in one of these networks */
export function networkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  // IPv4 addresses in IPv6 form are compared as IPv4.
  return (address) => isIP(address) !== 0 && list.check(address, family(address));
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
