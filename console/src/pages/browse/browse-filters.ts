import type { Model } from '../../api/models.ts';
import { facet } from '../../parts/filters/facet.ts';
import type { Filter, Several } from '../../parts/filters/filters.ts';
import { hostsOf, modelSize, sizeUnit } from '../../parts/model-facts.ts';
import type { BrowseSearch } from './browse-search.ts';

/**
 * Returns the filters that the browse page offers for these models. Leaves out a filter if no model has a value
 * in its field.
 */
export function browseFilters(category: string, models: readonly Model[]): Filter<BrowseSearch>[] {
  const tags = facet(models, ({ record }) => record.tags ?? []);
  const severals: Several<BrowseSearch>[] = [
    {
      kind: 'several',
      key: 'baseline',
      label: 'Baseline',
      values: facet(models, ({ record }) => [record.baseline]),
    },
    {
      kind: 'several',
      key: 'style',
      label: 'Style',
      values: facet(models, ({ record }) => [record.style ?? record.controlnet_style]),
    },
    { kind: 'several', key: 'tag', match: 'match', label: 'Tags', values: tags },
    { kind: 'several', key: 'without', label: 'Without tags', values: tags },
    {
      kind: 'several',
      key: 'group',
      label: 'Group',
      values: facet(models, ({ record }) => [record.text_model_group]),
    },
    { kind: 'several', key: 'host', label: 'Host', values: facet(models, hostsOf) },
  ];
  const filters: Filter<BrowseSearch>[] = [
    { kind: 'text', key: 'q', label: 'Find in this list', width: 'wide', shortcut: 'f', stays: true },
    ...severals.filter(({ values }) => values.length > 0),
  ];
  if (models.some(({ record }) => record.nsfw !== undefined)) {
    filters.push({
      kind: 'choice',
      key: 'nsfw',
      label: 'NSFW',
      any: 'SFW and NSFW',
      options: [
        { value: 'no', label: 'SFW only' },
        { value: 'yes', label: 'NSFW only' },
      ],
    });
  }
  if (models.some((model) => modelSize(model) !== undefined)) {
    filters.push({ kind: 'bounds', keys: ['min', 'max'], label: 'Size', unit: sizeUnit(category) });
  }
  if (category === 'text_generation') {
    filters.push({ kind: 'switch', key: 'variants', label: 'Backend variations', isView: true });
  }
  return filters;
}
