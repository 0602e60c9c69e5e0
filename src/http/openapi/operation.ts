import type { z } from 'zod';

/** What the OpenAPI document says of one operation. Stands beside the handler that does it. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** The path under the base path; parameters in braces: `/model_references/v2/{model_category_name}`. */
  readonly path: string;
  /** The operationId: generated clients name their functions after it, so it never changes. */
  readonly id: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Path parameters that need saying more than their name does, by name. */
  readonly parameters?: Readonly<Record<string, z.ZodType>>;
  /** The schema that parses the query. */
  readonly query?: z.ZodType;
  readonly body?: { readonly schema: z.ZodType; readonly optional?: boolean };
  /** Reads the `apikey` header. */
  readonly key?: boolean;
  /** A read with an ETag: answers 304 to a matching If-None-Match. */
  readonly conditional?: boolean;
  /** By status. Those that every operation of its kind has (304, 413, 415, 422, 500) are added. */
  readonly answers: Readonly<Record<number, Answer>>;
}

export interface Answer {
  readonly description: string;
  /** Absent: no body. */
  readonly schema?: z.ZodType;
  readonly contentType?: string;
  /** What each header of this answer says, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}
