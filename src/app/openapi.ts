import { yieldToEventLoop } from '../kernel/concurrency/time-slice.ts';
import type { JsonSchema } from '../serving/openapi/components.ts';
import { assembleDocument } from '../serving/openapi/document.ts';
import { isOperation } from '../serving/routing/endpoint.ts';
import { serviceVersion } from '../serving/version.ts';
import { apiEndpoints } from './endpoints.ts';

interface OpenApiOptions {
  basePath?: string;
}

/** Assembled once, without `servers`, the only part that differs between deployments. */
let assembled: JsonSchema | undefined;

/** The OpenAPI 3.1 document of every operation this service has, whatever the mode of the deployment. */
export function buildOpenApiDocument(options: OpenApiOptions = {}): JsonSchema {
  const steps = assembly();
  while (assembled === undefined) assembled = steps.next().value ?? undefined;
  return deployed(assembled, options);
}

/** Assembles the document in small steps, between which requests are answered. */
export async function assembleOpenApiDocument(options: OpenApiOptions = {}): Promise<JsonSchema> {
  const steps = assembly();
  while (assembled === undefined) {
    await yieldToEventLoop();
    assembled = steps.next().value ?? undefined;
  }
  return deployed(assembled, options);
}

function assembly(): Generator<void, JsonSchema, void> {
  return assembleDocument(apiEndpoints.filter(isOperation), serviceVersion);
}

function deployed(document: JsonSchema, { basePath = '/api' }: OpenApiOptions): JsonSchema {
  return { ...document, servers: [{ url: basePath || '/', description: 'This deployment' }] };
}
