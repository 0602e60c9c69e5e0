import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ownValue } from '../parts/own-value.ts';
import { figuresOf } from '../parts/usage-figures.ts';
import { inCategory, registry } from './client.ts';
import { useDeployment } from './deployment.ts';
import { categoryQuery, type Model, useReferenceCategories } from './models.ts';
import { session } from './session.ts';
import type { CategoryName } from './types.ts';
import { categoriesWithUsage, useUsage } from './usage.ts';

/** A baseline that the registry keeps as a record, with the fields that lists show. */
export interface Baseline {
  readonly name: string;
  readonly title: string;
  readonly category: CategoryName;
  readonly family?: string;
  readonly native_resolution?: number;
  readonly since?: string;
  readonly spellings: readonly string[];
  readonly legacy_spelling?: string;
  readonly civitai_names: readonly string[];
  readonly hub_names: readonly string[];
  readonly replaced_by?: string;
}

/**
 * Patches, such as LoRAs, change a model of another category. The key is a category of patches, the value
 * the category of the models that they change. The baseline of a patch is a baseline of this other category.
 */
const patches: Readonly<Record<CategoryName, CategoryName>> = {
  lora: 'image_generation',
  ti: 'image_generation',
};

/**
 * Gives the category to which the baselines of the models in `category` belong: for patches, that of the
 * models that they change; else `category` itself.
 */
export function baselinesOf(category: CategoryName): CategoryName {
  return ownValue(patches, category) ?? category;
}

/** Gives the categories whose models can have a baseline of `category`: `category` itself and its patches. */
export function namersOf(category: CategoryName): CategoryName[] {
  return [category, ...Object.keys(patches).filter((patch) => patches[patch] === category)];
}

const toBaselines = (records: readonly Model[]): Baseline[] =>
  records.map(({ name, record }) => ({ ...(record as unknown as Baseline), name }));

/** Reads the live baselines. Reads nothing at a registry without baseline records. */
export function useBaselines() {
  const { data: reference = [] } = useReferenceCategories();
  return useQuery({
    ...categoryQuery('baseline'),
    select: toBaselines,
    enabled: reference.includes('baseline'),
  });
}

/** The names of the live baselines; empty until they are read. Only these baselines have a page. */
export function useBaselineNames(): ReadonlySet<string> {
  const { data } = useBaselines();
  return useMemo(() => new Set(data?.map(({ name }) => name)), [data]);
}

/**
 * The names of baselines of a category that are proposed and not live yet. Everybody who has a key may read
 * them. Empty without a key, on a read-only copy, and until they are read.
 */
export function useProposedBaselines(of: CategoryName): readonly string[] {
  const { id, key } = session.use();
  const { canReview } = useDeployment();
  const { data: live } = useBaselines();
  const { data: proposed } = useQuery({
    queryKey: ['changes', 'proposed baselines', id],
    queryFn: async ({ signal }) =>
      (await registry.request('get', '/model_references/v2/{model_category_name}/pending', {
        path: inCategory('baseline'),
        signal,
      })) as unknown as Readonly<Record<string, Baseline>>,
    enabled: live !== undefined && key !== null && canReview,
    retry: false,
  });
  return useMemo(
    () =>
      Object.entries(proposed ?? {})
        .filter(([name, { category }]) => category === of && !live?.some((each) => each.name === name))
        .map(([name]) => name),
    [proposed, live, of],
  );
}

export interface BaselineUse {
  readonly models: readonly Model[];
  /** The sum of the uses of `models` in the last month; undefined when no usage is known. */
  readonly month: number | undefined;
}

const nothing: BaselineUse = { models: [], month: undefined };

/**
 * `usesOf` is a function that gives the models of a baseline and their uses in the last month; it is
 * undefined until the models are read. `usageError` is the error of reading the usage, or null.
 */
export function useBaselineUse(baselines: readonly Pick<Baseline, 'name' | 'category'>[]) {
  const categories = [...new Set(baselines.flatMap(({ category }) => namersOf(category)))];
  const models = useQueries({
    queries: categories.map((category) => categoryQuery(category)),
    combine: (lists) =>
      lists.every(({ data }) => data) ? lists.flatMap(({ data = [] }) => data) : undefined,
  });
  const ofImages = useUsage('image_generation', categories.includes('image_generation'));
  const ofTexts = useUsage('text_generation', categories.includes('text_generation'));
  const byName = useMemo(
    () =>
      models && Map.groupBy(models, ({ category, record }) => `${baselinesOf(category)} ${record.baseline}`),
    [models],
  );
  const usesOf = useMemo(() => {
    if (byName === undefined) return undefined;
    const usage = { image_generation: ofImages.data, text_generation: ofTexts.data };
    return ({ name, category }: Pick<Baseline, 'name' | 'category'>): BaselineUse => {
      const named = byName.get(`${category} ${name}`);
      if (named === undefined) return nothing;
      const counted = ownValue(usage, category);
      const months = named
        .filter((model) => categoriesWithUsage.has(model.category))
        .map((model) => figuresOf(ownValue(counted, model.name)).month);
      const isKnown = counted !== undefined && !months.includes(null);
      const sum = months.reduce<number>((all, month) => all + (month ?? 0), 0);
      return { models: named, month: isKnown ? sum : undefined };
    };
  }, [byName, ofImages.data, ofTexts.data]);
  return { usesOf, usageError: ofImages.error ?? ofTexts.error };
}
