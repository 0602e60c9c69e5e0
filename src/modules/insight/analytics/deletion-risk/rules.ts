import type { UsageKind } from '../../../../outside/usage-source.ts';

/** What a deployment decides about deletion risks; named as in its settings. */
export interface RiskSettings {
  readonly preferredFileHosts: readonly string[];
  readonly lowUsageThresholdPercentage: number;
  readonly textGenLowUsageThresholdPercentage: number;
  readonly textGenIgnoreDownloadHosts: boolean;
  readonly textGenCriticalUsageThreshold: number;
  readonly textGenCriticalWorkerThreshold: number;
}

/** The rules for one kind of models. */
export interface RiskRules {
  readonly preferredFileHosts: readonly string[];
  /** Usage below this percentage of the category's is low. */
  readonly lowUsagePercentage: number;
  readonly looksAtDownloads: boolean;
  /** What a model takes on disk is known, and is worth comparing with its usage. */
  readonly looksAtSize: boolean;
  /** A model with less use in a month and fewer workers than these is critical. */
  readonly critical: { readonly usage: number; readonly workers: number };
}

export function riskRules(kind: UsageKind, settings: RiskSettings): RiskRules {
  const { preferredFileHosts } = settings;
  if (kind === 'text') {
    return {
      preferredFileHosts,
      lowUsagePercentage: settings.textGenLowUsageThresholdPercentage,
      looksAtDownloads: !settings.textGenIgnoreDownloadHosts,
      looksAtSize: false,
      critical: {
        usage: settings.textGenCriticalUsageThreshold,
        workers: settings.textGenCriticalWorkerThreshold,
      },
    };
  }
  return {
    preferredFileHosts,
    lowUsagePercentage: settings.lowUsageThresholdPercentage,
    looksAtDownloads: true,
    looksAtSize: true,
    // No use in the month and no worker.
    critical: { usage: 1, workers: 1 },
  };
}
