import type { CanonicalFormat } from '../../records/categories/category.ts';
import { extraCategoryNames } from '../../records/categories/extra-categories.ts';
import {
  databaseUrl,
  type Kind,
  oneOf,
  pathPrefix,
  postgresUrl,
  someOf,
  text,
  wholeNumber,
} from '../kinds.ts';
import { inherited, own } from '../row.ts';
import type { Settings } from '../settings.ts';

const replicateMode = oneOf('PRIMARY', 'REPLICA');
const canonicalFormat: Kind<CanonicalFormat> = oneOf('v2', 'legacy');

/** What runs where, on which data. */
export const deploymentSettings = {
  HOST: own(
    text('a host name or an IP address', /^[\w.:%-]+$/),
    '127.0.0.1',
    'Address to listen on. `0.0.0.0` is every IPv4 address of the machine.',
  ),
  PORT: own(wholeNumber(0, 65_535), 19_800, 'TCP port to listen on. 0 takes a free one.'),
  BASE_PATH: own(
    pathPrefix,
    '/api',
    'Where the API lives. `/healthz`, `/readyz` and `/metrics` are outside it.',
  ),
  DATABASE_URL: own(
    databaseUrl,
    'sqlite:./data/registry.db',
    'Where the data is. A relative path starts in the working directory.',
    { plain: ['DATABASE_URL'] },
  ),
  DATABASE_LISTEN_URL: own<string | null>(
    postgresUrl as Kind<string | null>,
    null,
    'PostgreSQL behind a pooler in transaction mode: the address of the database itself, for one connection that listens for the writes of other instances.',
    { fallbackText: '`DATABASE_URL`' },
  ),
  REPLICATE_MODE: inherited<Settings['replicateMode'] | null>(
    replicateMode as Kind<Settings['replicateMode'] | null>,
    null,
    'PRIMARY is the authority and may accept writes; REPLICA is read-only and follows `PRIMARY_API_URL`.',
    { fallbackText: 'none: `serve` needs it' },
  ),
  CANONICAL_FORMAT: inherited(
    canonicalFormat,
    'v2',
    'Which API version accepts writes: `v2` or `legacy` (v1). The other one answers writes with 503.',
  ),
  EXTRA_CATEGORIES: own(
    someOf(...extraCategoryNames),
    [],
    'Categories beyond the usual 14, in v2 only. A deployment that takes over from the existing service keeps its records of `controlnet_annotator` this way.',
  ),
};
