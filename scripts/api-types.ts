import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { openApiDocument } from '../src/app/openapi.ts';
import { Categories } from '../src/records/categories/index.ts';

/** Where the client and the console import the API's types from. Not committed. */
export const apiTypesFile = fileURLToPath(new URL('../client/src/schema.ts', import.meta.url));

const generator = packageJson.devDependencies['openapi-typescript'];

/**
 * Writes the TypeScript source that declares the API's types, made from the service's OpenAPI document.
 * Leaves a file that was made from the same document as it is: that takes a third of the time.
 *
 * @returns whether the file was written
 */
export async function writeApiTypes(file = apiTypesFile): Promise<boolean> {
  const document = await openApiDocument({ basePath: '/api' }, new Categories({ extraCategories: [] }));
  const source = createHash('sha256').update(generator).update(JSON.stringify(document)).digest('hex');
  const header = `/**
 * The API's types, made from its OpenAPI document by scripts/api-types.ts. Not to be edited.
 * Source: ${source}
 */

`;
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(header)) return false;
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const nodes = await openapiTS(JSON.stringify(document), { defaultNonNullable: false });
  writeFileSync(file, header + astToString(nodes));
  return true;
}

if (import.meta.main) await writeApiTypes();
