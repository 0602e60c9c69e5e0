import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, inCategory, unwrap } from './client.ts';
import { hasStatus } from './errors.ts';
import type { paths } from './schema.ts';
import type { CategoryName, DeletionRisk, Statistics } from './types.ts';

/** Counts and distributions of a category; null when it has no models. */
export function useStatistics(category: CategoryName, grouped: boolean) {
  return useQuery({
    queryKey: ['statistics', category, grouped],
    queryFn: async ({ signal }): Promise<Statistics | null> => {
      try {
        return await unwrap(
          api.GET('/model_references/statistics/{model_category_name}', {
            params: { path: inCategory(category), query: grouped ? { group_text_models: true } : {} },
            signal,
          }),
        );
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}

const riskPath = '/model_references/statistics/{model_category_name}/deletion-risk';
type RiskParameters = NonNullable<paths[typeof riskPath]['get']['parameters']['query']>;
export type RiskPreset = NonNullable<RiskParameters['preset']>;

export interface RiskQuery {
  /** Groups of text models instead of models. */
  readonly grouped: boolean;
  /** Text models: what each backend's name is used for. */
  readonly variations: boolean;
  /** Only models that are suspicious in this way. */
  readonly preset: RiskPreset | undefined;
}

export interface RiskReport {
  readonly report: DeletionRisk;
  /** Unix seconds when the usage it rests on was told. */
  readonly usageAt: number;
}

/**
 * What speaks for and against keeping each model; null when the category has none. Errors when the usage
 * source is down.
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
      const answer = api.GET(riskPath, {
        params: { path: inCategory(category), query },
        signal,
      });
      try {
        const report = await unwrap(answer);
        const age = Number((await answer).response.headers.get('age') ?? 0);
        return { report, usageAt: Math.floor(Date.now() / 1000) - age };
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** What is odd about groups of text models. */
export function useGroupHealth() {
  return useQuery({
    queryKey: ['groups', 'health'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/model_references/v2/text_generation/groups/health', { signal })),
  });
}
