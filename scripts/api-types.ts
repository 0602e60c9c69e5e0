import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApiDocument } from '../src/app/openapi.ts';

export const apiTypesFile = fileURLToPath(new URL('../client/src/schema.ts', import.meta.url));

const header = `/**
 * The API's types, made from its OpenAPI document by \`npm run console:types\`. Not to be edited.
 */

`;

/** Gives the TypeScript source that declares the API's types, made from the service's OpenAPI document. */
export async function apiTypes(): Promise<string> {
  const document = await openApiDocument({ basePath: '/api' });
  const nodes = await openapiTS(document as unknown as OpenAPI3, { defaultNonNullable: false });
  return header + astToString(nodes);
}
