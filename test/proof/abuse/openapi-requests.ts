import type { JsonValue } from '../../../src/kernel/json.ts';
import { categoryNames } from '../../support/categories.ts';
import { keys } from '../../support/identity-server.ts';
import { openApiInFull } from '../../support/openapi-document.ts';
import type { Random } from './random.ts';
import { awkwardTexts, damaged, type Resolve, type Schema, validValue } from './schema-values.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
  security?: unknown[];
}

export interface ApiOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export interface GeneratedRequest {
  readonly api: ApiOperation;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  /**
   * Whether a required member of the body is missing or has no value of its type: then the answer must be no
   * success.
   */
  readonly mustFail: boolean;
}

export interface ApiDocument {
  readonly operations: readonly ApiOperation[];
  readonly document: { components: { schemas: Record<string, Schema> } };
  readonly resolve: Resolve;
}

/** Whether the answer does not end by itself. */
function isEndless({ responses }: Operation): boolean {
  return 'text/event-stream' in (responses['200']?.content ?? {});
}

export async function readApiDocument(): Promise<ApiDocument> {
  const document = await openApiInFull<{
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  }>();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !isEndless(operation))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const resolve: Resolve = (schema) => {
    const name = schema.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? schema : resolve(document.components.schemas[name] ?? {});
  };
  return { operations, document, resolve };
}

/** Names that the generated sequences use again and again, so that requests meet each other's effects. */
const sharedNames = ['one', 'two', 'three/with slash', 'vier ü', 'history', 'search'];

export function generateRequest(
  api: ApiOperation,
  { resolve }: ApiDocument,
  random: Random,
): GeneratedRequest {
  const { operation } = api;
  const parameters = operation.parameters ?? [];
  const path = api.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    return encodeURIComponent(wellFormed(pathValue(name, parameter?.schema ?? {}, resolve, random)));
  });
  const query = new URLSearchParams();
  for (const { name, schema, required, in: place } of parameters) {
    if (place !== 'query' || (!required && random.chance(0.6))) continue;
    if (required && random.chance(0.05)) continue;
    const value = random.chance(0.2) ? random.pick(awkwardTexts) : queryValue(name, schema, resolve, random);
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, wellFormed(String(item)));
  }
  const key = random.pick([
    keys.approver,
    keys.approver,
    keys.approver,
    keys.requestor,
    keys.nobody,
    keys.unknown,
    '',
  ]);
  const headers: Record<string, string> = key === '' ? {} : { apikey: key };
  if (random.chance(0.1)) headers['if-none-match'] = random.pick(['*', '"x"', 'W/"x", "y"', 'nonsense', '"']);
  if (random.chance(0.1))
    headers['accept-encoding'] = random.pick(['gzip', 'br', '*;q=0', 'gzip;q=x', 'identity;q=0']);
  const body = bodyOf(operation, resolve, random);
  if (body !== undefined) headers['content-type'] = random.chance(0.97) ? 'application/json' : 'text/plain';
  const search = query.size > 0 ? `?${query}` : '';
  return {
    api,
    method: api.method,
    url: `/api${path}${search}`,
    headers,
    body: body?.text,
    mustFail: body?.mustFail ?? false,
  };
}

/** Awkward names without `..`, which URL parsers take for the folder above, however it is encoded. */
const awkwardNames = awkwardTexts.filter((text) => text !== '' && text !== '..');
/** Awkward names without `search`: in a category's place it is the search of all categories. */
const notCategories = awkwardNames.filter((text) => text !== 'search');

function pathValue(name: string, schema: Schema, resolve: Resolve, random: Random): string {
  if (random.chance(0.12)) return random.pick(name === 'model_category_name' ? notCategories : awkwardNames);
  if (name.endsWith('_id')) return String(1 + random.below(40));
  const known = resolve(schema);
  if (known.enum) return String(random.pick(known.enum));
  if (name === 'model_category_name') return random.pick(categoryNames);
  return random.pick(sharedNames);
}

function queryValue(name: string, schema: Schema, resolve: Resolve, random: Random): JsonValue {
  if (/change_ids?/.test(name))
    return Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(40));
  if (name === 'name' || name === 'model_name') return random.pick(sharedNames);
  return validValue(schema, resolve, random);
}

function bodyOf(
  operation: Operation,
  resolve: Resolve,
  random: Random,
): { text: string; mustFail: boolean } | undefined {
  const schema = operation.requestBody?.content['application/json'].schema;
  if (!schema) return undefined;
  const known = resolve(schema);
  const value = validValue(schema, resolve, random);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (typeof value.name === 'string') value.name = random.pick(sharedNames);
    for (const list of ['approved_ids', 'rejected_ids', 'change_ids']) {
      if (Array.isArray(value[list])) value[list] = [1 + random.below(40)];
    }
  }
  const kind = random.next();
  if (kind < 0.65) return { text: JSON.stringify(value), mustFail: false };
  if (kind < 0.8) return { text: JSON.stringify(damaged(value, random)), mustFail: false };
  if (kind < 0.92 && known.required?.length && typeof value === 'object' && value !== null) {
    const missing = random.pick(known.required);
    const { [missing]: _, ...others } = value as Record<string, JsonValue>;
    return { text: JSON.stringify(others), mustFail: true };
  }
  return {
    text: random.pick(['{', '', 'null', '[]', '"x"', '{"a":1,}', '\u0000', '{"name":']),
    mustFail: false,
  };
}

/** Drops half characters, which cannot be put into a URL. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}
