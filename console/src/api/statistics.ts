import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { hasStatus, type paths, pathWith } from '#client';
import { categoryParameterOf, registry } from './client.ts';
import { useDeployment } from './deployment.ts';
import type { CategoryName, DeletionRisk, Statistics } from './types.ts';
import { categoriesWithUsage } from './usage.ts';

/**
 * Statistics of a category. `grouped` is true if they count groups of text models, false if they count
 * models. Right after the user switches between the two, the page still shows the previous statistics.
 */
export type CountedStatistics = Statistics & { readonly grouped: boolean };

/** Loads the counts and distributions of a category; null if the category has no models. */
export function useStatistics(category: CategoryName, grouped: boolean) {
  return useQuery({
    queryKey: ['statistics', category, grouped],
    queryFn: async ({ signal }): Promise<CountedStatistics | null> => {
      try {
        const statistics = await registry.request(
          'get',
          '/model_references/statistics/{model_category_name}',
          {
            path: categoryParameterOf(category),
            query: grouped ? { group_text_models: true } : {},
            signal,
          },
        );
        return { ...statistics, grouped };
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}

/** Loads the daily figures of the registry and the queue for the last `days` days. */
export function useTrends(days: number) {
  const { canReview } = useDeployment();
  return useQuery({
    queryKey: ['trends', days],
    queryFn: ({ signal }) =>
      registry.request('get', '/model_references/v2/trends', { query: { days }, signal }),
    enabled: canReview,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Loads the monthly uses of a category over the last `days` days, by baseline or by model. */
export function useUsageOverTime(
  category: CategoryName,
  days: '30' | '90' | '365',
  by: 'baseline' | 'model',
  wanted = true,
) {
  return useQuery({
    queryKey: ['usage', 'over time', category, days, by],
    queryFn: ({ signal }) =>
      registry.request('get', '/model_references/statistics/{model_category_name}/usage-history', {
        path: categoryParameterOf(category),
        query: { days, by },
        signal,
      }),
    enabled: wanted && categoriesWithUsage.has(category),
    staleTime: 600_000,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

const riskPath = '/model_references/statistics/{model_category_name}/deletion-risk';
type RiskParameters = NonNullable<paths[typeof riskPath]['get']['parameters']['query']>;
export type RiskPreset = NonNullable<RiskParameters['preset']>;

export interface RiskQuery {
  /** Lists groups of text models instead of models. */
  readonly grouped: boolean;
  /** Lists, for each text model, also its backend copies with their own usage. */
  readonly variations: boolean;
  readonly preset: RiskPreset | undefined;
}

export interface RiskReport {
  readonly report: DeletionRisk;
  /** The time of the usage numbers in the report, in Unix seconds. */
  readonly usageAt: number;
}

/**
 * Loads the report on the risk of deleting each model, with the facts for and against deleting it. Null if
 * the category has no models. Fails while the source of usage numbers does not respond.
 */
export function useDeletionRisk(category: CategoryName, { grouped, variations, preset }: RiskQuery) {
  return useQuery({
    queryKey: ['deletion-risk', category, grouped, variations, preset],
    queryFn: async ({ signal }): Promise<RiskReport | null> => {
      const query = {
        ...(grouped && { group_text_models: true }),
        ...(variations && { include_backend_variations: true }),
        ...(preset && { preset }),
      };
      try {
        const address = pathWith(riskPath, categoryParameterOf(category), query);
        const { value, asOf } = await registry.read<DeletionRisk>(address, { signal });
        return { report: value, usageAt: Math.floor(asOf / 1000) };
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
}
