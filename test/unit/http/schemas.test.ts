import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { importRealData } from '../../support/real-data-app.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const record = { name: 'a', baseline: 'stable_diffusion_xl', nsfw: false };
const legacyRecord = { ...record, baseline: 'stable diffusion 1' };
const checks = new Map<string, ValidateFunction>();
/** The check by the schema at a path, which is compiled once. */
async function checkAt(path: string): Promise<ValidateFunction> {
  const schema = (await app.get(`/api/schemas/${path}`)).json();
  const check = checks.get(path) ?? new Ajv2020({ strict: false, allErrors: true }).compile(schema);
  checks.set(path, check);
  return check;
}

describe('GET /schemas', () => {
  it('lists addresses that all answer with a schema', async () => {
    const { schemas } = (await app.get('/api/schemas')).json() as { schemas: string[] };
    expect(schemas).toContain('/api/schemas/v2/image_generation.json');
    expect(schemas).toContain('/api/schemas/v1/clip/record.json');
    expect(schemas).not.toContain('/api/schemas/v1/lora.json');
    for (const path of schemas) {
      const answer = await app.get(path);
      expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([
        path,
        200,
        'application/schema+json; charset=utf-8',
      ]);
      // That of a category holds that of its records.
      if (!path.endsWith('/record.json')) await checkAt(path.slice('/api/schemas/'.length));
    }
  });

  it('a schema says what is wrong and where', async () => {
    const fits = await checkAt('v2/image_generation/record.json');
    expect(fits(record), JSON.stringify(fits.errors)).toBe(true);
    const config = { download: [{ file_name: '../a', file_url: 'https://example.com/a' }] };
    expect(fits({ ...record, nsfw: 'no', config })).toBe(false);
    expect(fits.errors?.map(({ instancePath }) => instancePath).sort()).toEqual([
      '/config/download/0/file_name',
      '/nsfw',
    ]);
  });

  it('a legacy style may be blank, or stand between blanks, as the service takes it', async () => {
    const fits = await checkAt('v1/image_generation/record.json');
    const accepts = (style: unknown) => fits({ ...legacyRecord, style });
    expect(['', ' ', 'anime', ' anime\n', null].filter((style) => !accepts(style))).toEqual([]);
    expect(['anim', 'an ime', 'anime, furry', 1].filter(accepts)).toEqual([]);
  });

  it('has none for what is no category', async () => {
    expect((await app.get('/api/schemas/v2/nonsense.json')).statusCode).toBe(404);
  });
});

describeWithSharedData('the public data', (folder) => {
  it('every answer of a category fits its schema', async () => {
    await importRealData(app, folder);
    const { schemas } = (await app.get('/api/schemas')).json() as { schemas: string[] };
    const wrong: unknown[] = [];
    for (const path of schemas.filter((name) => !name.endsWith('/record.json'))) {
      const [, version, category] = /schemas\/(v.)\/(\w+)\.json$/.exec(path)!;
      const answer = await app.get(`/api/model_references/${version}/${category}`);
      if (answer.statusCode === 404) continue;
      const fits = await checkAt(path.slice('/api/schemas/'.length));
      if (!fits(answer.json())) wrong.push([path, fits.errors?.slice(0, 20)]);
    }
    expect(wrong).toEqual([]);
  });
});
