import { useMemo } from 'react';
import { baselineChangesOf } from '../api/baseline-change-sets.ts';
import { useBaselines, useBaselineUse, useOpenBaselineChanges } from '../api/baselines.ts';
import type { BaselineChoice } from './baseline-choices.ts';

/**
 * Returns the baselines of the catalogue, and those that would be added by the pending and approved change
 * sets that the caller may see. The most used baseline comes first. Undefined until the catalogue is loaded.
 * Loads nothing unless `wanted`.
 */
export function useBaselineChoices(wanted = true): readonly BaselineChoice[] | undefined {
  const { data: live } = useBaselines(wanted);
  const open = useOpenBaselineChanges(wanted);
  const { usesOf } = useBaselineUse(wanted);
  return useMemo(() => {
    if (live === undefined) return undefined;
    const known = new Set(live.map(({ name }) => name));
    const proposed = open
      .flatMap(baselineChangesOf)
      .flatMap(({ record }) => (record === null || known.has(record.name) ? [] : [record]));
    const choices = [...live, ...proposed].map(({ name, display_name, alternative_names }) => ({
      name,
      displayName: display_name,
      otherNames: alternative_names,
      models: usesOf?.(name).models.length,
      month: usesOf?.(name).month,
      isLive: known.has(name),
    }));
    return choices.sort((a, b) => (b.month ?? 0) - (a.month ?? 0));
  }, [live, open, usesOf]);
}
