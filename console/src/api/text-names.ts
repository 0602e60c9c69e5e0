import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { components } from '#client';
import { getJson, postJson } from './json-requests.ts';

type Schemas = components['schemas'];
export type ParsedName = Schemas['ParsedNameResponse'];
export type NameParts = Schemas['ComposeNameRequest'];
export type ComposedName = Schemas['ComposeNameResponse'];

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
 * Composes a text model's name from its parts. The response also tells whether a model already has this name,
 * and which group the name belongs to.
 */
export function useComposedName(parts: NameParts, wanted: boolean) {
  return useQuery({ ...composeQuery(parts), enabled: wanted, placeholderData: keepPreviousData });
}

/** Composes the names of several text models from their parts. The responses are in the order of `parts`. */
export function useComposedNames(parts: readonly NameParts[]) {
  return useQueries({
    queries: parts.map((given) => ({ ...composeQuery(given), placeholderData: keepPreviousData })),
  });
}
