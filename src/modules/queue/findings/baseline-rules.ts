import { findNewBaseline } from '../../../records/categories/unknown-baseline.ts';
import type { FindingRule, Rule } from './finding.ts';

/** The rule about models whose baseline is not published. */
export const baselineRules = {
  baseline_not_live: function* ({ category, record, live, baselines, baselineProposals }) {
    const baseline = findNewBaseline(record, live);
    if (baseline === null || baselines.has(category, baseline)) return;
    const change = baselineProposals?.get(baseline);
    const why =
      change === undefined
        ? 'no open change proposes it'
        : `change ${change} proposes it: apply that first, or both in one call`;
    yield { path: 'baseline', message: `The baseline '${baseline}' is not live yet: ${why}.` };
  },
} satisfies Partial<Record<FindingRule, Rule>>;
