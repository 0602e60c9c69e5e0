import { useQuery } from '@tanstack/react-query';
import { getJson } from './json-requests.ts';

/** The JSON Schema keywords that the service uses to describe records. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly default?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

/**
 * A JSON Schema for the records of one category, for use in editors. The service accepts every record that is
 * valid against the schema.
 */
export interface StrictSchema {
  readonly $ref: string;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/**
 * Loads the JSON Schema for the records of a category, for use in editors. For some fields, such as the
 * baseline, the schema lists every accepted spelling of every name.
 */
export function useStrictSchema(category: string) {
  return useQuery({
    queryKey: ['strict-schema', category],
    queryFn: ({ signal }) =>
      getJson<StrictSchema>(`/schemas/v2/${encodeURIComponent(category)}/record.json`, signal),
    staleTime: 5 * 60_000,
    retry: false,
  });
}
