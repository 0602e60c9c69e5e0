import type { ModelRisk } from '../../api/types.ts';
import type { Preset } from './insight-search.ts';

type Flag = keyof ModelRisk['deletion_risk_flags'];

/** Labels of the reasons for deleting a model, by their names in the API, most serious first. */
const flagLabels: Readonly<Record<Flag, string>> = {
  zero_usage_total: 'never used',
  zero_usage_month: 'unused this month',
  zero_usage_day: 'unused today',
  no_active_workers: 'no worker',
  low_usage: 'little used',
  no_download_urls: 'no download',
  has_unknown_host: 'unknown host',
  has_non_preferred_host: 'other host',
  has_multiple_hosts: 'several hosts',
  missing_baseline: 'no baseline',
  missing_description: 'no description',
};

const flags = Object.keys(flagLabels) as Flag[];

export function listFlags(risk: ModelRisk): string[] {
  return flags.filter((flag) => risk.deletion_risk_flags[flag]).map((flag) => flagLabels[flag]);
}

export const presetLabels: Readonly<Record<Preset, string>> = {
  deletion_candidates: 'Deletion candidates',
  zero_usage: 'Unused this month',
  no_workers: 'No worker',
  low_usage: 'Little used',
  critical: 'Critical',
  missing_data: 'Missing data',
  host_issues: 'Host issues',
};
