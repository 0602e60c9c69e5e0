import { httpUrl, seconds, timeOut } from '../kinds.ts';
import { defineRows } from '../row.ts';

/** The settings of the horde's identity service and usage figures. */
export const hordeRows = defineRows({
  authUrl: {
    name: 'AUTH_URL',
    kind: httpUrl,
    default: 'https://aihorde.net/api',
    plain: ['AI_HORDE_URL', 'HORDE_URL'],
    doc: 'Base URL of the identity service, whose `/v2/find_user` returns the owner of a key.',
  },
  identityCacheTtlSeconds: {
    name: 'IDENTITY_CACHE_TTL_SECONDS',
    kind: seconds,
    default: 60,
    doc: 'How long the owner of a valid key is cached, in seconds (an invalid key: at most 10). 0 disables the cache.',
  },
  usageUrl: {
    name: 'USAGE_URL',
    kind: httpUrl,
    default: null,
    defaultText: 'the same as `AUTH_URL`',
    doc: 'Base URL of the usage service (workers, requests).',
  },
  hordeApiTimeoutSeconds: {
    name: 'HORDE_API_TIMEOUT',
    inherited: true,
    kind: timeOut,
    default: 30,
    doc: 'Time-out of a request to the usage service, in seconds.',
  },
  hordeApiCacheTtlSeconds: {
    name: 'HORDE_API_CACHE_TTL',
    inherited: true,
    kind: seconds,
    default: 60,
    doc: 'How long an answer of the usage service is cached, in seconds.',
  },
});
