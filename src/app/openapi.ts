import { genericRecordOf, recordUnionOf } from '../modules/catalog/shapes.ts';
import type { Categories } from '../records/categories/index.ts';
import { categoryEnumOf } from '../records/enums.ts';
import type { JsonSchema } from '../serving/openapi/components.ts';
import { assembleDocument } from '../serving/openapi/document.ts';
import { isOperation } from '../serving/routing/endpoint.ts';
import { serviceVersion } from '../serving/version.ts';
import { declareApiEndpoints } from './endpoints.ts';

/**
 * Returns the OpenAPI 3.1 document of all operations with the current categories and baselines. PRIMARY and
 * REPLICA return the same document.
 */
export async function createOpenApiDocument(
  { basePath }: { readonly basePath: string },
  categories: Categories,
): Promise<JsonSchema> {
  const document = await assembleDocument(
    declareApiEndpoints(categories).filter(isOperation),
    serviceVersion,
    [categoryEnumOf(categories.names), genericRecordOf(), recordUnionOf(categories)],
  );
  return { ...document, servers: [{ url: basePath || '/', description: 'This deployment' }] };
}
