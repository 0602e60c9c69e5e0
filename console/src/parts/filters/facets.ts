import type { Model } from '../../api/models.ts';
import { createOneOfReader, readList, readNumber } from '../../search-params.ts';
import { categoryLabel } from '../format.ts';
import { licensingIn, permissionNames } from '../licence-words.ts';
import { hostsOf, modelSize, sizeUnit } from '../model-facts.ts';
import { ownValue } from '../own-value.ts';

/** The facets set in a page's URL. An absent key matches every value. */
export interface FacetSearch {
  category?: string[];
  baseline?: string[];
  style?: string[];
  nsfw?: 'yes' | 'no';
  /** Models with any of these tags, or with all of them if `match` is `all`. */
  tag?: string[];
  match?: 'all';
  /** Models with none of these tags. */
  without?: string[];
  /** Text models in these groups. */
  group?: string[];
  /** Models with a file at any of these hosts. */
  host?: string[];
  /** Models under any of these licences. */
  license?: string[];
  commercial?: string[];
  redistribution?: string[];
  /** Inclusive bounds of the size: billions of parameters for text models, GiB for other models. */
  min?: number;
  max?: number;
}

interface Facet {
  readonly key:
    | 'category'
    | 'baseline'
    | 'style'
    | 'nsfw'
    | 'tag'
    | 'without'
    | 'group'
    | 'host'
    | 'license'
    | 'commercial'
    | 'redistribution';
  readonly label: string;
  readonly valuesOf: (model: Model) => readonly (string | null | undefined)[];
  /** Returns the label of a value. Default: the value itself. */
  readonly name?: (value: string) => string;
  /**
   * `one`: the user can select at most one value. `none`: the list excludes models with a selected value.
   * Default: the list includes models with any selected value.
   */
  readonly selectionMode?: 'one' | 'none';
  /** Whether the user can require all selected values instead of any. */
  readonly canMatchAll?: boolean;
  /** Whether the facet is collapsed at first. */
  readonly isClosed?: boolean;
}

const permissionLabel = (value: string) => ownValue(permissionNames, value) ?? value;
const tagsOf = ({ record }: Model) => record.tags ?? [];

/** All facets, in display order. A facet is offered if the listed models have at least two values. */
export const facets: readonly Facet[] = [
  { key: 'category', label: 'Category', valuesOf: ({ category }) => [category], name: categoryLabel },
  { key: 'baseline', label: 'Baseline', valuesOf: ({ record }) => [record.baseline] },
  { key: 'style', label: 'Style', valuesOf: ({ record }) => [record.style ?? record.controlnet_style] },
  {
    key: 'nsfw',
    label: 'Content',
    valuesOf: ({ record }) => [record.nsfw === undefined ? undefined : record.nsfw ? 'yes' : 'no'],
    name: (value) => (value === 'yes' ? 'NSFW' : 'SFW'),
    selectionMode: 'one',
  },
  { key: 'tag', label: 'Tags', valuesOf: tagsOf, canMatchAll: true },
  { key: 'without', label: 'Tags to leave out', valuesOf: tagsOf, selectionMode: 'none', isClosed: true },
  { key: 'group', label: 'Group', valuesOf: ({ record }) => [record.text_model_group], isClosed: true },
  { key: 'host', label: 'Host', valuesOf: hostsOf },
  {
    key: 'license',
    label: 'Licence',
    valuesOf: ({ record }) => licensingIn(record)?.license_ids ?? [],
    isClosed: true,
  },
  {
    key: 'commercial',
    label: 'Commercial use',
    valuesOf: ({ record }) => [licensingIn(record)?.commercial_use ?? 'unknown'],
    name: permissionLabel,
  },
  {
    key: 'redistribution',
    label: 'Redistribution',
    valuesOf: ({ record }) => [licensingIn(record)?.redistribution ?? 'unknown'],
    name: permissionLabel,
  },
];

export function readFacets(search: Record<string, unknown>): FacetSearch {
  const values = Object.fromEntries(
    facets.map(({ key, selectionMode }) => [
      key,
      selectionMode === 'one' ? createOneOfReader(['yes', 'no'])(search[key]) : readList(search[key]),
    ]),
  );
  return {
    ...values,
    match: createOneOfReader(['all'])(search.match),
    min: readNumber(search.min),
    max: readNumber(search.max),
  } as FacetSearch;
}

const keys = [...facets.map(({ key }) => key), 'match', 'min', 'max'] as const;

/** A change of a page's state that clears all facets. */
export const noFacets: FacetSearch = Object.fromEntries(keys.map((key) => [key, undefined]));

/** Returns how many facets are set. */
export function countFacets(search: FacetSearch): number {
  const isSet = (key: keyof FacetSearch) => search[key] !== undefined;
  return facets.filter(({ key }) => isSet(key)).length + Number(isSet('min') || isSet('max'));
}

export function selectedValuesOf(search: FacetSearch, { key }: Pick<Facet, 'key'>): readonly string[] {
  return [search[key] ?? []].flat();
}

type Test = (model: Model) => boolean;

function createTest(facet: Facet, search: FacetSearch): Test | undefined {
  const selectedValues = selectedValuesOf(search, facet);
  if (selectedValues.length === 0) return undefined;
  const { valuesOf, selectionMode, canMatchAll } = facet;
  if (selectionMode === 'none')
    return (model) => !selectedValues.some((value) => valuesOf(model).includes(value));
  if (canMatchAll && search.match === 'all')
    return (model) => selectedValues.every((value) => valuesOf(model).includes(value));
  return (model) => selectedValues.some((value) => valuesOf(model).includes(value));
}

function createSizeTest({
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
}: FacetSearch): Test {
  if (min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY) return () => true;
  return (model) => {
    const size = modelSize(model);
    if (size === undefined) return false;
    const { factor } = sizeUnit(model.category);
    return size >= min * factor && size <= max * factor;
  };
}

export interface FacetValue {
  readonly value: string;
  /** The number of models with this value that match all other facets. */
  readonly count: number;
}

export interface OfferedFacet extends Facet {
  /** The values, those with the most models first. The order does not depend on the selection. */
  readonly values: readonly FacetValue[];
}

/** Filters models by facets. Returns the matching models in their order, and the facets with their counts. */
export function applyFacets<Each extends Model>(
  models: readonly Each[],
  search: FacetSearch,
): { readonly listed: readonly Each[]; readonly offered: readonly OfferedFacet[] } {
  const tests = facets.map((facet) => createTest(facet, search));
  const testSize = createSizeTest(search);
  const tallies = facets.map(() => new Map<string, { all: number; count: number }>());
  const listed: Each[] = [];
  for (const model of models) {
    // The index of the only facet that the model fails. -1 if the model fails no facet; -2 if it fails
    // several facets or the size bounds.
    let failedIndex = testSize(model) ? -1 : -2;
    tests.forEach((test, index) => {
      if (test && !test(model)) failedIndex = failedIndex === -1 ? index : -2;
    });
    if (failedIndex === -1) listed.push(model);
    facets.forEach(({ valuesOf, canMatchAll }, index) => {
      // A model that fails only this facet is counted too, because selecting one of its values would add the
      // model. This does not apply if a model must have all selected values.
      const isCounted =
        failedIndex === -1 || (failedIndex === index && !(canMatchAll && search.match === 'all'));
      const tally = tallies[index]!;
      for (const value of valuesOf(model)) {
        if (!value) continue;
        const previous = tally.get(value) ?? { all: 0, count: 0 };
        tally.set(value, { all: previous.all + 1, count: previous.count + Number(isCounted) });
      }
    });
  }
  const offered = facets.flatMap((facet, index): OfferedFacet[] => {
    const tally = tallies[index]!;
    for (const value of selectedValuesOf(search, facet)) {
      if (!tally.has(value)) tally.set(value, { all: 0, count: 0 });
    }
    if (tally.size < 2 && selectedValuesOf(search, facet).length === 0) return [];
    const values = [...tally]
      .sort(([a, { all: ofA }], [b, { all: ofB }]) => ofB - ofA || a.localeCompare(b))
      .map(([value, { count }]) => ({ value, count }));
    return [{ ...facet, values }];
  });
  return { listed, offered };
}
