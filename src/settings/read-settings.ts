import { InvalidSetting } from './kinds.ts';
import { createSettings, listOfRows, type Row, type Rows, type SettingsOf } from './row.ts';

/** Thrown when the settings are invalid. The message lists all problems, one per line. */
export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** A setting and its value as text, for display. Passwords and secrets are hidden. */
export interface ShownSetting {
  readonly name: string;
  readonly value: string;
  /** The variable that set the value; null: the value is the default. */
  readonly source: string | null;
}

/**
 * Reads the settings from environment variables. Validates each setting by itself, and does not check whether
 * the settings are compatible with each other.
 *
 * @throws SettingsError with every problem of the environment
 */
export function readRows<R extends Rows>(
  rows: R,
  environment: Environment,
): {
  settings: SettingsOf<R>;
  /** Every setting with its value, in the order of `rows`. */
  shown: readonly ShownSetting[];
  /** One line for each variable that is accepted but has no effect, with the reason. */
  ignored: readonly string[];
} {
  const rowList = listOfRows(rows);
  const { variables, ignored, problems } = findVariables(rowList, environment);
  const values = new Map<Row, unknown>();
  for (const row of rowList) {
    const variable = variables.get(row);
    values.set(row, row.default);
    if (!variable) continue;
    try {
      values.set(row, row.kind.read(variable.text));
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      problems.push(describeRefusal(variable, row, error.message));
    }
  }
  for (const { name, kind } of rowList.filter((row) => row.default === undefined && !variables.has(row))) {
    problems.push(`MODELREF_${name}: not set; allowed: ${kind.allowed}. This setting has no default.`);
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return {
    settings: createSettings(rows, (row) => values.get(row)),
    shown: rowList.map((row) => describeSetting(row, values.get(row), variables.get(row))),
    ignored,
  };
}

function describeRefusal({ variable, text }: GivenVariable, { kind }: Row, reason: string): string {
  const reasonText = reason === '' ? '' : ` (${reason})`;
  return `${variable}: '${kind.mask(text)}' is not allowed${reasonText}; allowed: ${kind.allowed}.`;
}

function describeSetting(
  { name, kind, defaultText }: Row,
  value: unknown,
  from: GivenVariable | undefined,
): ShownSetting {
  const text = value === null && defaultText ? defaultText : kind.show(value);
  return { name, value: text, source: from?.variable ?? null };
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * An environment variable that sets a setting: its name as written in the environment, and its trimmed text.
 */
interface GivenVariable {
  variable: string;
  text: string;
}

const ownPrefix = 'MODELREF_';
const inheritedPrefix = 'HORDE_MODEL_REFERENCE_';
/**
 * Names, without `MODELREF_`, of variables that do not set anything in the service. The tests read them, or
 * the commands that call a registry.
 */
const otherVariables = new Set(['SHARED_DATA', 'SERVER', 'KEY', 'KEY_FILE', 'PULL_TOKENS']);

const approvalsReplacement = 'the number of approvals does not depend on the risk: set MODELREF_APPROVALS';

/**
 * Settings of older releases, by name without `MODELREF_`. Each text states the replacement, or why the
 * setting was removed.
 */
export const removedSettings: ReadonlyMap<string, string> = new Map([
  [
    'WORKERS',
    'a service is one process. To use more cores, run several instances on one PostgreSQL database, or replicas, behind a proxy',
  ],
  ['WORKER_SILENCE_SECONDS', 'a service is one process, which has no workers'],
  ['HOT_READS', 'hot reads are always on, except with ACCESS_LOG=all'],
  ['IDENTITY_STALE_SECONDS', 'a valid key stays accepted for 600 s while the identity service is down'],
  ['IDENTITY_UNKNOWN_PER_SECOND', '10 unknown keys are checked per second'],
  ['IDENTITY_UNKNOWN_WAITING', 'at most 50 unknown keys wait to be checked'],
  ['REQUEST_DEADLINE_SECONDS', 'a write waits at most 20 s before it starts'],
  ['WRITE_QUEUE_LENGTH', 'at most 500 writes wait in one process'],
  ['MAX_PROPOSAL_BYTES', 'the body of a proposal is limited to 256 KiB'],
  ['PENDING_QUEUE__MAX_WAITING_CHANGES', 'an account may have 2,000 open changes; approvers have no limit'],
  [
    'PENDING_QUEUE__MAX_WAITING_BYTES',
    'the open changes of an account may have 64 MiB; approvers have no limit',
  ],
  ['WEBHOOKS_ALLOW_PRIVATE', 'ALLOW_PRIVATE_HOSTS names the hosts'],
  ['FILE_HOSTS_ALLOW_PRIVATE', 'ALLOW_PRIVATE_HOSTS names the hosts'],
  ['FILE_HOST_MIRRORS', 'files are checked at the URLs of the records'],
  ['READY_WHEN_EMPTY', 'a PRIMARY is ready once it has a model: import one, or propose and apply one'],
  ['AUDIT_ORIGIN', 'the trail is named after its key'],
  ['AUDIT_SIGNING_KEY', 'store the key in the file AUDIT_SIGNING_KEY_FILE'],
  [
    'BRIDGE_GITHUB_API',
    'the API is that of the server in the url of the repository: https://api.github.com, or /api/v3 there',
  ],
  ['DRAFTS_PER_MINUTE', 'an account may draft 20 links per minute'],
  ['STYLES_SOURCE', 'the styles of the AI-Horde are read if AUTH_URL is the AI-Horde'],
  ['MUCH_USED_PER_MONTH', 'a model with 1,000 uses in the last month counts as much used'],
  ['FILE_CHECKS_PER_MINUTE', 'file checks make 60 calls per minute; `modelref check-files` makes more'],
  ['FEED_STREAMS_PER_ADDRESS', 'one client address may have 100 streams open'],
  ['FEED_REPLICA_NETWORKS', 'replicas need no streams reserved for them'],
  [
    'REPLICA_MAX_AGE_SECONDS',
    '`/readyz` of a replica is 200 while it has a copy of any age. Alert on modelref_replica_lag_seconds',
  ],
  ['USAGE_HISTORY_DAYS', 'daily samples of usage are kept for 366 days'],
  ['DATABASE_LISTEN_URL', 'instances poll DATABASE_URL for the writes of others ten times per second'],
  ['SECURITY_CONTACT', 'a proxy in front can serve /.well-known/security.txt'],
  ['BRIDGE_APP', 'BRIDGE_TOKEN, preferably of an account for the bridge alone'],
  ['BRIDGE_WEBHOOK_SECRET', 'the repositories are polled every BRIDGE_INTERVAL_SECONDS'],
  ['REQUESTS_PER_ACCOUNT', 'an account may have 20 undecided model requests'],
  ['APPROVALS__LOW', approvalsReplacement],
  ['APPROVALS__LOOK', approvalsReplacement],
  ['APPROVALS__HIGH', approvalsReplacement],
  [
    'APPLY_WAIT_SECONDS',
    'an approved change can be applied at once. To require more reviewers, set MODELREF_APPROVALS or MODELREF_REVIEW_POLICY',
  ],
  [
    'BULK_APPROVAL',
    'changes of any risk can be approved together. To require more reviewers, set MODELREF_APPROVALS or MODELREF_REVIEW_POLICY',
  ],
  ['DISCORD_API', 'messages are sent to the API of discord.com'],
]);

/**
 * Variables of the existing service that have no effect here, by name without `HORDE_MODEL_REFERENCE_`. A
 * trailing `*` matches all names with this prefix.
 */
export const ineffectiveVariables: readonly { name: string; reason: string }[] = [
  { name: 'OFFLINE', reason: 'the registry reads only its database' },
  {
    name: 'MAKE_FOLDERS',
    reason: '`modelref import` and `modelref migrate` create the folder of the database; `serve` does not',
  },
  { name: 'GITHUB_SEED_ENABLED', reason: 'import data with `modelref import --from github`' },
  { name: 'LEGACY_DOWNLOAD_RETRY_*', reason: 'there is no seeding from GitHub' },
  { name: 'REDIS__*', reason: 'instances share only the database' },
  { name: 'ENABLE_STATISTICS_PRECOMPUTE', reason: 'it never had an effect' },
  { name: 'CACHE_HYDRATION_*', reason: 'each change invalidates its caches' },
  { name: 'AUDIT__MAX_SEGMENT_BYTES', reason: 'audit events are rows of the database' },
  { name: 'AUDIT__RELATIVE_SUBDIR', reason: 'audit events are rows of the database' },
  { name: 'AUDIT__ROOT_PATH_OVERRIDE', reason: 'audit events are rows of the database' },
  { name: 'PENDING_QUEUE__RELATIVE_SUBDIR', reason: 'the queue is kept in the database' },
  { name: 'PENDING_QUEUE__ROOT_PATH_OVERRIDE', reason: 'the queue is kept in the database' },
  { name: 'PENDING_QUEUE__MAX_SEGMENT_BYTES', reason: 'the queue is kept in the database' },
  { name: 'R2__*', reason: 'the registry has no download mirror' },
];

/**
 * Finds the variable of each setting. If several are set, the first in this order counts: `MODELREF_…`,
 * `HORDE_MODEL_REFERENCE_…`, the setting's names without a prefix. Names are case-insensitive; an empty
 * variable counts as not set.
 */
function findVariables(
  rows: readonly Row[],
  environment: Environment,
): {
  variables: Map<Row, GivenVariable>;
  ignored: string[];
  problems: string[];
} {
  const upperCase = new Map<string, GivenVariable>();
  const ignored: string[] = [];
  const problems: string[] = [];
  for (const [variable, value] of Object.entries(environment)) {
    const text = value?.trim();
    if (!text) continue;
    const name = variable.toUpperCase();
    const duplicate = upperCase.get(name);
    if (duplicate && duplicate.text !== text && isServiceVariable(name)) {
      problems.push(
        `${variable}: set twice with different values, also as ${duplicate.variable}; allowed: one of them.`,
      );
    }
    upperCase.set(name, { variable, text });
  }

  const variables = new Map<Row, GivenVariable>();
  for (const row of rows) {
    const variable = variableNames(row)
      .map((each) => upperCase.get(each))
      .find((each) => each !== undefined);
    if (variable) variables.set(row, variable);
    if (row.inherited) upperCase.delete(inheritedPrefix + row.name);
    upperCase.delete(ownPrefix + row.name);
  }
  for (const [name, { variable }] of upperCase) {
    const removalText = name.startsWith(ownPrefix) && removedSettings.get(name.slice(ownPrefix.length));
    if (removalText) {
      ignored.push(`${variable}: ignored; this setting was removed: ${removalText}.`);
    } else if (name.startsWith(ownPrefix) && !otherVariables.has(name.slice(ownPrefix.length))) {
      problems.push(
        `${variable}: unknown setting; allowed: the names that 'modelref check-config --markdown' lists.`,
      );
    } else if (name.startsWith(inheritedPrefix)) {
      ignored.push(`${variable}: ignored, ${ignoredReason(name.slice(inheritedPrefix.length))}`);
    }
  }
  return { variables, ignored, problems };
}

/** Lists the variables of a setting in order of precedence. */
export function variableNames({ name, inherited, plain = [] }: Row): string[] {
  return [ownPrefix + name, ...(inherited ? [inheritedPrefix + name] : []), ...plain];
}

function isServiceVariable(name: string): boolean {
  return name.startsWith(ownPrefix) || name.startsWith(inheritedPrefix);
}

function ignoredReason(name: string): string {
  const match = ineffectiveVariables.find((entry) =>
    entry.name.endsWith('*') ? name.startsWith(entry.name.slice(0, -1)) : name === entry.name,
  );
  return match ? match.reason : 'unknown setting';
}
