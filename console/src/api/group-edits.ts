import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type components, hasStatus } from '#client';
import { useSendWithKey } from './idempotency-key.ts';
import { getJson, sendJson } from './json-requests.ts';
import { useSendOnce } from './send-once.ts';
import type { Family } from './types.ts';

type Schemas = components['schemas'];
export type NameSchema = Schemas['TextModelGroupNameSchema'];
export type DetectedFamilies = Schemas['DetectFamiliesResponse'];
export type GroupAliases = Schemas['GroupAliasResponse'];
/**
 * The fields to set in every model of a group. An absent field is left unchanged; an empty value clears the
 * field.
 */
export type CommonFieldsEdit = Schemas['CommonFieldsUpdateRequest'];

const prefix = '/model_references/v2/text_generation';
const path = (...segments: string[]) => [prefix, ...segments.map(encodeURIComponent)].join('/');
const groupPath = (resource: string, group: string) =>
  `${prefix}/group/${resource}?${new URLSearchParams({ name: group })}`;

/**
 * A mutation that edits groups of text models. Reloads the groups and changes after each call, even a failed
 * one. `until` has the same meaning as in `useSendOnce`.
 */
function useGroupWrite<Input, Answer>(
  write: (input: Input) => Promise<Answer>,
  until: 'answered' | 'refused' = 'answered',
) {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['groups'] }),
      client.invalidateQueries({ queryKey: ['changes'] }),
    ]);
  return useSendOnce({ mutationFn: write, onSettled }, until);
}

/**
 * Queues one update for each model of the group. Skips models whose names begin with a backend's prefix, such
 * as `koboldcpp/`.
 */
export function useEditCommonFields(group: string) {
  const sendWithKey = useSendWithKey();
  return useGroupWrite(
    (body: CommonFieldsEdit) =>
      sendWithKey([group, body], (key) =>
        sendJson<Schemas['BatchUpdateResponse']>('PUT', groupPath('common_fields', group), {
          body,
          headers: { 'idempotency-key': key },
        }),
      ),
    'refused',
  );
}

/** Saves the naming schema of a group immediately, without review. */
export function useSaveNameSchema(group: string) {
  return useGroupWrite((schema: NameSchema) =>
    sendJson<Schemas['GroupNameSchemaResponse']>('PUT', groupPath('name_schema', group), { body: schema }),
  );
}

/**
 * Deletes the saved naming schema of a group. The schema that the service infers from the names applies
 * again.
 */
export function useDeleteNameSchema(group: string) {
  return useGroupWrite((_: undefined) => sendJson<undefined>('DELETE', groupPath('name_schema', group)));
}

/**
 * Queues a change that exempts a model's name from its group's naming schema, for the given reason. If the
 * reason is null, the change ends the exemption.
 */
export function useSetNameException() {
  const sendWithKey = useSendWithKey();
  return useGroupWrite(({ model, reason }: { model: string; reason: string | null }) =>
    sendWithKey([model, reason], (key) =>
      sendJson<Schemas['NameExceptionResponse']>('PUT', path(model, 'name_exception'), {
        body: { reason },
        headers: { 'idempotency-key': key },
      }),
    ),
  );
}

/** Loads the aliases of all groups; null if the service has no aliases, as on a replica. */
export function useAliases() {
  return useQuery({
    queryKey: ['groups', 'aliases'],
    queryFn: async ({ signal }): Promise<readonly GroupAliases[] | null> => {
      try {
        return (await getJson<Schemas['GroupAliasListResponse']>(path('aliases'), signal)).entries;
      } catch (error) {
        if (hasStatus(error, 503)) return null;
        throw error;
      }
    },
  });
}

export type AliasEdit =
  | { readonly action: 'add' | 'remove'; readonly group: string; readonly alias: string }
  | { readonly action: 'clear'; readonly group: string };

/**
 * Adds or removes an alias of a group, or removes all its aliases. Takes effect immediately, without review.
 */
export function useEditAliases() {
  return useGroupWrite((edit: AliasEdit) =>
    edit.action === 'clear'
      ? sendJson<undefined>('DELETE', path('aliases', edit.group))
      : sendJson<GroupAliases>('POST', path('aliases', edit.group, edit.action), {
          body: { alias: edit.alias },
        }),
  );
}

export interface FamilyLimits {
  readonly prefix: number;
  readonly size: number;
}

/**
 * Loads the families that the service suggests: at least `size` groups whose names share a prefix of at least
 * `prefix` characters.
 */
export function useDetectedFamilies({ prefix: length, size }: FamilyLimits) {
  return useQuery({
    queryKey: ['groups', 'detected', length, size],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        min_prefix_length: String(length),
        min_family_size: String(size),
      });
      return getJson<DetectedFamilies>(`${prefix}/families/detect?${query}`, signal);
    },
  });
}

export type FamilyEdit =
  | { readonly action: 'set'; readonly family: string; readonly members: readonly string[] }
  | { readonly action: 'add' | 'remove'; readonly family: string; readonly group: string }
  | { readonly action: 'delete'; readonly family: string };

/** Creates, changes or deletes a family of groups. Takes effect immediately, without review. */
export function useEditFamilies() {
  return useGroupWrite((edit: FamilyEdit): Promise<Family | undefined> => {
    const { action, family } = edit;
    if (action === 'delete') return sendJson('DELETE', path('families', family));
    if (action === 'set')
      return sendJson('PUT', path('families', family), { body: { members: edit.members } });
    return sendJson('POST', path('families', family, action), { body: { group_name: edit.group } });
  });
}
