import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PendingChange } from '#client';
import { ownValue } from '../parts/own-value.ts';
import { figuresOf } from '../parts/usage-figures.ts';
import { registry } from './client.ts';
import { useDeployment } from './deployment.ts';
import { type Model, useCategory } from './models.ts';
import { useCaller } from './roles.ts';
import { session } from './session.ts';
import { useUsage } from './usage.ts';

const path = '/model_references/v2/image_generation/baselines';

/** Loads the image baselines of the catalogue, sorted by name. */
export function useBaselines(wanted = true) {
  return useQuery({
    queryKey: ['baselines'],
    queryFn: ({ signal }) => registry.request('get', path, { signal }),
    select: ({ items }) => items,
    enabled: wanted,
  });
}

/** Returns the names of the baselines in the catalogue; empty until they are loaded. */
export function useBaselineNames(): ReadonlySet<string> {
  const { data } = useBaselines();
  return useMemo(() => new Set(data?.map(({ name }) => name)), [data]);
}

/** Loads the history of a baseline page by page, newest first. */
export function useBaselineHistory(name: string) {
  return useInfiniteQuery({
    queryKey: ['baselines', 'history', name],
    queryFn: ({ pageParam, signal }) =>
      registry.request('get', '/model_references/v2/image_generation/baseline_history', {
        query: { name, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

const maxOpenChanges = 500;

/**
 * Loads the pending and approved change sets of image baselines. Approvers get all of them, requestors only
 * their own, everyone else an empty list.
 */
export function useOpenBaselineChanges(wanted = true): readonly PendingChange[] {
  const { id } = session.use();
  const { isApprover, isRequestor } = useCaller();
  const { canReview } = useDeployment();
  const { data } = useQuery({
    queryKey: ['changes', 'baselines', id, isApprover],
    queryFn: async ({ signal }) => {
      const statuses = ['pending', 'approved'] as const;
      const filter = { statuses, resource_kinds: ['image_baseline'], limit: maxOpenChanges } as const;
      return (await registry.queue.page({ ...filter, mine: !isApprover }, { signal })).items;
    },
    enabled: wanted && canReview && (isApprover || isRequestor),
  });
  return data ?? none;
}

const none: readonly never[] = [];

export interface BaselineUse {
  readonly models: readonly Model[];
  /** The number of uses of all `models` in the last month; undefined if it is unknown. */
  readonly monthlyUses: number | undefined;
}

const unused: BaselineUse = { models: [], monthlyUses: 0 };

/**
 * Loads the image models and their usage. The function `usesOf` returns the models of a baseline and the
 * number of their uses; it is undefined until the models are loaded. `usageError` is set if the usage could
 * not be loaded.
 */
export function useBaselineUse(wanted = true) {
  const { data: models } = useCategory('image_generation', wanted);
  const usage = useUsage('image_generation', wanted);
  const usesOf = useMemo(() => {
    if (models === undefined) return undefined;
    const modelsByBaseline = Map.groupBy(models, ({ record }) => record.baseline);
    return (name: string): BaselineUse => {
      const baselineModels = modelsByBaseline.get(name);
      if (baselineModels === undefined) return unused;
      const monthlyFigures = baselineModels.map((model) => figuresOf(ownValue(usage.data, model.name)).month);
      const isKnown = usage.data !== undefined && !monthlyFigures.includes(null);
      const sum = monthlyFigures.reduce<number>((total, month) => total + (month ?? 0), 0);
      return { models: baselineModels, monthlyUses: isKnown ? sum : undefined };
    };
  }, [models, usage.data]);
  return { usesOf, usageError: usage.error };
}

/** The path to which change sets of image baselines are posted. */
export const baselineChangeSets = `${path}/change-sets`;
