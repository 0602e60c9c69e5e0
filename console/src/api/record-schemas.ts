import { useQuery } from '@tanstack/react-query';
import { getJson } from './json-requests.ts';

/** The part of JSON Schema that the service's document uses for records. */
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

export interface SchemaDocument {
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>> & {
      readonly ModelRecordUnion?: JsonSchema & {
        readonly discriminator?: { readonly mapping?: Readonly<Record<string, string>> };
      };
    };
  };
}

/** The JSON Schema of a category's records for editors: the service accepts every record that fits it. */
export interface StrictSchema {
  readonly $ref: string;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/**
 * Reads the JSON Schema of a category's records for editors. For some fields, the schema lists the names that
 * the service accepts, in all their spellings.
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

/** The service's own description of its records; forms are built from it. */
export function useSchemaDocument() {
  return useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => getJson<SchemaDocument>('/openapi.json', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
