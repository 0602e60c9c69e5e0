import type { CanonicalFormat } from '../records/categories/category.ts';

/**
 * Everything a deployment can decide, as one frozen object. Each field names its variable; times are in the
 * unit the name says.
 */
export interface Settings {
  host: string;
  port: number;
  basePath: string;
  databaseUrl: string;
  /** Null: the same. */
  databaseListenUrl: string | null;
  replicateMode: 'PRIMARY' | 'REPLICA';
  canonicalFormat: CanonicalFormat;
  extraCategories: readonly string[];
  authUrl: string;
  usageUrl: string;
  identityCacheTtlSeconds: number;
  identityStaleSeconds: number;
  identityUnknownPerSecond: number;
  identityUnknownWaiting: number;
  applyConflicts: 'upsert' | 'reject';
  reviewPolicy: 'any' | 'four_eyes';
  /** By how many people a change of that risk has to be approved. */
  approvals: { low: number; look: number; high: number };
  applyWaitSeconds: number;
  bulkApproval: 'any' | 'low';
  /** Uses in the last month. */
  muchUsedPerMonth: number;
  /** Says where weaknesses are reported; null: there is no `security.txt`. */
  securityContact: string | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  accessLog: 'off' | 'errors' | 'all';
  /** Stored records are answered on the bare connection, without `node:http`: see src/http/hot. */
  hotReads: boolean;
  bodyLimitBytes: number;
  requestDeadlineSeconds: number;
  writeQueueLength: number;
  cacheTtlSeconds: number;
  httpMaxAgeSeconds: number;
  /** A number of proxies, or their addresses and networks. */
  trustProxy: number | readonly string[];
  feedStreamsPerAddress: number;
  /** Addresses and networks of replicas. */
  feedReplicaNetworks: readonly string[];
  corsAllowedOrigins: readonly string[];
  primaryApiUrl: string | null;
  primaryApiTimeoutSeconds: number;
  /** 0: of any age. */
  replicaMaxAgeSeconds: number;
  enableGithubFallback: boolean;
  imageGithubRepo: GithubRepo;
  textGithubRepo: GithubRepo;
  hordeApiTimeoutSeconds: number;
  hordeApiCacheTtlSeconds: number;
  statisticsCacheTtlSeconds: number;
  deletionRiskCacheTtlSeconds: number;
  preferredFileHosts: readonly string[];
  lowUsageThresholdPercentage: number;
  textGenLowUsageThresholdPercentage: number;
  textGenIgnoreDownloadHosts: boolean;
  textGenCriticalUsageThreshold: number;
  textGenCriticalWorkerThreshold: number;
  auditEnabled: boolean;
  /** Null: named after the key. */
  auditOrigin: string | null;
  /** A private key as `readSigningKey` takes it; null: it is in the file. */
  auditSigningKey: string | null;
  /** Null: beside the database. */
  auditSigningKeyFile: string | null;
  queueEnabled: boolean;
  maxWaitingChanges: number;
  maxWaitingBytes: number;
  requestorIds: readonly string[];
  approverIds: readonly string[];
  webhooks: readonly WebhookTarget[];
  bridge: readonly BridgeSettings[];
  bridgeToken: string | null;
  bridgeApp: GithubApp | null;
  bridgeDirectory: string;
  bridgeIntervalSeconds: number;
  bridgeGithubApi: string;
  /** Without a slash at the end. */
  bridgeConsoleUrl: string | null;
  bridgeWebhookSecret: string | null;
  webhooksAllowPrivate: boolean;
  discordWebhooks: readonly DiscordWebhook[];
  /** Without a slash at the end. */
  discordApi: string;
  fileChecks: boolean;
  fileChecksPerMinute: number;
  draftsPerMinute: number;
  showcaseImages: boolean;
  /** For how many days usage is kept; 0: it is not noted. */
  usageHistoryDays: number;
  /** The path of a file, or a URL; null: none. */
  stylesSource: string | null;
  hfToken: string | null;
  civitaiToken: string | null;
  /** By host: the base URL of its mirror. */
  fileHostMirrors: Readonly<Record<string, string>>;
  fileHostsAllowPrivate: readonly string[];
}

export interface GithubRepo {
  owner: string;
  name: string;
  branch: string;
}

/** A public repository that the bridge keeps in step with the registry. */
export interface BridgeSettings {
  kind: 'image' | 'text';
  /** Without a password. */
  url: string;
  branch: string;
  policy: 'review' | 'trust';
  out: 'pull_request' | 'push' | 'none';
  /** `owner/name`, where pull requests are made; null: only git is spoken. */
  github: string | null;
}

export interface GithubApp {
  id: string;
  /** PEM. */
  key: string;
}

export interface DiscordWebhook {
  id: string;
  /** Secret. */
  token: string;
  /** Null: the channel itself. */
  threadId: string | null;
}

export interface WebhookTarget {
  url: string;
  /** Any text, or `whsec_` and base64. */
  secret: string;
  /** Sign beside `secret` while the receiver changes from the old to the new. */
  previousSecrets?: readonly string[];
}
