import {
  decimalNumber,
  InvalidSetting,
  listOf,
  seconds,
  trueOrFalse,
  wholeNumber,
} from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof insightRows> {}
}

const percentage = decimalNumber(0, 100);

const hostNames = listOf('host names such as huggingface.co', (host) => {
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host))
    throw new InvalidSetting(`'${host}' is not a host name`);
});

export const insightRows = defineRows({
  statisticsCacheTtlSeconds: {
    name: 'STATISTICS_CACHE_TTL',
    inherited: true,
    kind: seconds,
    default: 300,
    doc: 'How long computed statistics are cached, in seconds. A change of the category invalidates them.',
  },
  deletionRiskCacheTtlSeconds: {
    name: 'DELETION_RISK_CACHE_TTL',
    inherited: true,
    kind: seconds,
    default: 300,
    doc: 'How long a computed deletion-risk analysis is cached, in seconds.',
  },
  preferredFileHosts: {
    name: 'PREFERRED_FILE_HOSTS',
    inherited: true,
    kind: hostNames,
    default: ['huggingface.co'],
    doc: 'File hosts without a flag in the deletion-risk analysis.',
  },
  lowUsageThresholdPercentage: {
    name: 'LOW_USAGE_THRESHOLD_PERCENTAGE',
    inherited: true,
    kind: percentage,
    default: 0.0065,
    doc: "Share of its category's usage, in percent, below which an image model counts as little used.",
  },
  textGenLowUsageThresholdPercentage: {
    name: 'TEXT_GEN_LOW_USAGE_THRESHOLD_PERCENTAGE',
    inherited: true,
    kind: percentage,
    default: 0.02,
    doc: 'The same for text models, in percent.',
  },
  textGenIgnoreDownloadHosts: {
    name: 'TEXT_GEN_IGNORE_DOWNLOAD_HOSTS',
    inherited: true,
    kind: trueOrFalse,
    default: true,
    doc: 'Whether flags about download hosts are skipped for text models.',
  },
  textGenCriticalUsageThreshold: {
    name: 'TEXT_GEN_CRITICAL_USAGE_THRESHOLD',
    inherited: true,
    kind: wholeNumber(0, 1_000_000_000),
    default: 10,
    doc: 'Monthly uses up to which a text model with few workers is critical.',
  },
  textGenCriticalWorkerThreshold: {
    name: 'TEXT_GEN_CRITICAL_WORKER_THRESHOLD',
    inherited: true,
    kind: wholeNumber(0, 1_000_000),
    default: 1,
    doc: 'Number of workers up to which a little-used text model is critical.',
  },
});
