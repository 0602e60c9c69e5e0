import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { components, paths } from '#client';
import { registry } from './client.ts';
import { previousOf, session } from './session.ts';

const prefix = '/model_references/v2/operations/activity';

export type Deed = components['schemas']['ActivityEntry'];
export type WaitingTimes = components['schemas']['WaitingTimes'];
export type DecisionTimes = components['schemas']['DecisionTimes'];
type Query = NonNullable<paths[typeof prefix]['get']['parameters']['query']>;
export type ActivityFilter = Pick<
  Query,
  'user_id' | 'actions' | 'category' | 'model_name' | 'since' | 'until'
>;

/**
 * Reads the actions of people that match the filter, the newest first. Without `user_id`, those of all
 * accounts.
 */
export function useActivity(filter: ActivityFilter) {
  const { id } = session.use();
  return useInfiniteQuery({
    queryKey: ['operations', id, 'activity', filter],
    queryFn: ({ pageParam, signal }) =>
      registry.request('get', prefix, { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: previousOf(id),
  });
}

/** Reads one account's proposals with their outcomes, and its other actions. */
export function usePersonActivity(userId: string) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['operations', id, 'activity', 'person', userId],
    queryFn: ({ signal }) =>
      registry.request('get', `${prefix}/people/{user_id}`, { path: { user_id: userId }, signal }),
  });
}

/** Reads how long proposals wait for a decision. */
export function useDecisionTimes() {
  return useQuery({
    queryKey: ['decision-times'],
    queryFn: ({ signal }) => registry.request('get', '/model_references/v2/decision_times', { signal }),
  });
}
