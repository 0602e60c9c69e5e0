import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FindQuery, hasStatus } from '#client';
import { ownValue } from '../parts/own-value.ts';
import { registry } from './client.ts';
import type { CategoryMetadata, CategoryName, ModelRecord } from './types.ts';

/** A model under its key in the category. The key is its identity; the record's own `name` may differ. */
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

/** The channel that the console reads: people see models in beta too, marked as such. */
const channel = 'beta';

/** All models of a category in stored order: one cached body that the page filters and sorts. */
function categoryQuery(category: CategoryName) {
  return queryOptions({
    queryKey: ['models', category],
    queryFn: async ({ signal }): Promise<Model[]> => {
      const { value } = await registry.category(category, { signal, channel });
      return Array.from(value, ([name, record]) => ({ category, name, record }));
    },
  });
}

export function useCategory(category: CategoryName) {
  return useQuery(categoryQuery(category));
}

/** One model; null when there is none of that name. */
export function useModel(category: CategoryName, name: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['model', category, name],
    queryFn: async ({ signal }): Promise<Model | null> => {
      const found = await registry.model(category, name, { signal, channel });
      if (found) return { category, name, record: found.value };
      // A search result carries the record's own name, which can differ from the model's key.
      const models = await client.ensureQueryData(categoryQuery(category));
      return (
        models.find((model) => model.name === name) ??
        models.find(({ record }) => record.name === name) ??
        null
      );
    },
    initialData: () =>
      client.getQueryData(categoryQuery(category).queryKey)?.find((model) => model.name === name),
    initialDataUpdatedAt: () => client.getQueryState(categoryQuery(category).queryKey)?.dataUpdatedAt,
  });
}

/** The primary's metadata of each category. Replicas, and deployments with the legacy format, have none. */
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
  /** Undefined until known. */
  readonly count: number | undefined;
  /** Unix seconds; undefined where the deployment does not say. */
  readonly lastUpdated: number | undefined;
}

/**
 * The number of models in each category, and when it last changed: from the metadata in one request, else
 * read category by category.
 */
export function useCategoryOverviews(categories: readonly CategoryName[]): CategoryOverview[] {
  const metadata = useMetadata();
  const known = metadata.data ?? {};
  const counted = useQueries({
    queries: categories.map((category) => ({
      queryKey: ['model-count', category],
      queryFn: ({ signal }: { signal: AbortSignal }) => countModels(category, signal),
      enabled: !metadata.isPending && ownValue(known, category) === undefined,
    })),
  });
  return categories.map((category, index) => ({
    category,
    count: ownValue(known, category)?.total_models ?? counted[index]?.data,
    lastUpdated: ownValue(known, category)?.last_updated ?? undefined,
  }));
}

/** Most characters that the registry looks for: no name or address is longer. */
const longestText = 2_000;

/** Models of every category that pass the filters, found by words, a hash or an address. */
export function useFind(query: FindQuery, limit: number) {
  return useQuery({
    queryKey: ['find', query, limit],
    queryFn: ({ signal }) =>
      registry.findPage({ ...query, q: query.q?.slice(0, longestText), limit }, { signal }),
    placeholderData: (previous) => previous,
  });
}

/** Most models that one answer holds. */
const mostFound = 500;
const nothingFound: ReadonlyMap<string, number> = new Map();

/**
 * The names of the models that a search by words finds in a category, each with its rank from 0. Empty until known,
 * and without words.
 */
export function useFoundNames(category: CategoryName, words: string): ReadonlyMap<string, number> {
  const { data } = useQuery({
    queryKey: ['found names', category, words],
    queryFn: async ({ signal }) => {
      const { results } = await registry.findPage(
        { q: words.slice(0, longestText), category, limit: mostFound },
        { signal },
      );
      return new Map(results.map(({ name }, place) => [name, place]));
    },
    enabled: words !== '',
  });
  return data ?? nothingFound;
}
