import type { CanonicalFormat } from '../registry/categories/category.ts';
import { extraCategoryNames } from '../registry/categories/extra-categories.ts';
import { bridgedRepositories, consoleUrl, directory, githubApp, webhookSecret } from './bridge-kinds.ts';
import { hostMirrors, hostToken, privateHosts } from './file-hosts.ts';
import {
  contact,
  databaseUrl,
  decimalNumber,
  discordWebhooks,
  fileOrUrl,
  hostNames,
  httpUrl,
  httpUrlOrNone,
  type Kind,
  keyName,
  networks,
  oneOf,
  origins,
  pathPrefix,
  postgresUrl,
  signingKey,
  someOf,
  text,
  tokenUrl,
  trueOrFalse,
  trustedProxies,
  userIds,
  webhookTargets,
  wholeNumber,
} from './kinds.ts';
import type { BridgeSettings, DiscordWebhook, GithubApp, Settings, WebhookTarget } from './settings.ts';

/** One variable: the values it allows, its default, its meaning. */
export interface Row<T> {
  readonly kind: Kind<T>;
  readonly fallback: T;
  readonly meaning: string;
  /** The existing service has it too, so `HORDE_MODEL_REFERENCE_<name>` is read as well. */
  readonly inherited: boolean;
  /** Names without a prefix that are read as well, in this order, after the prefixed ones. */
  readonly plain: readonly string[];
  /** What the documentation says instead of `fallback`. */
  readonly fallbackText: string | null;
}

type More = Partial<Pick<Row<unknown>, 'plain' | 'fallbackText'>>;

function own<T>(kind: Kind<T>, fallback: T, meaning: string, more: More = {}): Row<T> {
  return { kind, fallback, meaning, inherited: false, plain: [], fallbackText: null, ...more };
}

function inherited<T>(kind: Kind<T>, fallback: T, meaning: string, more: More = {}): Row<T> {
  return { ...own(kind, fallback, meaning, more), inherited: true };
}

const seconds = decimalNumber(0, 86_400);
const timeOut = decimalNumber(0.1, 600);
const percentage = decimalNumber(0, 100);
const repositoryPart = text('letters, digits, dots, dashes and underscores', /^[\w.-]+$/);
const branchName = text('the name of a branch', /^[\w./-]+$/);
const replicateMode = oneOf('PRIMARY', 'REPLICA');
const canonicalFormat: Kind<CanonicalFormat> = oneOf('v2', 'legacy');

/** Every variable, by the name after its prefix, in the order of the documentation. */
export const settingTable = {
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
  WORKERS: own(wholeNumber(1, 64), 1, 'Processes that serve the same port.'),
  WORKER_SILENCE_SECONDS: own(
    decimalNumber(1, 600),
    20,
    'How long one of several workers may give no sign of life before it is killed and another one takes its place, in seconds.',
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

  PENDING_QUEUE__ENABLED: inherited(
    trueOrFalse,
    true,
    'Whether changes may be proposed. Without the queue every v2 write answers 503, and every v1 write is live at once and takes the key of an approver.',
  ),
  PENDING_QUEUE__REQUESTOR_IDS: inherited(
    userIds,
    [],
    'Accounts that may propose changes. With no requestor and no approver nobody may.',
  ),
  PENDING_QUEUE__APPROVER_IDS: inherited(
    userIds,
    [],
    'Accounts that may review and apply changes; they may propose as well.',
  ),
  PENDING_QUEUE__MAX_WAITING_CHANGES: own(
    wholeNumber(1, 1_000_000),
    2_000,
    'How many changes of one account may wait, pending or approved; more are answered 429. Approvers have no bound.',
  ),
  PENDING_QUEUE__MAX_WAITING_BYTES: own(
    wholeNumber(1024, Number.MAX_SAFE_INTEGER),
    64 * 1024 * 1024,
    'How many bytes of proposals of one account may wait; more are answered 429. Approvers have no bound.',
  ),
  REVIEW_POLICY: own(
    oneOf('any', 'four_eyes'),
    'any',
    '`four_eyes`: who proposed a change may not approve it.',
  ),
  APPLY_CONFLICTS: own(
    oneOf('upsert', 'reject'),
    'upsert',
    'What an apply does when the live record changed since the proposal: overwrite it, or fail with 409.',
  ),
  MUCH_USED_PER_MONTH: own(
    wholeNumber(1, 1_000_000_000),
    1_000,
    'From how many uses in the last month on a model counts as much used: changes of it are of more risk.',
  ),
  APPROVALS__LOW: own(wholeNumber(1, 10), 1, 'How many people have to approve a change of low risk.'),
  APPROVALS__LOOK: own(
    wholeNumber(1, 10),
    1,
    'The same for a change to look at. Where more than one is needed, the approval of who proposed it does not count.',
  ),
  APPROVALS__HIGH: own(wholeNumber(1, 10), 1, 'The same for a change of high risk.'),
  APPLY_WAIT_SECONDS: own(
    wholeNumber(0, 31_536_000),
    0,
    'How long after its approval a deletion, or a change of a much-used model, can be applied.',
  ),
  BULK_APPROVAL: own(
    oneOf('any', 'low'),
    'any',
    '`low`: only changes of low risk may be approved together, others one by one.',
  ),
  AUDIT__ENABLED: inherited(
    trueOrFalse,
    true,
    'Whether writes are recorded in the audit trail, and whether its views answer.',
  ),
  AUDIT_ORIGIN: own(
    keyName,
    null,
    "The audit trail's name in its checkpoints, best its URL without scheme. Keep it for as long as the trail.",
    { fallbackText: '`modelref-` and the beginning of the SHA-256 of the public key' },
  ),
  AUDIT_SIGNING_KEY: own(
    signingKey,
    null,
    'Private key that signs checkpoints of the audit trail. All instances on one database need the same.',
    { fallbackText: 'what is in `AUDIT_SIGNING_KEY_FILE`' },
  ),
  AUDIT_SIGNING_KEY_FILE: own<string | null>(
    text('the path of a file', /[^/]$/) as Kind<string | null>,
    null,
    'File with the private key, in the same form. Made, with a new key and mode 600, where there is none.',
    {
      fallbackText:
        'the path of the SQLite file and `.audit-key`; with PostgreSQL `./data/audit-signing.key`',
    },
  ),

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
    'How many keys that were not valid lately the identity service is asked about in a second, on average, by all workers of a machine together.',
  ),
  IDENTITY_UNKNOWN_WAITING: own(
    wholeNumber(0, 10_000),
    50,
    'How many such keys wait to be asked about, at most 5 s, in each worker. More are answered 503 with `Retry-After` at once.',
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

  TRUST_PROXY: own<number | readonly string[]>(
    trustedProxies,
    [],
    'Whose `X-Forwarded-For` is believed: how many proxies are in front, where nobody can reach the service but through them, or their addresses and networks. Without it the header is ignored, and clients are known by the address of their connection.',
  ),
  FEED_STREAMS_PER_ADDRESS: own(
    wholeNumber(1, 100_000),
    100,
    'Streams of the feed that one client address (IPv6: a /64 network) may have open in each worker, of 2,000. Behind a proxy set `TRUST_PROXY`, or all clients are one.',
  ),
  FEED_REPLICA_NETWORKS: own<readonly string[]>(
    networks,
    [],
    'Addresses and networks of replicas: their streams have 200 places of their own in each worker.',
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

  STATISTICS_CACHE_TTL: inherited(
    seconds,
    300,
    'How long computed statistics are used, in seconds. A change of the category ends it earlier.',
  ),
  DELETION_RISK_CACHE_TTL: inherited(
    seconds,
    300,
    'How long a computed deletion-risk analysis is used, in seconds.',
  ),
  PREFERRED_FILE_HOSTS: inherited(
    hostNames,
    ['huggingface.co'],
    'File hosts that raise no flag in the deletion-risk analysis.',
  ),
  LOW_USAGE_THRESHOLD_PERCENTAGE: inherited(
    percentage,
    0.0065,
    "Share of its category's usage, in percent, below which an image model counts as little used.",
  ),
  TEXT_GEN_LOW_USAGE_THRESHOLD_PERCENTAGE: inherited(percentage, 0.02, 'The same for text models.'),
  TEXT_GEN_IGNORE_DOWNLOAD_HOSTS: inherited(
    trueOrFalse,
    true,
    'Whether text models are spared the flags about download hosts.',
  ),
  TEXT_GEN_CRITICAL_USAGE_THRESHOLD: inherited(
    wholeNumber(0, 1_000_000_000),
    10,
    'Monthly uses up to which a text model with few workers is critical.',
  ),
  TEXT_GEN_CRITICAL_WORKER_THRESHOLD: inherited(
    wholeNumber(0, 1_000_000),
    1,
    'Number of workers up to which such a text model is critical.',
  ),

  PRIMARY_API_URL: inherited(
    httpUrlOrNone,
    'https://models.aihorde.net/api',
    'The PRIMARY that a REPLICA follows; `none` for none.',
  ),
  PRIMARY_API_TIMEOUT: inherited(timeOut, 10, 'Time-out of a request to it, in seconds.'),
  REPLICA_MAX_AGE_SECONDS: own(
    wholeNumber(0, 31_536_000),
    0,
    'How old the copy of a REPLICA may be before its `/readyz` answers 503, in seconds. 0: of any age; it serves what it has.',
  ),
  ENABLE_GITHUB_FALLBACK: inherited(
    trueOrFalse,
    true,
    'Whether a REPLICA without its PRIMARY may read the legacy repositories.',
  ),
  IMAGE_GITHUB_REPO__OWNER: inherited(
    repositoryPart,
    'Haidra-Org',
    'The legacy repository of the image categories: its owner …',
  ),
  IMAGE_GITHUB_REPO__NAME: inherited(repositoryPart, 'AI-Horde-image-model-reference', '… its name …'),
  IMAGE_GITHUB_REPO__BRANCH: inherited(branchName, 'main', '… and its branch.'),
  TEXT_GITHUB_REPO__OWNER: inherited(
    repositoryPart,
    'Haidra-Org',
    'The legacy repository of the text models: its owner …',
  ),
  TEXT_GITHUB_REPO__NAME: inherited(repositoryPart, 'AI-Horde-text-model-reference', '… its name …'),
  TEXT_GITHUB_REPO__BRANCH: inherited(branchName, 'main', '… and its branch.'),
  WEBHOOKS: own<readonly WebhookTarget[]>(
    webhookTargets,
    [],
    'Who is told of changes, and the secret that signs what they are told.',
  ),
  WEBHOOKS_ALLOW_PRIVATE: own(
    trueOrFalse,
    false,
    'Whether webhook targets may be on loopback, private or link-local addresses.',
  ),
  DISCORD_WEBHOOKS: own<readonly DiscordWebhook[]>(
    discordWebhooks,
    [],
    'Channels of Discord that are told of each applied batch in a message, which is edited when the batch is reverted.',
  ),
  DISCORD_API: own(
    tokenUrl,
    'https://discord.com/api/v10',
    'The API of Discord, or what stands in for it in tests.',
  ),
  FILE_CHECKS: own(
    trueOrFalse,
    false,
    'Whether the files that records name are looked at, each once a day and new ones at once: whether they are there, and what their hosts say of hash and size. One instance of a deployment does it.',
  ),
  FILE_CHECKS_PER_MINUTE: own(
    wholeNumber(1, 6_000),
    60,
    'How many calls the checks of files make in a minute at most.',
  ),
  DRAFTS_PER_MINUTE: own(
    wholeNumber(0, 10_000),
    20,
    'How many links each account may have looked at in a minute, to make records of them; 0: none. Each worker counts for itself.',
  ),
  BRIDGE: own<readonly BridgeSettings[]>(
    bridgedRepositories,
    [],
    'Public repositories that are kept in step with the registry, both ways: see docs/bridge.md.',
  ),
  BRIDGE_TOKEN: own<string | null>(
    hostToken,
    null,
    'Token for their host: contents and pull requests, read and write. Git and the API of GitHub are asked with it.',
    { fallbackText: 'none' },
  ),
  BRIDGE_APP: own<GithubApp | null>(githubApp, null, 'In place of a token: a GitHub App.', {
    fallbackText: 'none',
  }),
  BRIDGE_DIRECTORY: own(
    directory,
    './data/bridge',
    'Where copies of the repositories are kept. They can be deleted at any time.',
  ),
  BRIDGE_INTERVAL_SECONDS: own(
    wholeNumber(5, 86_400),
    60,
    'How often the repositories are asked, in seconds.',
  ),
  BRIDGE_GITHUB_API: own(
    httpUrl,
    'https://api.github.com',
    'The REST API of GitHub, or of GitHub Enterprise.',
  ),
  BRIDGE_CONSOLE_URL: own<string | null>(
    consoleUrl,
    null,
    'Where people see the console: commits and pull requests link there.',
    { fallbackText: 'no links' },
  ),
  BRIDGE_WEBHOOK_SECRET: own<string | null>(
    webhookSecret,
    null,
    "Secret of GitHub's webhook to `/api/bridge/github`: pushes and pull requests are then synced at once. Without it that path is not there.",
    { fallbackText: 'none' },
  ),
  SHOWCASE_IMAGES: own(
    trueOrFalse,
    false,
    'Whether the console shows the pictures that records name as showcases. Browsers then load them from wherever records say, by https and without a referrer; without it they are links.',
  ),
  STYLES_SOURCE: own<string | null>(
    fileOrUrl,
    null,
    "File or address with the horde's styles, `styles.json` of https://github.com/Haidra-Org/AI-Horde-Styles or alike: those that ask for a model are shown before it is deleted. Read every ten minutes.",
    { fallbackText: 'none' },
  ),
  HF_TOKEN: own<string | null>(
    hostToken,
    null,
    'Sent to huggingface.co when files of records and pasted links are looked at there: more calls are allowed with it, and what the account may see is seen.',
    { fallbackText: 'none' },
  ),
  CIVITAI_TOKEN: own<string | null>(hostToken, null, 'The same for civitai.com.', { fallbackText: 'none' }),
  FILE_HOST_MIRRORS: own(
    hostMirrors,
    [],
    'Mirrors that are asked in place of hosts of files. Records go on naming the hosts; tokens are not sent to mirrors.',
  ),
  FILE_HOSTS_ALLOW_PRIVATE: own(
    privateHosts,
    [],
    'Hosts of files that may be on loopback, private or link-local addresses. Anybody who may propose can have them called.',
  ),
} satisfies Record<string, Row<never> | Row<unknown>>;

export type SettingName = keyof typeof settingTable;
/** The value of every variable, by name. */
export type SettingValues = { [Name in SettingName]: (typeof settingTable)[Name]['fallback'] };

/**
 * Variables of the existing service, after the prefix, that have no effect here; a name ending in `*` stands
 * for all that start so.
 */
export const withoutMeaning: readonly { name: string; reason: string }[] = [
  { name: 'OFFLINE', reason: 'the registry reads nothing but its database' },
  { name: 'MAKE_FOLDERS', reason: 'the folder of the database is created when it is missing' },
  { name: 'GITHUB_SEED_ENABLED', reason: 'data is brought in by `modelref import --from github`' },
  { name: 'LEGACY_DOWNLOAD_RETRY_*', reason: 'belongs to seeding from GitHub' },
  { name: 'REDIS__*', reason: 'instances share the database and nothing else' },
  { name: 'ENABLE_STATISTICS_PRECOMPUTE', reason: 'it never had an effect' },
  { name: 'CACHE_HYDRATION_*', reason: 'caches are dropped by the change that outdates them' },
  { name: 'AUDIT__MAX_SEGMENT_BYTES', reason: 'audit events are rows of the database' },
  { name: 'AUDIT__RELATIVE_SUBDIR', reason: 'audit events are rows of the database' },
  { name: 'AUDIT__ROOT_PATH_OVERRIDE', reason: 'audit events are rows of the database' },
  { name: 'PENDING_QUEUE__RELATIVE_SUBDIR', reason: 'the queue is kept in the database' },
  { name: 'PENDING_QUEUE__ROOT_PATH_OVERRIDE', reason: 'the queue is kept in the database' },
  { name: 'PENDING_QUEUE__MAX_SEGMENT_BYTES', reason: 'the queue is kept in the database' },
  { name: 'R2__*', reason: 'belongs to a download mirror, not to the registry' },
];
