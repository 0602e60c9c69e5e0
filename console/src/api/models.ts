import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FindQuery, hasStatus } from '#client';
import { ownValue } from '../parts/own-value.ts';
import { bounds } from './bounds.ts';
import { registry } from './client.ts';
import type { CategoryMetadata, CategoryName, ModelRecord } from './types.ts';

/**
 * A model of a category. `name` is the record's key in the category, and identifies the model. The `name`
 * inside the record may differ.
 */
export interface Model {
  readonly category: CategoryName;
  readonly name: string;
  readonly record: ModelRecord;
}

export function useCategoryNames() {
  return useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => registry.categories({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * The query that loads all records of a category, in the order of the registry. The complete response is
 * cached: the pages filter and sort it themselves.
 */
export function categoryQuery(category: CategoryName) {
  return queryOptions({
    queryKey: ['models', category],
    queryFn: async ({ signal }): Promise<Model[]> => {
      const { value } = await registry.category(category, { signal });
      return Array.from(value, ([name, record]) => ({ category, name, record }));
    },
  });
}

export function useCategory(category: CategoryName, wanted = true) {
  return useQuery({ ...categoryQuery(category), enabled: wanted });
}

/**
 * Loads a model by its key `name`. If no model has this key, returns the model whose record has this `name`;
 * null if there is none either.
 */
export function useModel(category: CategoryName, name: string) {
  const client = useQueryClient();
  const isThisModel = (model: Model) => model.name === name;
  const categoryState = () => client.getQueryState(categoryQuery(category).queryKey);
  return useQuery({
    queryKey: ['model', category, name],
    queryFn: async ({ signal }): Promise<Model | null> => {
      const found = await registry.model(category, name, { signal });
      if (found) return { category, name, record: found.value };
      // A search result carries the record's own name, which can differ from the model's key.
      const models = await client.ensureQueryData(categoryQuery(category));
      return models.find(isThisModel) ?? models.find(({ record }) => record.name === name) ?? null;
    },
    initialData: () => categoryState()?.data?.find(isThisModel),
    initialDataUpdatedAt: () =>
      categoryState()?.data?.some(isThisModel) ? categoryState()?.dataUpdatedAt : undefined,
  });
}

/**
 * Loads the metadata that the primary stores for each category, such as the number of models, by category.
 * Empty on a replica and on a deployment with the legacy format, which have no metadata.
 */
function useMetadata() {
  return useQuery({
    queryKey: ['metadata'],
    queryFn: async ({ signal }): Promise<Record<CategoryName, CategoryMetadata>> => {
      try {
        return await registry.request('get', '/model_references/v2/metadata/metadata', { signal });
      } catch (error) {
        if (hasStatus(error, 503)) return {};
        throw error;
      }
    },
  });
}

async function countModels(category: CategoryName, signal: AbortSignal): Promise<number> {
  try {
    return (await registry.searchPage({ limit: 1 }, category, { signal })).total;
  } catch (error) {
    if (hasStatus(error, 404)) return 0;
    throw error;
  }
}

export interface CategoryOverview {
  readonly category: CategoryName;
  /** The number of models; undefined until it is loaded. */
  readonly count: number | undefined;
  /** Unix seconds of the last change; undefined when the deployment does not report it. */
  readonly lastUpdated: number | undefined;
}

/**
 * Returns the number of models and the time of the last change of each category. One request loads the
 * metadata of all categories. If a category has no metadata, another request loads its number of models, and
 * the time is undefined.
 */
export function useCategoryOverviews(categories: readonly CategoryName[]): CategoryOverview[] {
  const metadata = useMetadata();
  const metadataByCategory = metadata.data ?? {};
  const countQueries = useQueries({
    queries: categories.map((category) => ({
      queryKey: ['model-count', category],
      queryFn: ({ signal }: { signal: AbortSignal }) => countModels(category, signal),
      enabled: !metadata.isPending && ownValue(metadataByCategory, category) === undefined,
    })),
  });
  return categories.map((category, index) => ({
    category,
    count: ownValue(metadataByCategory, category)?.total_models ?? countQueries[index]?.data,
    lastUpdated: ownValue(metadataByCategory, category)?.last_updated ?? undefined,
  }));
}

/** The limits of a search. Longer text is truncated before it is sent. */
export const findBounds = bounds.queries['/model_references/v2/find'];

/**
 * Searches all categories for models by words, hash or URL, and by filters. Returns at most `limit` models.
 */
export function useFind(query: FindQuery, limit: number, wanted = true) {
  return useQuery({
    queryKey: ['find', query, limit],
    queryFn: ({ signal }) =>
      registry.findPage({ ...query, q: query.q?.slice(0, findBounds.q.maxLength), limit }, { signal }),
    placeholderData: (previous) => previous,
    enabled: wanted,
  });
}

const emptyResult: ReadonlyMap<string, number> = new Map();

/**
 * Searches a category for models by words. Returns the rank of each match by its name; the best match has
 * rank 0. Empty without words, and until the response is loaded.
 */
export function useFoundNames(category: CategoryName, words: string) {
  const { data, isLoading } = useQuery({
    queryKey: ['found names', category, words],
    queryFn: async ({ signal }) => {
      const { results } = await registry.findPage(
        { q: words.slice(0, findBounds.q.maxLength), category, limit: findBounds.limit.maximum },
        { signal },
      );
      return new Map(results.map(({ name }, place) => [name, place]));
    },
    enabled: words !== '',
  });
  return { found: data ?? emptyResult, isSearching: isLoading };
}
