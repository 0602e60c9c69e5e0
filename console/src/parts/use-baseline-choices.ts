import { useMemo } from 'react';
import { baselineChangesOf } from '../api/baseline-change-sets.ts';
import { useBaselines, useBaselineUse, useOpenBaselineChanges } from '../api/baselines.ts';
import type { BaselineChoice } from './baseline-choices.ts';

/**
 * Returns the baselines of the catalogue, and those that pending and approved change sets would add, as far
 * as the caller may see these change sets. The most used baseline comes first. Undefined until the catalogue
 * is loaded, and if `isWanted` is false: nothing is loaded then.
 */
export function useBaselineChoices(isWanted = true): readonly BaselineChoice[] | undefined {
  const { data: live } = useBaselines(isWanted);
  const openChanges = useOpenBaselineChanges(isWanted);
  const { usesOf } = useBaselineUse(isWanted);
  return useMemo(() => {
    if (live === undefined) return undefined;
    const known = new Set(live.map(({ name }) => name));
    const proposed = openChanges
      .flatMap(baselineChangesOf)
      .flatMap(({ record }) => (record === null || known.has(record.name) ? [] : [record]));
    const choices = [...live, ...proposed].map(({ name, display_name, alternative_names }) => ({
      name,
      displayName: display_name,
      otherNames: alternative_names,
      models: usesOf?.(name).models.length,
      month: usesOf?.(name).monthlyUses,
      isLive: known.has(name),
    }));
    return choices.sort((a, b) => (b.month ?? 0) - (a.month ?? 0));
  }, [live, openChanges, usesOf]);
}
