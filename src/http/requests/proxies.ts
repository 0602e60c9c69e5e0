import { BlockList, isIP } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import type { Settings } from '../../config/settings.ts';

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
