import { httpUrl, seconds, timeOut } from '../kinds.ts';
import { defineRows } from '../row.ts';

/** The settings of the horde's identity service and usage figures. */
export const hordeRows = defineRows({
  authUrl: {
    name: 'AUTH_URL',
    kind: httpUrl,
    default: 'https://aihorde.net/api',
    plain: ['AI_HORDE_URL', 'HORDE_URL'],
    doc: 'Base URL of the identity service; `/v2/find_user` is asked who owns a key.',
  },
  identityCacheTtlSeconds: {
    name: 'IDENTITY_CACHE_TTL_SECONDS',
    kind: seconds,
    default: 60,
    doc: 'How long a valid key is believed without asking again, in seconds (an invalid one: at most 10). 0 asks every time.',
  },
  usageUrl: {
    name: 'USAGE_URL',
    kind: httpUrl,
    default: null,
    defaultText: 'the same as `AUTH_URL`',
    doc: 'Base URL of the usage source (workers, requests).',
  },
  hordeApiTimeoutSeconds: {
    name: 'HORDE_API_TIMEOUT',
    inherited: true,
    kind: timeOut,
    default: 30,
    doc: 'Time-out of a request to the usage source, in seconds.',
  },
  hordeApiCacheTtlSeconds: {
    name: 'HORDE_API_CACHE_TTL',
    inherited: true,
    kind: seconds,
    default: 60,
    doc: 'How long an answer of the usage source is used, in seconds.',
  },
});
