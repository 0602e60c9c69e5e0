import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * The networks that are not part of the public internet, such as loopback, private and reserved ones. IPv4
 * and IPv6 have separate lists, because Node also compares an IPv4 address, as `::ffff:…`, with the IPv6
 * networks of the same list.
 */
const refusedNetworks = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  refusedNetworks.ipv4.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Everything but 2000::/3 (global unicast), and the reserved blocks within it.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  refusedNetworks.ipv6.addSubnet(network, prefix, 'ipv6');
}

/**
 * Returns whether an address belongs to the public internet. An IPv4 address in IPv6 form (`::ffff:…`) counts
 * as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mappedIpv4) return isPublicAddress(mappedIpv4);
  const ipVersion = family === 4 ? 'ipv4' : 'ipv6';
  return !refusedNetworks[ipVersion].check(address, ipVersion);
}

/** Thrown when a host is not called because its address is not public. */
export class RefusedAddress extends Error {
  readonly code = 'ERR_REFUSED_ADDRESS';
}

export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a host name like the system's resolver, and fails with RefusedAddress if any address is not
 * public. The connection uses the checked addresses, so a host cannot bypass the check by returning a private
 * address later.
 */
export function publicOnlyLookup(resolve: Resolve = systemLookup): LookupFunction {
  return createLookup(resolve, isPublicAddress);
}

/** Resolves names without checking their addresses, for hosts in the operator's allowlist. */
export function anyLookup(resolve: Resolve = systemLookup): LookupFunction {
  return createLookup(resolve, () => true);
}

function createLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const refusedAddress = addresses.find(({ address }) => !isAllowed(address));
      if (refusedAddress) return callback(refusedAddressError(host), '', 0);
      const [firstAddress] = addresses;
      if (options.all) return callback(null, addresses);
      return firstAddress
        ? callback(null, firstAddress.address, firstAddress.family)
        : callback(refusedAddressError(host), '', 0);
    });
  };
}

/**
 * Checks a URL whose host is an IP address. No look-up takes place for such a host, so `publicOnlyLookup`
 * does not check it.
 *
 * @throws RefusedAddress when the IP address is not public
 */
export function checkLiteralAddress({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusedAddressError(host);
}

/** Returns the RefusedAddress among the causes of a failed call; null if there is none. */
export function findRefusedAddress(error: unknown): RefusedAddress | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RefusedAddress) return cause;
    if (cause instanceof AggregateError) {
      const refusedInside = cause.errors.map(findRefusedAddress).find((inner) => inner !== null);
      if (refusedInside) return refusedInside;
    }
  }
  return null;
}

/**
 * Creates the error for a host. The message omits the resolved address, so that callers learn nothing about
 * the network of this service.
 */
function refusedAddressError(host: string): RefusedAddress {
  return new RefusedAddress(`${host} is not a public address`);
}

/**
 * Returns whether `hosts`, with or without a port, include the host of a URL.
 * @param hosts spelled as in URLs
 */
export function isAmong(hosts: ReadonlySet<string>, { host, hostname }: URL): boolean {
  return hosts.has(hostname) || hosts.has(host);
}
