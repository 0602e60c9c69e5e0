import type { RiskSettings } from '../../../../../src/modules/insight/analytics/model-risk.ts';

/** What a deployment has that decides nothing itself. */
export const riskSettings: RiskSettings = {
  preferredFileHosts: ['huggingface.co'],
  lowUsageThresholdPercentage: 0.0065,
  textGenLowUsageThresholdPercentage: 0.02,
  textGenIgnoreDownloadHosts: true,
  textGenCriticalUsageThreshold: 10,
  textGenCriticalWorkerThreshold: 1,
};
