import { decimalNumber, httpUrl, type Kind, wholeNumber } from '../kinds.ts';
import { inherited, own } from '../row.ts';
import { seconds, timeOut } from './durations.ts';

/** The horde's identity service, and what it says of usage. */
export const hordeSettings = {
  AUTH_URL: own(
    httpUrl,
    'https://aihorde.net/api',
    'Base URL of the identity service; `/v2/find_user` is asked who owns a key.',
    { plain: ['AI_HORDE_URL', 'HORDE_URL'] },
  ),
  IDENTITY_CACHE_TTL_SECONDS: own(
    seconds,
    60,
    'How long a valid key is believed without asking again, in seconds (an invalid one: at most 10). 0 asks every time.',
  ),
  IDENTITY_STALE_SECONDS: own(
    seconds,
    600,
    'How long a key that was valid is believed while the identity service gives no answer (429, 5xx, time-out), in seconds. Never once it has called the key invalid. 0: not at all.',
  ),
  IDENTITY_UNKNOWN_PER_SECOND: own(
    decimalNumber(0.1, 10_000),
    10,
    'How many keys that were not valid lately the identity service is asked about in a second, on average.',
  ),
  IDENTITY_UNKNOWN_WAITING: own(
    wholeNumber(0, 10_000),
    50,
    'How many such keys wait to be asked about, at most 5 s. More are answered 503 with `Retry-After` at once.',
  ),
  USAGE_URL: own<string | null>(
    httpUrl as Kind<string | null>,
    null,
    'Base URL of the usage source (workers, requests).',
    { fallbackText: 'the same as `AUTH_URL`' },
  ),
  HORDE_API_TIMEOUT: inherited(timeOut, 30, 'Time-out of a request to the usage source, in seconds.'),
  HORDE_API_CACHE_TTL: inherited(seconds, 60, 'How long an answer of the usage source is used, in seconds.'),
  USAGE_HISTORY_DAYS: own(
    wholeNumber(0, 3_650),
    366,
    'For how many days it is kept how much each model was used: once a day the usage source is asked, and of each category the 5,000 models that are used most are noted. 0: it is not noted.',
  ),
};
