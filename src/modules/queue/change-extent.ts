import type { NetOperation, ProposalDiff } from './proposal-diff.ts';

/** How far a change reaches, short enough for lists. */
export interface ChangeExtent {
  /** What it turns out to do; null once it is decided. */
  readonly net_operation: NetOperation | null;
  /** Of a change that modifies a live model: dotted paths that a reviewer must not overlook. */
  readonly critical_fields: string[];
  /** Of a change that modifies a live model: dotted paths that differ, those above first. */
  readonly changed_fields: string[];
  /** Number of all of them. */
  readonly changed_field_count: number;
}

/** How many paths each list of an extent holds. */
export const mostListedFields = 25;

/** The extent of a decided change, which needs no review. */
export const noExtent: ChangeExtent = {
  net_operation: null,
  critical_fields: [],
  changed_fields: [],
  changed_field_count: 0,
};

/** Lists no field of a create or delete: all of them differ. */
export function changeExtent(diff: ProposalDiff): ChangeExtent {
  const { net_operation, critical_fields } = diff;
  if (net_operation !== 'modified') return { ...noExtent, net_operation };
  const differing = diff.field_diffs.length > 0 ? diff.field_diffs : diff.counterpart_diffs;
  const paths = [...new Set([...critical_fields, ...differing.map(({ field_path }) => field_path)])];
  return {
    net_operation,
    critical_fields: critical_fields.slice(0, mostListedFields),
    changed_fields: paths.slice(0, mostListedFields),
    changed_field_count: paths.length,
  };
}
