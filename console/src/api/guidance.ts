import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type components, hasStatus, type PendingChange } from '#client';
import { registry } from './client.ts';
import { useDeployment } from './deployment.ts';
import { useCaller } from './roles.ts';
import { session } from './session.ts';

type Schemas = components['schemas'];

export type Profile = Schemas['GuidanceProfile'];
export type PromptContract = Schemas['PromptContract'];
export type Audience = Schemas['GuidanceAudience'];
export type Template = PromptContract['templates'][number];
/** A profile in a list. */
export type ProfileItem = Schemas['GuidanceProfileList']['items'][number];
export type ProfileKind = Profile['kind'];
export type Assignment = Schemas['GuidanceAssignment'];
export type ModelGuidance = Schemas['ModelGuidance'];

const path = '/model_references/v2/text_generation/guidance';

/** The pattern of profile ids. Other text cannot be part of a profile's path. */
const idPattern = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/** Loads all profiles, including deprecated ones, sorted by id. */
export function useProfiles(wanted = true) {
  return useQuery({
    queryKey: ['guidance', 'profiles'],
    queryFn: ({ signal }) =>
      registry.request('get', `${path}/profiles`, { query: { include_deprecated: true }, signal }),
    select: ({ items }) => items,
    enabled: wanted,
  });
}

/** Loads a profile, deprecated or not; null if there is none with this id. */
export async function readProfile(id: string, signal?: AbortSignal): Promise<Profile | null> {
  if (!idPattern.test(id)) return null;
  try {
    const pathParameters = { profile_id: id };
    return await registry.request('get', `${path}/profiles/{profile_id}`, { path: pathParameters, signal });
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

/** Loads the profile assignments of all models, or of the models that have one profile. */
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

/** Loads the guidance of a text model; null for a backend copy of a model, which has no guidance. */
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

/** Loads the history of a profile page by page, newest first. */
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
 * Loads the pending and approved change sets of text guidance. Approvers get all of them, requestors only
 * their own, everyone else an empty list.
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

/** The path to which change sets of text guidance are posted. */
export const guidanceChangeSets = `${path}/change-sets`;
