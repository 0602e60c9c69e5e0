import type { LintedProposal } from './finding.ts';

type UsageOf = LintedProposal['usageOf'];
type Model = { readonly category: string; readonly name: string };

/** Gives the uses of a model in the last month; null when they are not known, or not counted. */
export function monthlyUses({ category, name }: Model, usageOf: UsageOf): number | null {
  const usage = usageOf?.(category, name) ?? null;
  return usage === null || usage === 'unknown' ? null : usage.month;
}
