import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declareApiEndpoints } from '../../../src/app/endpoints.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { usualCategories } from '../../support/categories.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', { name: 'a' });
});
afterAll(() => app?.[Symbol.asyncDispose]());

const warningOf = async (path: string) => (await app.get(v2 + path)).headers.warning;

describe('a query parameter that is not known', () => {
  it('is named, with those that are', async () => {
    const answer = await app.get(`${v2}/clip/popular?limt=1&limit=2`);
    expect([answer.statusCode, answer.headers.warning]).toEqual([
      200,
      `299 - "Unknown query parameter limt: it has no effect. Known here: limit, sort_by, include_workers"`,
    ]);
    expect(await warningOf('/image_generation/search?basline=sdxl&x=1')).toContain(
      'Unknown query parameters basline, x: they have no effect.',
    );
  });

  it('is named where it would have left models out of a category', async () => {
    for (const path of ['v2/clip', 'v1/clip', 'v1/clip.json', 'v1/lora']) {
      const { statusCode, headers } = await app.get(`/api/model_references/${path}?baseline=sdxl`);
      expect([path, statusCode, headers.warning]).toEqual([
        path,
        200,
        '299 - "Unknown query parameter baseline: it has no effect. Known here: none"',
      ]);
    }
  });

  it('is named in reads of one record, and of what became of it', async () => {
    const known = {
      'clip/model/a?limit=1': 'limit: it has no effect. Known here: none',
      'clip/model/none?limit=1': 'limit: it has no effect. Known here: none',
      'clip/model/a/history?limit=1&cursr=1': 'cursr: it has no effect. Known here: cursor, limit',
      'text_generation/aliases/a?limit=1': 'limit: it has no effect. Known here: none',
      'model_categories?limit=1': 'limit: it has no effect. Known here: none',
    };
    for (const [path, says] of Object.entries(known))
      expect([path, await warningOf(`/${path}`)]).toEqual([path, `299 - "Unknown query parameter ${says}"`]);
    expect(await warningOf('/clip/model/a/history?limit=1')).toBeUndefined();
  });

  it('is named where another one is refused, and where nothing has changed', async () => {
    expect(await warningOf('/find?order=best&basline=1')).toContain('basline');
    const { headers } = await app.get(`${v2}/find?basline=1`);
    const again = await app.get(`${v2}/find?basline=1`, {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.statusCode, again.headers.warning]).toEqual([304, headers.warning]);
  });

  it('cannot break the header', async () => {
    const warning = await warningOf('/find?%22%0D%0Aset-cookie%3A%20a=1&ключ=1');
    expect(warning).toMatch(/^[\x20-\x7e]+$/);
    expect(warning?.slice(6).match(/"/g)).toHaveLength(2);
    const many = await warningOf(
      `/find?${Array.from({ length: 500 }, (_, at) => `${'y'.repeat(20)}${at}=`).join('&')}`,
    );
    expect(many?.length).toBeLessThan(1_000);
    expect(many).toContain('and 495 more');
  });

  it('is named by writes, which a misspelled dry_run does not keep from writing', async () => {
    const send = (query: string) =>
      app.send('POST', `${v2}/clip?${query}`, { key: keys.requestor, body: { name: `b-${query}` } });
    const meant = await send('dry_run=true');
    expect([meant.statusCode, meant.headers.warning]).toEqual([200, undefined]);
    const mistyped = await send('dryrun=true');
    expect([mistyped.statusCode, mistyped.headers.warning]).toEqual([
      202,
      '299 - "Unknown query parameter dryrun: it has no effect. Known here: dry_run"',
    ]);
    const approval = await app.send('POST', `${v2}/pending_queue/batches?dry_run=true`, {
      key: keys.approver,
      body: { batch_title: 't', rejected_ids: [99_999], reject_reason: 'r' },
    });
    expect([approval.statusCode, approval.json().detail[0].loc]).toEqual([422, ['query', 'dry_run']]);
  });
});

it('a plain read has no warning', async () => {
  expect(await warningOf('/find?q=a&nsfw=true&tags_any=x&tags_any=y&category=clip')).toBeUndefined();
  expect(await warningOf('/clip')).toBeUndefined();
});

it('of every endpoint it is known what it reads', () => {
  const unclear = declareApiEndpoints(usualCategories).filter(
    ({ query }) => query !== undefined && !(query instanceof z.ZodObject),
  );
  expect(unclear).toEqual([]);
});
