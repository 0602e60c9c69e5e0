import { isIP } from 'node:net';
import { type Kind, kind, listOf, NotAllowed } from './kinds.ts';

export const origins: Kind<readonly string[]> = listOf(
  'origins such as https://example.org, or *',
  (origin) => {
    if (origin === '*') return;
    const url = URL.canParse(origin) ? new URL(origin) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin) {
      throw new NotAllowed(
        `'${origin}' is not an origin: give scheme, host and port only, without a slash at the end`,
      );
    }
  },
);

export const hostNames: Kind<readonly string[]> = listOf('host names such as huggingface.co', (host) => {
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)) throw new NotAllowed(`'${host}' is not a host name`);
});

/** Names of networks, as `@fastify/proxy-addr` knows them. */
const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

const addressesText = 'addresses (192.0.2.7), networks (10.0.0.0/8)';

/** @throws NotAllowed */
function checkNetwork(item: string): void {
  const [address = '', bits, ...more] = item.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const inRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
  if (version === 0 || !inRange || more.length > 0) {
    throw new NotAllowed(`'${item}' is neither an address nor a network of at least one bit`);
  }
}

export const networks: Kind<readonly string[]> = listOf(addressesText, checkNetwork);

const proxyList = listOf(`${addressesText}, ${networkNames.join(', ')}`, (item) => {
  if (!networkNames.includes(item)) checkNetwork(item);
});

/** How many proxies are in front, or which addresses they have. */
export const trustedProxies: Kind<number | readonly string[]> = kind(
  `a number of proxies from 0 to 10, or ${proxyList.allowed}`,
  (value) => {
    if (!/^\d+$/.test(value)) return proxyList.read(value);
    if (Number(value) > 10) throw new NotAllowed();
    return Number(value);
  },
  { show: (value) => (typeof value === 'number' ? String(value) : proxyList.show(value)) },
);
