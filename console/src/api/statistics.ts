import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { hasStatus, type paths, pathWith } from '#client';
import { inCategory, registry } from './client.ts';
import { useDeployment } from './deployment.ts';
import type { CategoryName, DeletionRisk, Statistics } from './types.ts';
import { categoriesWithUsage } from './usage.ts';

/**
 * Statistics of a category. `grouped` is true when they count groups of text models, false when they count
 * models. Right after the user has switched between the two, the page still shows the other statistics.
 */
export type CountedStatistics = Statistics & { readonly grouped: boolean };

/** Reads the counts and distributions of a category; null when the category has no models. */
export function useStatistics(category: CategoryName, grouped: boolean) {
  return useQuery({
    queryKey: ['statistics', category, grouped],
    queryFn: async ({ signal }): Promise<CountedStatistics | null> => {
      try {
        const statistics = await registry.request(
          'get',
          '/model_references/statistics/{model_category_name}',
          {
            path: inCategory(category),
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

/** Reads the figures of registry and queue for each of the latest `days` days. */
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

/** Reads the uses a month of a category over the latest `days` days, by baseline or by model. */
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
        path: inCategory(category),
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
  /** Lists for each text model also its names at backends, each with its own usage. */
  readonly variations: boolean;
  readonly preset: RiskPreset | undefined;
}

export interface RiskReport {
  readonly report: DeletionRisk;
  /** The time at which the usage numbers in the report were current, in Unix seconds. */
  readonly usageAt: number;
}

/**
 * Reads a report on which models could be deleted, with the facts for and against each; null when the
 * category has no models. Fails while the source of usage numbers does not answer.
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
        const address = pathWith(riskPath, inCategory(category), query);
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
