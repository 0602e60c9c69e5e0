import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type ApiError, type components, hasStatus } from '#client';
import { getJson, postJson } from './json-requests.ts';

type Schemas = components['schemas'];
export type ParsedName = Schemas['ParsedNameResponse'];
export type NameParts = Schemas['ComposeNameRequest'];
export type ComposedName = Schemas['ComposeNameResponse'];
export type ResolvedName = Schemas['ResolvedTextName'];

const prefix = '/model_references/v2/text_generation';

export function parseName(name: string): Promise<ParsedName> {
  return getJson(`${prefix}/parse_name?${new URLSearchParams({ name })}`);
}

function composeQuery(parts: NameParts) {
  return {
    queryKey: ['groups', 'compose', parts],
    queryFn: () => postJson<ComposedName>(`${prefix}/compose_name`, parts),
  };
}

/**
 * Composes a text model's name from its parts. The answer also tells whether a model already has this name,
 * and which group the name belongs to.
 */
export function useComposedName(parts: NameParts, wanted: boolean) {
  return useQuery({ ...composeQuery(parts), enabled: wanted, placeholderData: keepPreviousData });
}

/**
 * Composes the name of each of several text models from the parts of its name. The answers have the order of
 * `parts`.
 */
export function useComposedNames(parts: readonly NameParts[]) {
  return useQueries({
    queries: parts.map((given) => ({ ...composeQuery(given), placeholderData: keepPreviousData })),
  });
}

export type Resolution =
  | { readonly found: ResolvedName }
  | { readonly found: null; readonly nearest: readonly string[] };

/**
 * Finds the text model that a name means, however it is spelled. If it means none, gives the most similar
 * names.
 */
export function useResolution(name: string) {
  return useQuery({
    queryKey: ['groups', 'resolve', name],
    queryFn: async ({ signal }): Promise<Resolution> => {
      try {
        const query = new URLSearchParams({ name });
        return { found: await getJson<ResolvedName>(`${prefix}/resolve?${query}`, signal) };
      } catch (error) {
        if (!hasStatus(error, 404)) throw error;
        return { found: null, nearest: nearestOf(error) };
      }
    },
    enabled: name !== '',
  });
}

function nearestOf({ body }: ApiError): readonly string[] {
  const { nearest } = (body ?? {}) as { nearest?: string[] };
  return nearest ?? [];
}
