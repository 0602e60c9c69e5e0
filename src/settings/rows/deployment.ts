import type { CanonicalFormat } from '../../records/categories/category.ts';
import { extraCategoryNames } from '../../records/categories/extra-categories.ts';
import {
  decimalNumber,
  InvalidSetting,
  type Kind,
  kind,
  listOf,
  oneOf,
  someOf,
  text,
  trueOrFalse,
  wholeNumber,
} from '../kinds.ts';
import { readPostgresUrl, redactSecrets } from '../postgres-url.ts';
import { defineRows } from '../row.ts';

const canonicalFormat: Kind<CanonicalFormat> = oneOf('v2', 'legacy');

/** Paths that the service serves regardless of the API's base path. */
const reservedPaths = ['/healthz', '/readyz', '/metrics'];

/**
 * The base path of the API, such as `/api`. A trailing slash is removed. `/` becomes the empty text, which
 * puts the API at the root.
 */
const pathPrefix = kind<string>(
  'a path that starts with a slash, such as /api, or / alone',
  (value) => {
    if (value === '/') return '';
    if (!/^(\/[\w.~-]+)+\/?$/.test(value)) throw new InvalidSetting();
    const path = value.replace(/\/$/, '');
    if (reservedPaths.includes(path)) throw new InvalidSetting('this path is already in use');
    return path;
  },
  { show: (value) => value || '/' },
);

const databaseUrl = kind<string>(
  'sqlite:<path of a file> or postgres://<user>:<password>@<host>:<port>/<name>',
  (value) => {
    return /^sqlite:(?!\/\/[^/]|:memory:|$)/.test(value) ? value : checkPostgresUrl(value);
  },
  { show: redactSecrets, mask: redactSecrets },
);

/**
 * Returns a PostgreSQL URL unchanged.
 *
 * @throws InvalidSetting when the URL is not valid
 */
function checkPostgresUrl(value: string): string {
  if (!/^postgres(ql)?:\/\/./.test(value)) throw new InvalidSetting();
  readPostgresUrl(value);
  return value;
}

export const deploymentRows = defineRows({
  host: {
    name: 'HOST',
    kind: text('a host name or an IP address', /^[\w.:%-]+$/),
    default: '127.0.0.1',
    doc: 'Address to listen on. `0.0.0.0` is every IPv4 address of the machine.',
  },
  port: {
    name: 'PORT',
    kind: wholeNumber(0, 65_535),
    default: 19_800,
    doc: 'TCP port to listen on. 0 takes a free one.',
  },
  stopDelaySeconds: {
    name: 'STOP_DELAY_SECONDS',
    kind: decimalNumber(0, 600),
    default: 5,
    doc: 'How long the service keeps answering after SIGTERM, in seconds, with `/readyz` 503, so that a proxy can route requests elsewhere. It then stops within ten seconds.',
  },
  basePath: {
    name: 'BASE_PATH',
    kind: pathPrefix,
    default: '/api',
    doc: 'Base path of the API. `/healthz`, `/readyz` and `/metrics` are outside it.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    kind: databaseUrl,
    default: 'sqlite:./data/registry.db',
    plain: ['DATABASE_URL'],
    doc: 'The database. A relative path starts in the working directory; `serve` creates the file, but not its folder. For [several PostgreSQL servers](operations.md#standby-and-failover): `<host>:<port>,<host>:<port>`.',
  },
  replicateMode: {
    name: 'REPLICATE_MODE',
    inherited: true,
    kind: oneOf('PRIMARY', 'REPLICA'),
    defaultText: 'none: `serve` needs it',
    doc: 'PRIMARY is authoritative and may accept writes; REPLICA is read-only and follows `PRIMARY_API_URL`.',
  },
  canonicalFormat: {
    name: 'CANONICAL_FORMAT',
    inherited: true,
    kind: canonicalFormat,
    default: 'v2',
    doc: 'API version that accepts writes: `v2` or `legacy` (v1). The other version returns 503 for writes.',
  },
  extraCategories: {
    name: 'EXTRA_CATEGORIES',
    // 'baseline' was a category of earlier releases: it is ignored with a warning.
    kind: {
      ...someOf<string>(...extraCategoryNames, 'baseline'),
      allowed: someOf(...extraCategoryNames).allowed,
    },
    default: [],
    doc: 'Categories beyond the standard 14, in v2 only. `controlnet_annotator` is for deployments that take over its records from the Python service.',
  },
});

/**
 * Ids of accounts of the identity service. Refuses the anonymous account, because anyone may use it and could
 * then write.
 */
export const userIds = listOf('ids of accounts (digits, not 0)', (id) => {
  if (/^0+$/.test(id)) {
    throw new InvalidSetting(
      '0 is not allowed: it is the anonymous account, whose key is public, so everybody would have this role',
    );
  }
  if (!/^[1-9]\d*$/.test(id))
    throw new InvalidSetting(`'${id}' is not an id: give the digits after the # of a username`);
});

/** The settings that define who may propose and review. */
export const writersRows = defineRows({
  queueEnabled: {
    name: 'PENDING_QUEUE__ENABLED',
    inherited: true,
    kind: trueOrFalse,
    default: true,
    doc: "Whether changes can be proposed. Without the queue, v2 writes return 503, and v1 writes are live at once and require an approver's key.",
  },
  requestorIds: {
    name: 'PENDING_QUEUE__REQUESTOR_IDS',
    inherited: true,
    kind: userIds,
    default: [],
    doc: 'Accounts that may propose changes. Without requestors and approvers, nobody may.',
  },
  approverIds: {
    name: 'PENDING_QUEUE__APPROVER_IDS',
    inherited: true,
    kind: userIds,
    default: [],
    doc: 'Accounts that may review and apply changes. They may also propose.',
  },
});

/** The setting of the audit trail: whether writes are recorded. */
export const trailRows = defineRows({
  auditEnabled: {
    name: 'AUDIT__ENABLED',
    inherited: true,
    kind: trueOrFalse,
    default: true,
    doc: 'Whether writes are recorded in the audit trail and its endpoints are available.',
  },
});
