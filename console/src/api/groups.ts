import { useQuery } from '@tanstack/react-query';
import { hasStatus } from '#client';
import { registry } from './client.ts';
import type { Family, GroupMembers } from './types.ts';

/** Loads all groups of text models with their family, aliases and health. */
export function useGroupsSummary(wanted = true) {
  return useQuery({
    queryKey: ['groups', 'summary'],
    queryFn: ({ signal }) =>
      registry.request('get', '/model_references/v2/text_generation/groups/summary', { signal }),
    enabled: wanted,
  });
}

/** Loads all families of text models; an empty list if the deployment has no families. */
export function useFamilies(wanted = true) {
  return useQuery({
    queryKey: ['groups', 'families'],
    queryFn: async ({ signal }): Promise<Family[]> => {
      try {
        const body = await registry.request('get', '/model_references/v2/text_generation/families', {
          signal,
        });
        return body.families;
      } catch (error) {
        if (hasStatus(error, 503)) return [];
        throw error;
      }
    },
    enabled: wanted,
  });
}

/**
 * Loads a group of text models, with its members and their common fields; null if the group has no models.
 */
export function useGroup(group: string | undefined) {
  return useQuery({
    queryKey: ['groups', 'members', group],
    queryFn: async ({ signal }): Promise<GroupMembers | null> => {
      try {
        return await registry.request('get', '/model_references/v2/text_generation/group', {
          query: { name: group ?? '' },
          signal,
        });
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },
    enabled: group !== undefined && group !== '',
  });
}
