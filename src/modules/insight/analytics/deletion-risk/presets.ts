import { RegistryError } from '../../../../kernel/errors.ts';
import { hostFlags } from './flags.ts';
import type { ModelRisk } from './model-risk.ts';

/** A model with less of its category's usage than this, in percent, may be deleted. */
const CANDIDATE_PERCENTAGE = 0.01;

/** Which models each preset keeps. */
const presets = {
  deletion_candidates: (risk) =>
    risk.at_risk || risk.usage_percentage_of_category < CANDIDATE_PERCENTAGE || risk.worker_count === 0,
  zero_usage: ({ usage_month }) => usage_month === 0,
  no_workers: ({ worker_count }) => worker_count === 0,
  missing_data: ({ deletion_risk_flags: flags }) => flags.missing_description || flags.missing_baseline,
  host_issues: ({ deletion_risk_flags: flags }) => hostFlags.some((flag) => flags[flag]),
  critical: ({ is_critical }) => is_critical,
  low_usage: ({ deletion_risk_flags: flags }) => flags.low_usage,
} as const satisfies Record<string, (risk: ModelRisk) => boolean>;

export type RiskPreset = keyof typeof presets;

export const riskPresets = Object.keys(presets) as readonly RiskPreset[];

/** @throws RegistryError bad_request for a preset that is not one */
export function checkPreset(preset: string): RiskPreset {
  const known = riskPresets.find((name) => name === preset);
  if (known !== undefined) return known;
  throw new RegistryError(
    'bad_request',
    `Invalid preset: Unknown preset: '${preset}'. Valid presets: ${riskPresets.join(', ')}`,
  );
}

export function keptBy(preset: RiskPreset): (risk: ModelRisk) => boolean {
  return presets[preset];
}
