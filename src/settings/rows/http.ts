import { contact, decimalNumber, oneOf, trueOrFalse, wholeNumber } from '../kinds.ts';
import { networks, origins, trustedProxies } from '../network-kinds.ts';
import { inherited, own } from '../row.ts';
import { seconds } from './durations.ts';

/** What clients are given, and how much of it. */
export const httpSettings = {
  TRUST_PROXY: own<number | readonly string[]>(
    trustedProxies,
    [],
    'Whose `X-Forwarded-For` is believed: how many proxies are in front, where nobody can reach the service but through them, or their addresses and networks. Without it the header is ignored, and clients are known by the address of their connection.',
  ),
  FEED_STREAMS_PER_ADDRESS: own(
    wholeNumber(1, 100_000),
    100,
    'Streams of the feed that one client address (IPv6: a /64 network) may have open, of 2,000. Behind a proxy set `TRUST_PROXY`, or all clients are one.',
  ),
  FEED_REPLICA_NETWORKS: own<readonly string[]>(
    networks,
    [],
    'Addresses and networks of replicas: their streams have 200 places of their own.',
  ),
  CORS_ALLOWED_ORIGINS: inherited(
    origins,
    [],
    'Origins whose pages may call the API. None: no cross-origin access.',
  ),
  BODY_LIMIT_BYTES: own(wholeNumber(1024, 64 * 1024 * 1024), 1024 * 1024, 'Largest request body, in bytes.'),
  REQUEST_DEADLINE_SECONDS: own(
    decimalNumber(0.1, 50),
    20,
    'How long a write may wait until it is begun, in seconds: for the identity service, for other writes, for the lock of the database. Then it is answered 503, and never begun.',
  ),
  WRITE_QUEUE_LENGTH: own(
    wholeNumber(1, 100_000),
    500,
    'How many writes may wait in one process; more are answered 503 at once.',
  ),
  SECURITY_CONTACT: own<string | null>(
    contact,
    null,
    'Where weaknesses of this deployment are reported: said at `/.well-known/security.txt` (RFC 9116).',
    { fallbackText: 'none, and no such file' },
  ),
  LOG_LEVEL: own(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least serious log line that is written.',
  ),
  ACCESS_LOG: own(
    oneOf('off', 'errors', 'all'),
    'errors',
    'Which requests are logged: none; writes and answers of 400 and above; every one.',
  ),
  HOT_READS: own(
    trueOrFalse,
    true,
    'Whether reads of stored categories and records are answered on the bare connection, at a fraction of the cost. The answers are the same without. No effect with `ACCESS_LOG=all`.',
  ),
  CACHE_TTL_SECONDS: inherited(
    seconds,
    60,
    'How long an instance may be without news of the database until `/readyz` answers 503, and how often a REPLICA asks a primary without a feed, in seconds. Of caches outside: `HTTP_MAX_AGE_SECONDS`.',
  ),
  HTTP_MAX_AGE_SECONDS: own(
    wholeNumber(0, 86_400),
    0,
    'How long clients and proxies may use a read of models without asking again, in seconds. With 0 they ask each time, and get a 304 when nothing changed; with more, people see their own writes that much later.',
  ),
};
