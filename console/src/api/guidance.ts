import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type components, hasStatus, type PendingChange } from '#client';
import { registry } from './client.ts';
import { useDeployment } from './deployment.ts';
import { useCaller } from './roles.ts';
import { session } from './session.ts';

type Schemas = components['schemas'];

/** A profile in the catalogue. */
export type Profile = Schemas['GuidanceProfile'];
export type PromptContract = Schemas['PromptContract'];
export type Audience = Schemas['GuidanceAudience'];
export type Template = PromptContract['templates'][number];
/** A profile as lists show it. */
export type ProfileItem = Schemas['GuidanceProfileList']['items'][number];
export type ProfileKind = Profile['kind'];
export type Assignment = Schemas['GuidanceAssignment'];
export type ModelGuidance = Schemas['ModelGuidance'];

const path = '/model_references/v2/text_generation/guidance';

/** What the id of a profile looks like; no other text can stand in its path. */
const idPattern = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/** Reads the list of profiles by id, deprecated ones included. */
export function useProfiles(wanted = true) {
  return useQuery({
    queryKey: ['guidance', 'profiles'],
    queryFn: ({ signal }) =>
      registry.request('get', `${path}/profiles`, { query: { include_deprecated: true }, signal }),
    select: ({ items }) => items,
    enabled: wanted,
  });
}

/** Reads a profile, deprecated or not; null when there is none of this id. */
export async function readProfile(id: string, signal?: AbortSignal): Promise<Profile | null> {
  if (!idPattern.test(id)) return null;
  try {
    const values = { profile_id: id };
    return await registry.request('get', `${path}/profiles/{profile_id}`, { path: values, signal });
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}

export function useProfile(id: string) {
  return useQuery({
    queryKey: ['guidance', 'profile', id],
    queryFn: ({ signal }) => readProfile(id, signal),
  });
}

/** Reads which profiles models have: all models, or those that have one profile. */
export function useAssignments(profileId?: string) {
  return useQuery({
    queryKey: ['guidance', 'assignments', profileId ?? null],
    queryFn: ({ signal }) =>
      registry.request('get', `${path}/assignments`, {
        query: profileId === undefined ? {} : { profile_id: profileId },
        signal,
      }),
    select: ({ items }) => items,
  });
}

/** Reads the guidance of a text model; null for a copy of a model under a backend's name, which has none. */
export function useModelGuidance(name: string) {
  return useQuery({
    queryKey: ['guidance', 'model', name],
    queryFn: async ({ signal }): Promise<ModelGuidance | null> => {
      try {
        return await registry.request('get', `${path}/model`, { query: { name }, signal });
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },
  });
}

/** Reads what became of a profile, the newest write first, page by page. */
export function useProfileHistory(id: string) {
  return useInfiniteQuery({
    queryKey: ['guidance', 'history', id],
    queryFn: ({ pageParam, signal }) =>
      registry.request('get', '/model_references/v2/text_generation/guidance_history', {
        query: { profile_id: id, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

const maxOpenChanges = 500;
const none: readonly never[] = [];

/**
 * Reads the open change sets of text guidance that the caller may see: an approver all, a requestor their own.
 * Empty for everybody else.
 */
export function useOpenGuidanceChanges(): readonly PendingChange[] {
  const { id } = session.use();
  const { isApprover, isRequestor } = useCaller();
  const { canReview } = useDeployment();
  const { data } = useQuery({
    queryKey: ['changes', 'guidance', id, isApprover],
    queryFn: async ({ signal }) => {
      const statuses = ['pending', 'approved'] as const;
      const filter = { statuses, resource_kinds: ['text_guidance'], limit: maxOpenChanges } as const;
      return (await registry.queue.page({ ...filter, mine: !isApprover }, { signal })).items;
    },
    enabled: canReview && (isApprover || isRequestor),
  });
  return data ?? none;
}

/** The path to which change sets of text guidance are sent. */
export const guidanceChangeSets = `${path}/change-sets`;
