import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import type { TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';
import { prefix, startTextApp, textModel } from './text-generation.ts';

const key = keys.requestor;
let app: TestApp;
beforeAll(async () => {
  app = await startTextApp();
  await app.send('PUT', `${prefix}/aliases/magnum`, { key, body: { aliases: ['Opus'] } });
  await app.send('PUT', `${prefix}/families/Magnums`, { key, body: { members: ['magnum'] } });
});
afterAll(() => app[Symbol.asyncDispose]());

describe('parse_name', () => {
  test('takes a name apart, nulls written', async () => {
    const answer = await app.get(`${prefix}/parse_name?name=THUDM/GLM-Z1-Rumination-32B-0414`);
    expect(answer.body).toBe(
      '{"original_name":"THUDM/GLM-Z1-Rumination-32B-0414","base_name":"THUDM/GLM-Z1-Rumination","size":"32B","variant":null,"quant":null,"version":null,"suggested_group":"GLM-Z1-Rumination","extras":[{"value":"0414","position":3,"inferred_type":"DATE"}]}',
    );
  });

  test('applies aliases to the suggested group only', async () => {
    const answer = await app.get(`${prefix}/parse_name?name=koboldcpp/Opus-v4-9b`);
    expect(answer.json()).toMatchObject({ base_name: 'koboldcpp/Opus', suggested_group: 'magnum' });
  });

  test('takes what is empty, and refuses what is missing', async () => {
    const empty = await app.get(`${prefix}/parse_name?name=`);
    expect([empty.statusCode, empty.json()]).toMatchObject([200, { base_name: '', suggested_group: '' }]);
    const missing = await app.get(`${prefix}/parse_name`);
    expect(missing.statusCode).toBe(422);
    expect(missing.json().detail).toMatchObject([{ type: 'missing', loc: ['query', 'name'] }]);
  });
});

describe('compose_name', () => {
  test.each([
    [
      {
        base_name: 'magnum',
        size: '9b',
        author: 'org',
        variant: 'v4',
        part_order: ['base', 'variant', 'size'],
      },
      { composed_name: 'org/magnum-v4-9b', already_exists: true, suggested_group: 'magnum' },
    ],
    [
      { base_name: 'Opus', size: '', version: null, unknown: 1 },
      { composed_name: 'Opus-', already_exists: false, suggested_group: 'Opus' },
    ],
    [
      {
        ...{ base_name: 'Foo', size: '7B', variant: 'Chat', version: 'v1', quant: 'Q4', separator: '_' },
        part_order: ['quant', 'base', 'extra:date', 'size', 'size'],
      },
      { composed_name: 'Q4_Foo_7B_7B', already_exists: false, suggested_group: 'Q4_Foo_7B' },
    ],
  ])('%j', async (body, composed) => {
    const answer = await app.send('POST', `${prefix}/compose_name`, { body });
    expect([answer.statusCode, answer.json()]).toEqual([200, composed]);
  });

  test('needs a base name and a size', async () => {
    const answer = await app.send('POST', `${prefix}/compose_name`, { body: { part_order: 'base' } });
    expect(answer.statusCode).toBe(422);
    const problems = answer
      .json()
      .detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, loc[1]]);
    expect(problems).toEqual([
      ['missing', 'base_name'],
      ['missing', 'size'],
      ['list_type', 'part_order'],
    ]);
  });
});

describe('name_exception', () => {
  const except = async (path: string, body: object) => {
    const answer = await app.send('PUT', `${prefix}/${path}/name_exception`, { key, body });
    return [answer.statusCode, answer.json()];
  };
  const change = (id: number) => app.store.read((reader) => changeStore(reader).get(id));

  test.each(['org/magnum-v4-9b', 'org%2Fmagnum-v4-9b'])(
    'queues an update of the whole record, at the path %s',
    async (path) => {
      const [status, { pending_change_id }] = await except(path, { reason: 'it was first' });
      expect(status).toBe(202);
      expect(await change(pending_change_id)).toMatchObject({
        category: 'text_generation',
        model_name: 'org/magnum-v4-9b',
        operation: 'update',
        status: 'pending',
        requested_by: '101',
        notes: "Name exception set for 'org/magnum-v4-9b'",
        request_metadata: { route: 'set_name_exception' },
        related_models: ['aphrodite/org/magnum-v4-9b', 'koboldcpp/magnum-v4-9b'],
        payload: { baseline: 'Gemma', description: 'Nine', name_schema_exception: 'it was first' },
      });
    },
  );

  test('is shown by the group once it is applied, and taken back by null', async () => {
    const exceptions = async () => (await app.get(`${prefix}/group/magnum`)).json().exception_members;
    for (const [reason, shown] of [
      ['it was first', [{ name: 'org/magnum-v4-12b', reason: 'it was first' }]],
      ['', []],
      [null, []],
    ] as const) {
      const [, { pending_change_id }] = await except('org/magnum-v4-12b', { reason });
      await app.approve(pending_change_id);
      await app.apply(pending_change_id);
      expect(await exceptions()).toEqual(shown);
      const record = (await app.get(`${prefix}/model/org/magnum-v4-12b`)).json();
      expect(record.name_schema_exception).toBe(reason ?? undefined);
      expect(record).toMatchObject({ baseline: 'Mistral', style: 'roleplay', tags: ['rp', 'story'] });
    }
  });

  test.each([
    ['org/none', { reason: 'x' }, 404, "Model 'org/none' not found in text_generation category"],
    ['koboldcpp/magnum-v4-9b', { reason: 'x' }, 400, expect.stringContaining('contains a backend prefix')],
    ['org/magnum-v4-9b', {}, 422, [expect.objectContaining({ type: 'missing', loc: ['body', 'reason'] })]],
    ['org/magnum-v4-9b', { reason: 7 }, 422, [expect.objectContaining({ type: 'string_type' })]],
  ])('of %s with %j is %i', async (path, body, status, detail) => {
    expect(await except(path, body)).toEqual([status, { detail }]);
  });

  test('leaves models to their own paths, whatever they are called', async () => {
    const model = textModel('x/name_exception');
    await app.seed('text_generation', model, textModel('model/x'));
    const update = await app.send('PUT', `${prefix}/model/x/name_exception`, { key, body: model });
    expect([update.statusCode, update.json().model_name]).toEqual([202, 'x/name_exception']);
    expect(await except('model%2Fx', { reason: 'y' })).toMatchObject([202, {}]);
  });
});
