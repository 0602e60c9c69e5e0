import { contradictions } from './contradictions.ts';
import { type Given, given } from './environment.ts';
import { NotAllowed } from './kinds.ts';
import type { Row } from './row.ts';
import type { Settings } from './settings.ts';
import { type SettingName, type SettingValues, settingTable } from './table.ts';

/** Everything that is wrong with the settings, one line each. */
export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

export interface ReadSettings {
  settings: Settings;
  /** The value of every variable. */
  values: Readonly<SettingValues>;
  /** One line for each variable that was accepted but has no effect here. */
  ignored: readonly string[];
  /** One line for each setting that is allowed and probably not what was meant. */
  warnings: readonly string[];
  /** Where each value came from: the variable, or null for the default. */
  sources: Readonly<Record<SettingName, string | null>>;
}

/**
 * Makes the settings of an environment.
 *
 * @param options.replicateMode stands in for REPLICATE_MODE when it is not given; without either, that is a
 * problem
 * @throws SettingsError with every problem of the environment
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  options: { replicateMode?: Settings['replicateMode'] } = {},
): ReadSettings {
  const { variables, ignored, problems } = given(environment);
  const values: Record<string, unknown> = {};
  const sources: Record<string, string | null> = {};

  for (const [name, row] of Object.entries(settingTable) as [SettingName, Row<unknown>][]) {
    const variable = variables.get(name);
    values[name] = row.fallback;
    sources[name] = variable?.variable ?? null;
    if (!variable) continue;
    try {
      values[name] = row.kind.read(variable.text);
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      problems.push(refusal(variable, row, error.message));
    }
  }
  if (!variables.has('REPLICATE_MODE')) {
    values.REPLICATE_MODE = options.replicateMode ?? null;
    if (!options.replicateMode) {
      problems.push(
        `MODELREF_REPLICATE_MODE: not given; allowed: ${settingTable.REPLICATE_MODE.kind.allowed}. There is no default: say which one this deployment is.`,
      );
    }
  }
  if (problems.length > 0) throw new SettingsError(problems);
  const together = contradictions(values as SettingValues);
  if (together.problems.length > 0) throw new SettingsError(together.problems);
  return {
    settings: toSettings(values as SettingValues),
    values: values as SettingValues,
    ignored,
    warnings: together.warnings,
    sources: sources as Record<SettingName, string | null>,
  };
}

function refusal({ variable, text }: Given, { kind }: Row<unknown>, reason: string): string {
  const because = reason === '' ? '' : ` (${reason})`;
  return `${variable}: '${kind.mask(text)}' is not allowed${because}; allowed: ${kind.allowed}.`;
}

/** Every variable in its place. */
function toSettings(v: SettingValues): Settings {
  return Object.freeze({
    host: v.HOST,
    port: v.PORT,
    basePath: v.BASE_PATH,
    databaseUrl: v.DATABASE_URL,
    databaseListenUrl: v.DATABASE_LISTEN_URL,
    replicateMode: v.REPLICATE_MODE ?? 'PRIMARY',
    canonicalFormat: v.CANONICAL_FORMAT,
    extraCategories: v.EXTRA_CATEGORIES,
    authUrl: v.AUTH_URL,
    usageUrl: v.USAGE_URL ?? v.AUTH_URL,
    identityCacheTtlSeconds: v.IDENTITY_CACHE_TTL_SECONDS,
    identityStaleSeconds: v.IDENTITY_STALE_SECONDS,
    identityUnknownPerSecond: v.IDENTITY_UNKNOWN_PER_SECOND,
    identityUnknownWaiting: v.IDENTITY_UNKNOWN_WAITING,
    applyConflicts: v.APPLY_CONFLICTS,
    reviewPolicy: v.REVIEW_POLICY,
    approvals: { low: v.APPROVALS__LOW, look: v.APPROVALS__LOOK, high: v.APPROVALS__HIGH },
    applyWaitSeconds: v.APPLY_WAIT_SECONDS,
    bulkApproval: v.BULK_APPROVAL,
    muchUsedPerMonth: v.MUCH_USED_PER_MONTH,
    securityContact: v.SECURITY_CONTACT,
    logLevel: v.LOG_LEVEL,
    accessLog: v.ACCESS_LOG,
    hotReads: v.HOT_READS,
    bodyLimitBytes: v.BODY_LIMIT_BYTES,
    requestDeadlineSeconds: v.REQUEST_DEADLINE_SECONDS,
    writeQueueLength: v.WRITE_QUEUE_LENGTH,
    cacheTtlSeconds: v.CACHE_TTL_SECONDS,
    httpMaxAgeSeconds: v.HTTP_MAX_AGE_SECONDS,
    trustProxy: v.TRUST_PROXY,
    feedStreamsPerAddress: v.FEED_STREAMS_PER_ADDRESS,
    feedReplicaNetworks: v.FEED_REPLICA_NETWORKS,
    corsAllowedOrigins: v.CORS_ALLOWED_ORIGINS,
    primaryApiUrl: v.PRIMARY_API_URL,
    primaryApiTimeoutSeconds: v.PRIMARY_API_TIMEOUT,
    replicaMaxAgeSeconds: v.REPLICA_MAX_AGE_SECONDS,
    enableGithubFallback: v.ENABLE_GITHUB_FALLBACK,
    imageGithubRepo: Object.freeze({
      owner: v.IMAGE_GITHUB_REPO__OWNER,
      name: v.IMAGE_GITHUB_REPO__NAME,
      branch: v.IMAGE_GITHUB_REPO__BRANCH,
    }),
    textGithubRepo: Object.freeze({
      owner: v.TEXT_GITHUB_REPO__OWNER,
      name: v.TEXT_GITHUB_REPO__NAME,
      branch: v.TEXT_GITHUB_REPO__BRANCH,
    }),
    hordeApiTimeoutSeconds: v.HORDE_API_TIMEOUT,
    hordeApiCacheTtlSeconds: v.HORDE_API_CACHE_TTL,
    statisticsCacheTtlSeconds: v.STATISTICS_CACHE_TTL,
    deletionRiskCacheTtlSeconds: v.DELETION_RISK_CACHE_TTL,
    preferredFileHosts: v.PREFERRED_FILE_HOSTS,
    lowUsageThresholdPercentage: v.LOW_USAGE_THRESHOLD_PERCENTAGE,
    textGenLowUsageThresholdPercentage: v.TEXT_GEN_LOW_USAGE_THRESHOLD_PERCENTAGE,
    textGenIgnoreDownloadHosts: v.TEXT_GEN_IGNORE_DOWNLOAD_HOSTS,
    textGenCriticalUsageThreshold: v.TEXT_GEN_CRITICAL_USAGE_THRESHOLD,
    textGenCriticalWorkerThreshold: v.TEXT_GEN_CRITICAL_WORKER_THRESHOLD,
    auditEnabled: v.AUDIT__ENABLED,
    auditOrigin: v.AUDIT_ORIGIN,
    auditSigningKey: v.AUDIT_SIGNING_KEY,
    auditSigningKeyFile: v.AUDIT_SIGNING_KEY_FILE,
    queueEnabled: v.PENDING_QUEUE__ENABLED,
    maxWaitingChanges: v.PENDING_QUEUE__MAX_WAITING_CHANGES,
    maxWaitingBytes: v.PENDING_QUEUE__MAX_WAITING_BYTES,
    requestorIds: v.PENDING_QUEUE__REQUESTOR_IDS,
    approverIds: v.PENDING_QUEUE__APPROVER_IDS,
    webhooks: v.WEBHOOKS,
    bridge: v.BRIDGE,
    bridgeToken: v.BRIDGE_TOKEN,
    bridgeApp: v.BRIDGE_APP,
    bridgeDirectory: v.BRIDGE_DIRECTORY,
    bridgeIntervalSeconds: v.BRIDGE_INTERVAL_SECONDS,
    bridgeGithubApi: v.BRIDGE_GITHUB_API,
    bridgeConsoleUrl: v.BRIDGE_CONSOLE_URL,
    bridgeWebhookSecret: v.BRIDGE_WEBHOOK_SECRET,
    webhooksAllowPrivate: v.WEBHOOKS_ALLOW_PRIVATE,
    discordWebhooks: v.DISCORD_WEBHOOKS,
    discordApi: v.DISCORD_API,
    fileChecks: v.FILE_CHECKS,
    fileChecksPerMinute: v.FILE_CHECKS_PER_MINUTE,
    draftsPerMinute: v.DRAFTS_PER_MINUTE,
    showcaseImages: v.SHOWCASE_IMAGES,
    usageHistoryDays: v.USAGE_HISTORY_DAYS,
    stylesSource: v.STYLES_SOURCE,
    hfToken: v.HF_TOKEN,
    civitaiToken: v.CIVITAI_TOKEN,
    fileHostMirrors: Object.freeze(
      Object.fromEntries(v.FILE_HOST_MIRRORS.map((item) => item.split(/=(.*)/s, 2))),
    ),
    fileHostsAllowPrivate: v.FILE_HOSTS_ALLOW_PRIVATE,
  });
}
