import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Returns whether a host name or address (IPv6 with or without brackets) is local to this machine. */
export function isLoopback(name: string): boolean {
  const host = name.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Returns whether data sent to this URL cannot be read on the way: it is encrypted, or stays on this machine.
 */
export function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
