import type { LintedProposal } from './finding.ts';

type UsageOf = LintedProposal['usageOf'];
type Model = { readonly category: string; readonly name: string };

/** Gives the uses of a model in the last month; null when they are not known, or not counted. */
export function monthlyUses({ category, name }: Model, usageOf: UsageOf): number | null {
  const usage = usageOf?.(category, name) ?? null;
  return usage === null || usage === 'unknown' ? null : usage.month;
}

/**
 * Returns the end of a sentence: how often the models were used in a month, or that this is not known now.
 * Empty when their uses are not counted.
 */
export function usedInMonth(models: readonly Model[], usageOf: UsageOf): string {
  const [it, is, was] = models.length === 1 ? ['it', 'is', 'was'] : ['they', 'are', 'were'];
  const counted = models.map((model) => monthlyUses(model, usageOf)).filter((month) => month !== null);
  if (counted.length > 0) {
    const sum = counted.reduce((all, month) => all + month, 0);
    return `; ${it} ${was} used ${shortened(sum)} times in a month`;
  }
  const isUnknown = models.some(({ category, name }) => usageOf?.(category, name) === 'unknown');
  return isUnknown ? `; how much ${it} ${is} used is not known at the moment` : '';
}

/** Returns a number as a short text, such as `1.4K` for 1,423. */
function shortened(count: number): string {
  return Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}
