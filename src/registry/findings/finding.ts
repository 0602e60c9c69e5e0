/** What a reviewer should look at. A finding never stops a change by itself. */
export type Finding = {
  rule: FindingRule;
  /** Dotted path in the v2 record; null when it is about the whole of it. */
  field_path: string | null;
  /** What was found, with the value. */
  message: string;
};

export const findingRules = [
  'missing_sha256',
  'malformed_sha256',
  'shared_sha256',
  'shared_url',
  'name_differs_by_case',
  'insecure_url',
  'unusable_url',
  'host_not_preferred',
  'size_change',
] as const;
export type FindingRule = (typeof findingRules)[number];
