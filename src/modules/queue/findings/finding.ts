/** What a reviewer should look at. A finding never stops a change by itself. */
export type Finding = {
  rule: FindingRule;
  severity: FindingSeverity;
  /** Dotted path in the v2 record; null when it is about the whole of it. */
  field_path: string | null;
  /** What was found, with the value. */
  message: string;
};

/**
 * How bad it can get, worst first. `critical`: workers or another model may come to harm. `warning`: the
 * record is probably not what its author meant. `note`: worth knowing.
 */
export const findingSeverities = ['critical', 'warning', 'note'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

/** Every rule with its severity, worst first: the order in which findings are listed. */
export const severityOf = {
  unsafe_file_name: 'critical',
  derived_name_taken: 'critical',
  confusable_name: 'critical',
  hidden_characters: 'critical',
  same_address_other_hash: 'critical',
  file_mismatch: 'critical',
  file_gone: 'critical',
  file_not_found: 'warning',
  file_size_differs: 'warning',
  file_gated: 'warning',
  page_not_file: 'warning',
  no_file: 'warning',
  missing_sha256: 'warning',
  malformed_sha256: 'warning',
  not_normal: 'warning',
  file_name_too_long: 'warning',
  file_name_clash: 'warning',
  shared_sha256: 'warning',
  shared_url: 'warning',
  name_differs_by_case: 'warning',
  near_name: 'warning',
  insecure_url: 'warning',
  unusable_url: 'warning',
  unusable_homepage: 'warning',
  size_change: 'warning',
  same_proposal_waiting: 'warning',
  baseline_of_others: 'warning',
  used_by_styles: 'warning',
  file_not_looked_at: 'note',
  file_of_others: 'note',
  styles_unknown: 'note',
  file_moved: 'note',
  file_mutable: 'note',
  host_not_preferred: 'note',
} as const satisfies Record<string, FindingSeverity>;

export type FindingRule = keyof typeof severityOf;
export const findingRules = Object.keys(severityOf) as [FindingRule, ...FindingRule[]];
