import type { Baseline, useBaselineUse } from '../../api/baselines.ts';
import { BaselineLink } from '../../parts/BaselineLink.tsx';
import type { RecordColumn } from '../../parts/columns.ts';
import { categoryLabel, formatCompact, formatCount } from '../../parts/format.ts';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { TagsThatFit } from '../../parts/TagsThatFit.tsx';

/**
 * Gives the other names of a baseline: those that the service accepts in proposals, its name in API v1, and
 * its names at Civitai and Hugging Face.
 */
export function otherNamesOf(baseline: Baseline): string[] {
  const { spellings, legacy_spelling: legacy, civitai_names: civitai, hub_names: hub } = baseline;
  return [...new Set([...spellings, ...(legacy === undefined ? [] : [legacy]), ...civitai, ...hub])];
}

/**
 * Gives the columns of the table of baselines.
 * @param usesOf the function that gives the models of a baseline and the number of their uses; undefined
 * until the models of all categories are loaded
 */
export function baselineColumns(
  baselines: readonly Baseline[],
  usesOf: ReturnType<typeof useBaselineUse>['usesOf'],
): readonly RecordColumn<Baseline>[] {
  const known = new Set(baselines.map(({ name }) => name));
  const link = (name: string | undefined) =>
    name === undefined ? null : <BaselineLink name={name} known={known} />;
  return [
    {
      id: 'name',
      label: 'Name',
      value: ({ name }) => name,
      cell: ({ name }) => <ModelLink category="baseline" name={name} />,
      width: 'minmax(12rem, 1.2fr)',
    },
    { id: 'title', label: 'Title', value: ({ title }) => title, width: 'minmax(12rem, 1fr)' },
    {
      id: 'models',
      label: 'Models',
      highestFirst: true,
      align: 'end',
      value: (baseline) => usesOf?.(baseline).models.length,
      cell: (baseline) => usesOf && formatCount(usesOf(baseline).models.length),
      width: '6rem',
    },
    {
      id: 'month',
      label: 'Usage month',
      highestFirst: true,
      align: 'end',
      value: (baseline) => usesOf?.(baseline).month,
      cell: (baseline) => {
        const month = usesOf?.(baseline).month;
        return month === undefined ? null : formatCompact(month);
      },
      width: '8.5rem',
    },
    {
      id: 'category',
      label: 'Category',
      value: ({ category }) => categoryLabel(category),
      width: '10rem',
    },
    {
      id: 'family',
      label: 'Family',
      value: ({ family }) => family,
      cell: ({ family }) => link(family),
      width: '10rem',
    },
    {
      id: 'resolution',
      label: 'Resolution',
      align: 'end',
      highestFirst: true,
      value: ({ native_resolution: pixels }) => pixels,
      width: '7.5rem',
    },
    { id: 'since', label: 'Since', value: ({ since }) => since, width: '7rem' },
    {
      id: 'names',
      label: 'Other names',
      value: (baseline) => otherNamesOf(baseline).join(', '),
      cell: (baseline) => <TagsThatFit texts={otherNamesOf(baseline)} room={36} />,
      width: 'minmax(20rem, 2fr)',
    },
    {
      id: 'replaced_by',
      label: 'Replaced by',
      value: ({ replaced_by: next }) => next,
      cell: ({ replaced_by: next }) => link(next),
      width: '10rem',
    },
  ];
}
