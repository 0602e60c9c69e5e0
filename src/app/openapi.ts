import { ofKnownBaselines } from '../records/baselines/known-baselines.ts';
import type { JsonSchema } from '../serving/openapi/components.ts';
import { assembleDocument } from '../serving/openapi/document.ts';
import { isOperation } from '../serving/routing/endpoint.ts';
import { serviceVersion } from '../serving/version.ts';
import { apiEndpoints } from './endpoints.ts';

/** The document without `servers`, the only part that differs between deployments. */
const assembled = ofKnownBaselines(() =>
  assembleDocument(apiEndpoints().filter(isOperation), serviceVersion),
);

/** Gives the OpenAPI 3.1 document of all operations. It is the same at a PRIMARY and at a REPLICA. */
export async function openApiDocument({ basePath }: { readonly basePath: string }): Promise<JsonSchema> {
  return { ...(await assembled()), servers: [{ url: basePath || '/', description: 'This deployment' }] };
}
