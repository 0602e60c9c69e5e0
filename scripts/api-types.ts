import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { createOpenApiDocument } from '../src/app/openapi.ts';
import { Categories } from '../src/records/categories/index.ts';

/** Where the client and the console import the API's types and bounds from. Not committed. */
export const apiTypesFile = fileURLToPath(new URL('../client/src/schema.ts', import.meta.url));

const generator = packageJson.devDependencies['openapi-typescript'];

/**
 * Writes the TypeScript source that declares the API's types and `bounds`, made from the service's OpenAPI
 * document.
 * Leaves a file that was made from the same document as it is: that takes a third of the time.
 *
 * @returns whether the file was written
 */
export async function writeApiTypes(file = apiTypesFile): Promise<boolean> {
  const document = await createOpenApiDocument({ basePath: '/api' }, new Categories({ extraCategories: [] }));
  const bounds = JSON.stringify(boundsOf(document as unknown as BoundedDocument));
  const source = createHash('sha256')
    .update(generator)
    .update(JSON.stringify(document))
    .update(bounds)
    .digest('hex');
  const header = `/**
 * The API's types, made from its OpenAPI document by scripts/api-types.ts. Not to be edited.
 * Source: ${source}
 */

`;
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(header)) return false;
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const nodes = await openapiTS(JSON.stringify(document), { defaultNonNullable: false });
  writeFileSync(file, `${header}${astToString(nodes)}\nexport const bounds = ${bounds} as const;\n`);
  return true;
}

type Named<Value> = Readonly<Record<string, Value>>;
type Schema = Named<unknown> & { readonly anyOf?: readonly Schema[] };
interface Parameter {
  readonly name: string;
  readonly schema: Schema;
}
interface BoundedDocument {
  readonly paths: Named<{
    readonly get?: { readonly parameters?: (Parameter | { readonly $ref: string })[] };
  }>;
  readonly components: {
    readonly schemas: Named<{ readonly properties?: Named<Schema> }>;
    readonly parameters: Named<Parameter>;
  };
}

/**
 * Returns the bounds that the document states: those of the fields of each schema, and those of the query of
 * each read. A bound holds the numbers of its JSON Schema, such as `maxLength` and `default`.
 */
function boundsOf({ paths, components }: BoundedDocument) {
  const queries = Object.entries(paths).map(([path, { get }]) => {
    const parameters = (get?.parameters ?? []).map((given) =>
      '$ref' in given ? (components.parameters[given.$ref.split('/').at(-1) ?? ''] as Parameter) : given,
    );
    return [path, parameters.map(({ name, schema }) => [name, schema] as const)] as const;
  });
  const fields = Object.entries(components.schemas).map(
    ([name, { properties = {} }]) => [name, Object.entries(properties)] as const,
  );
  return { fields: bounded(fields), queries: bounded(queries) };
}

function bounded(places: (readonly [string, (readonly [string, Schema])[]])[]) {
  const numbers = (schema: Schema) =>
    Object.entries(schema.anyOf?.[0] ?? schema).filter(([, value]) => typeof value === 'number');
  const found = places.map(([place, schemas]) => {
    const named = schemas.map(([name, schema]) => [name, numbers(schema)] as const);
    const own = named.filter(([, facts]) => facts.some(([keyword]) => keyword.startsWith('max')));
    return [place, own.map(([name, facts]) => [name, Object.fromEntries(facts)] as const)] as const;
  });
  return Object.fromEntries(
    found.flatMap(([place, own]) => (own.length > 0 ? [[place, Object.fromEntries(own)]] : [])),
  );
}

if (import.meta.main) await writeApiTypes();
