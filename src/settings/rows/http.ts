import { isIP } from 'node:net';
import { InvalidSetting, kind, listOf, oneOf, seconds, wholeNumber } from '../kinds.ts';
import { defineRows } from '../row.ts';

const origins = listOf('origins such as https://example.org, or *', (origin) => {
  if (origin === '*') return;
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin) {
    throw new InvalidSetting(
      `'${origin}' is not an origin: give scheme, host and port only, without a slash at the end`,
    );
  }
});

/** Names of networks in `@fastify/proxy-addr`. */
const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

const addressesHelp = 'addresses (192.0.2.7), networks (10.0.0.0/8)';

/** @throws InvalidSetting when the item is neither an IP address nor a network of at least one bit */
function checkNetwork(item: string): void {
  const [address = '', bits, ...more] = item.split('/');
  const version = isIP(address);
  const maxBits = version === 4 ? 32 : 128;
  const isPrefixValid =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits);
  if (version === 0 || !isPrefixValid || more.length > 0) {
    throw new InvalidSetting(`'${item}' is neither an address nor a network of at least one bit`);
  }
}

const proxyList = listOf(`${addressesHelp}, ${networkNames.join(', ')}`, (item) => {
  if (!networkNames.includes(item)) checkNetwork(item);
});

/** Parses the number of proxies in front of the service, or the addresses of these proxies. */
const trustedProxies = kind<number | readonly string[]>(
  `a number of proxies from 0 to 10, or ${proxyList.allowed}`,
  (value) => {
    if (!/^\d+$/.test(value)) return proxyList.read(value);
    if (Number(value) > 10) throw new InvalidSetting();
    return Number(value);
  },
  { show: (value) => (typeof value === 'number' ? String(value) : proxyList.show(value)) },
);

export const httpRows = defineRows({
  trustProxy: {
    name: 'TRUST_PROXY',
    kind: trustedProxies,
    default: [],
    doc: 'Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted: their number, if the service can be reached only through them, or their addresses and networks. If not set, the headers are ignored and the client is the address of the connection.',
  },
  corsAllowedOrigins: {
    name: 'CORS_ALLOWED_ORIGINS',
    inherited: true,
    kind: origins,
    default: [],
    doc: 'Origins whose pages may call the API. Default: no cross-origin access.',
  },
  bodyLimitBytes: {
    name: 'BODY_LIMIT_BYTES',
    kind: wholeNumber(1024, 64 * 1024 * 1024),
    default: 1024 * 1024,
    doc: 'Maximum size of a request body, in bytes.',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    kind: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    doc: 'Minimum level of log lines.',
  },
  accessLog: {
    name: 'ACCESS_LOG',
    kind: oneOf('off', 'errors', 'all'),
    default: 'errors',
    doc: 'Requests to log: `off`: none; `errors`: writes and answers of 400 and above; `all`: every request.',
  },
  cacheTtlSeconds: {
    name: 'CACHE_TTL_SECONDS',
    inherited: true,
    kind: seconds,
    default: 60,
    doc: 'How long an instance may fail to read changes from the database before `/readyz` returns 503, and how often a REPLICA polls a primary that sends no ETags, in seconds. For client caches, see `HTTP_MAX_AGE_SECONDS`.',
  },
  httpMaxAgeSeconds: {
    name: 'HTTP_MAX_AGE_SECONDS',
    kind: wholeNumber(0, 86_400),
    default: 0,
    doc: 'How long clients and proxies may cache reads of models, in seconds (`max-age`). With 0 they revalidate each time and get 304 if nothing changed. With a higher value, people see their own writes later by that time.',
  },
  httpStaleSeconds: {
    name: 'HTTP_STALE_SECONDS',
    kind: wholeNumber(0, 604_800),
    default: 0,
    doc: 'How long caches may keep answering reads of models while the service fails, in seconds (`stale-if-error`); while it answers, they may send an old copy for at most 60 seconds (`stale-while-revalidate`). Such as 86400 for a day.',
  },
});
