import type { JsonSchema } from './openapi/components.ts';
import { assembleDocument } from './openapi/document.ts';
import { allResources } from './routes/index.ts';
import { serviceVersion } from './version.ts';

/** Without what differs between deployments. The conversion of all schemas takes longer than the rest of the start. */
let assembled: JsonSchema | undefined;

/** The OpenAPI 3.1 document of every operation this service has, whatever the mode of the deployment. */
export function buildOpenApiDocument({ basePath = '/api' }: { basePath?: string } = {}): JsonSchema {
  assembled ??= assembleDocument(
    allResources.flatMap((resource) => resource.operations),
    serviceVersion,
  );
  return { ...assembled, servers: [{ url: basePath || '/', description: 'This deployment' }] };
}
