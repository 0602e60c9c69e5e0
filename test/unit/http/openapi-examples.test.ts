import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import examplesJson from '../../../docs/api/examples.json' with { type: 'json' };
import { categories } from '../../../src/records/categories/index.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { recordExamples } from '../../support/examples/session.ts';
import { keys } from '../../support/identity-server.ts';
import { openApiInFull } from '../../support/openapi-document.ts';

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Described {
  parameters: { name: string; in: string; required?: boolean; schema: object; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

const document = await openApiInFull<{
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object> };
}>();
const recorded = examplesJson.components as unknown as Record<string, Record<string, unknown>>;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ id: `${method} ${path}`, method, path, operation })),
);
const media = operations.flatMap(({ id, operation: { requestBody, responses } }) => [
  ...Object.values(requestBody?.content ?? {}).map((one) => ({ where: `${id} request`, ...one })),
  ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).map((one) => ({ where: `${id} ${status}`, ...one })),
  ),
]);

function examplesOf({ example, examples = {} }: Media): unknown[] {
  const named = Object.values(examples).map(({ value }) => value);
  return example === undefined ? named : [...named, example];
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document', ...document });
const compiled = new Map<string, ValidateFunction>();
/** What is wrong with a value, by the document's schema; null when nothing is. */
function wrong(schema: object, value: unknown): string | null {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, validate);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

describe('the examples of the OpenAPI document', () => {
  it('are what a service answers today, else `npm run examples` records them anew', async () => {
    const recorded = `${JSON.stringify(await recordExamples(), null, 2)}\n`;
    await expect(recorded).toMatchFileSnapshot('../../../docs/api/examples.json');
  });

  it('are there for every request and every answer that has a body', () => {
    expect(media.filter((one) => examplesOf(one).length === 0).map(({ where }) => where)).toEqual([]);
    expect(media.length).toBeGreaterThan(1000);
  });

  it('fit their schemas', () => {
    const misfits = media.flatMap((one) =>
      examplesOf(one)
        .map((value) => wrong(one.schema, value))
        .filter((problem) => problem !== null)
        .map((problem) => `${one.where}: ${problem}`),
    );
    expect(misfits).toEqual([]);
  });

  it('have no field that the document does not know', () => {
    const unknown = Object.entries(recorded).flatMap(([name, value]) => {
      const { properties } = (document.components.schemas[name] ?? {}) as { properties?: object };
      // A LegacyRecord has the fields of its category too.
      if (!properties || name === 'LegacyRecord') return [];
      return Object.keys(value)
        .filter((key) => !(key in properties))
        .map((key) => `${name}.${key}`);
    });
    expect(unknown).toEqual([]);
  });

  it('say something: no placeholder of a type, and none that nobody shows', () => {
    expect(JSON.stringify(recorded)).not.toMatch(/"(string|FIXME|NaN|undefined)"/);
    const shown = new Set(media.flatMap(examplesOf).map((value) => JSON.stringify(value)));
    expect(Object.keys(recorded).filter((name) => !shown.has(JSON.stringify(recorded[name])))).toEqual([]);
  });

  it('are there for what a path or a query must have, and not for an optional filter', () => {
    const parameters = operations.flatMap(({ id, operation }) =>
      operation.parameters.map((parameter) => ({ id, ...parameter })),
    );
    expect(
      parameters.filter(({ required = false, example }) => (example !== undefined) !== required),
    ).toEqual([]);
    const needed = parameters.filter(({ required }) => required);
    expect(
      needed.map(({ id, schema, example }) => wrong(schema, example) && id).filter((id) => id !== null),
    ).toEqual([]);
  });
});

describe('with the examples alone', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const creates = categories.map(({ name, recordName }) => ({ name, recordName }));
  it.each(creates)('a $name can be proposed', async ({ name, recordName }) => {
    const body = recorded[recordName];
    const answer = await app.send('POST', `/api/model_references/v2/${name}?dry_run=true`, {
      key: keys.requestor,
      body,
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ dry_run: true })]);
  });

  it('a new model goes through the queue, and is read as the example says', async () => {
    const draft = recorded.ImageGenerationModelRecord as { name: string };
    await app.seed('image_generation', draft);
    const answer = await app.get(`/api/model_references/v2/image_generation/model/${draft.name}`);
    expect(answer.json()).toEqual({ ...draft, metadata: expect.any(Object) });
    const legacy = await app.get('/api/model_references/v1/image_generation');
    expect(legacy.json()).toEqual({
      [draft.name]: recorded.LegacyStableDiffusionRecord,
    });
  });

  it('a name is taken apart and put together as the example says', async () => {
    const { ParsedNameResponse, ComposeNameRequest, ComposeNameResponse } = recorded;
    const parsed = ParsedNameResponse as { original_name: string };
    const text = '/api/model_references/v2/text_generation';
    const answer = await app.get(`${text}/parse_name?name=${encodeURIComponent(parsed.original_name)}`);
    expect(answer.json()).toEqual(parsed);
    const composed = await app.send('POST', `${text}/compose_name`, { body: ComposeNameRequest });
    expect(composed.json()).toEqual({ ...ComposeNameResponse, already_exists: false });
  });
});

describe('with the examples alone, on a legacy deployment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ settings: { canonicalFormat: 'legacy' } });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const creates = categories.flatMap(({ name, legacy }) =>
    legacy ? [{ name, recordName: legacy.recordName }] : [],
  );
  it.each(creates)('a $name can be proposed', async ({ name, recordName }) => {
    const answer = await app.send('POST', `/api/model_references/v1/${name}?dry_run=true`, {
      key: keys.requestor,
      body: recorded[recordName],
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ dry_run: true })]);
  });
});
