import { yieldToEventLoop } from '../kernel/concurrency/time-slice.ts';
import { type KnownBaselines, knownBaselines } from '../records/baselines/known-baselines.ts';
import type { JsonSchema } from '../serving/openapi/components.ts';
import { assembleDocument } from '../serving/openapi/document.ts';
import { isOperation } from '../serving/routing/endpoint.ts';
import { serviceVersion } from '../serving/version.ts';
import { apiEndpoints } from './endpoints.ts';

interface OpenApiOptions {
  basePath?: string;
}

/**
 * The OpenAPI document that was assembled last; undefined before the first request for it. `of`: the
 * baselines that it lists. When the known baselines are others, the document is assembled anew. It lacks
 * `servers`, the only part that differs between deployments.
 */
let assembled: { readonly of: KnownBaselines; readonly document: JsonSchema } | undefined;

function kept(): JsonSchema | undefined {
  return assembled?.of === knownBaselines() ? assembled.document : undefined;
}

/** Gives the OpenAPI 3.1 document of all operations. It is the same at a PRIMARY and at a REPLICA. */
export function buildOpenApiDocument(options: OpenApiOptions = {}): JsonSchema {
  const steps = assembly();
  let document = kept();
  while (document === undefined) document = steps.next().value ?? undefined;
  return deployed(document, options);
}

/**
 * Gives the same document as `buildOpenApiDocument`, but assembles it in small steps. Between the steps the
 * service can answer other requests.
 */
export async function assembleOpenApiDocument(options: OpenApiOptions = {}): Promise<JsonSchema> {
  const steps = assembly();
  let document = kept();
  while (document === undefined) {
    await yieldToEventLoop();
    document = steps.next().value ?? kept();
  }
  return deployed(document, options);
}

function* assembly(): Generator<void, JsonSchema, void> {
  const of = knownBaselines();
  const document = yield* assembleDocument(apiEndpoints.filter(isOperation), serviceVersion);
  assembled = { of, document };
  return document;
}

function deployed(document: JsonSchema, { basePath = '/api' }: OpenApiOptions): JsonSchema {
  return { ...document, servers: [{ url: basePath || '/', description: 'This deployment' }] };
}
