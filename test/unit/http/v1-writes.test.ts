import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { joinReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import type { SourceModel } from '../../../src/modules/transfer/reference-source.ts';
import { textGeneration } from '../../../src/records/categories/text-generation.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { usualCategories } from '../../support/categories.ts';
import { keys, users } from '../../support/identity-server.ts';
import { minimalLegacyBody } from '../../support/least-bodies.ts';

const v1 = '/api/model_references/v1';
const v2 = '/api/model_references/v2';
const name = 'north/Writer 7B?';

const createId = (category: string) => `create_legacy_${category}_model`;
const updateId = (category: string) =>
  category === 'image_generation' ? 'update_legacy_model' : `update_legacy_${category}_model`;

/** A category as both versions show it; null where it is empty. */
async function shown(
  app: TestApp,
  category: string,
): Promise<[legacy: JsonObject | null, v2: JsonObject | null]> {
  const [legacy, current] = await Promise.all([v1, v2].map((version) => app.get(`${version}/${category}`)));
  const bodyOf = (answer: typeof legacy) => (answer?.statusCode === 404 ? null : answer?.json());
  return [bodyOf(legacy), bodyOf(current)];
}

/** Starts a service for all categories: each test writes to its own, which is empty before. */
function startForAll(settings: Parameters<typeof startTestApp>[0]): () => TestApp {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(settings);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  return () => app;
}

describe('a legacy-canonical deployment', () => {
  const withQueue = startForAll({ settings: { canonicalFormat: 'legacy' } });
  const direct = startForAll({ settings: { canonicalFormat: 'legacy', queueEnabled: false } });

  // The others are made like clip.
  describe.each(['image_generation', 'text_generation', 'controlnet', 'clip'])('%s', (category) => {
    const created = { ...minimalLegacyBody(category, name), description: 'first', nsfw: true };
    const updated = {
      ...minimalLegacyBody(category, name),
      description: 'second',
      version: '2',
      odd: { a: [1] },
    };
    const deletion = `${v1}/${category}/model/${encodeURIComponent(name)}`;
    const variants = ['aphrodite/north/Writer 7B?', 'koboldcpp/Writer 7B?'];
    const names = category === 'text_generation' ? [name, ...variants] : [name];

    async function expectLive(app: TestApp, body: JsonObject): Promise<void> {
      const [legacy, current] = await shown(app, category);
      expect(Object.keys(legacy ?? {})).toEqual(names);
      // v1 has never shown versions and ratings of text models.
      const { version, nsfw, ...rest } = body;
      expect(legacy?.[name]).toMatchObject(category === 'text_generation' ? rest : body);
      expect(Object.keys(current ?? {})).toEqual([name]);
      expect(current?.[name]).toMatchObject({ record_type: category, name, description: body.description });
      expect((await app.get(`${v2}/${category}/model/${name.replace('?', '%3F')}`)).json()).toEqual(
        current?.[name],
      );
    }

    it('takes creates, updates and deletes through the queue', async () => {
      const app = withQueue();
      const queue = async (method: string, path: string, body: unknown, operation: string, route: string) => {
        const answer = await app.send(method, path, { key: keys.requestor, body });
        expect(answer.statusCode).toBe(202);
        const change = answer.json();
        expect(change).toMatchObject({
          category,
          model_name: name,
          operation,
          status: 'pending',
          requested_by: users.requestor.id,
          request_metadata: { route },
          payload: body ?? { name },
        });
        expect(change.related_models).toEqual(names.length > 1 ? variants : undefined);
        expect(Object.values(change)).not.toContain(null);
        return change.change_id as number;
      };
      const apply = async (id: number, live: () => Promise<void>) => {
        await live();
        await app.approve(id);
        await live();
        await app.apply(id);
      };
      const nothing = async () => expect(await shown(app, category)).toEqual([null, null]);

      const create = await queue('POST', `${v1}/${category}`, created, 'create', createId(category));
      await apply(create, nothing);
      await expectLive(app, created);

      const update = await queue('PUT', `${v1}/${category}`, updated, 'update', updateId(category));
      await apply(update, () => expectLive(app, created));
      await expectLive(app, updated);

      const removal = await queue('DELETE', deletion, undefined, 'delete', 'delete_legacy_model');
      await apply(removal, () => expectLive(app, updated));
      await nothing();
    });

    it('takes them directly where there is no queue', async () => {
      const app = direct();
      const key = keys.approver;
      const newest = () => app.store.read((reader) => auditStore(reader).head());
      const { event_id: before } = await newest();

      const create = await app.send('POST', `${v1}/${category}`, { key, body: created });
      expect(create.statusCode).toBe(201);
      expect(create.headers.location).toBe(`/model_references/v1/${category}/model/north%2FWriter%207B%3F`);
      await expectLive(app, created);
      expect(create.json()).toEqual((await shown(app, category))[0]?.[name]);

      const update = await app.send('PUT', `${v1}/${category}`, { key, body: updated });
      expect([update.statusCode, update.headers.location]).toEqual([200, undefined]);
      await expectLive(app, updated);
      expect(update.json()).toEqual((await shown(app, category))[0]?.[name]);

      const removal = await app.send('DELETE', deletion, { key });
      expect([removal.statusCode, removal.body]).toEqual([204, '']);
      expect(await shown(app, category)).toEqual([null, null]);

      const events = await app.store.read((reader) => auditStore(reader).events({ category }, 10));
      expect(
        events.map((event) => [event.operation, event.domain, event.category, event.model_name]),
      ).toEqual(['create', 'update', 'delete'].map((operation) => [operation, 'legacy', category, name]));
      for (const event of events) {
        expect(event).toMatchObject({ logical_user_id: users.approver.id, request_id: null, action: null });
      }
      expect((await newest()).event_id).toBe(before + events.length);
    });
  });

  it('without a queue, a text model that an import has left under an address can be deleted', async () => {
    const app = direct();
    const name = 'https://a.example/b';
    const row = {
      definition: textGeneration,
      file: 'x',
      name,
      format: 'legacy',
      record: { name, parameters: 1 },
    };
    const source = { ...joinReferenceFiles([]), models: [row as SourceModel] };
    await importReferences(app.store, source, {
      categories: usualCategories,
      canonicalFormat: 'legacy',
      now: 1,
    });
    await app.service.context.catalog.refresh(['text_generation']);
    expect((await shown(app, 'text_generation')).map((body) => body && Object.keys(body))).toEqual([
      null,
      [name],
    ]);
    const path = `${v1}/text_generation/model/${encodeURIComponent(name)}`;
    expect((await app.send('DELETE', path, { key: keys.approver })).statusCode).toBe(204);
    expect(await shown(app, 'text_generation')).toEqual([null, null]);
  });

  it('without a queue, tags of a text model are trimmed, and blank ones are none', async () => {
    const app = direct();
    const body = {
      name: 'org/T-7B',
      parameters: 7e9,
      tags: [' story ', '', '  ', 'rp\t', ' 7B'],
      style: 'chat',
    };
    const answer = await app.send('POST', `${v1}/text_generation`, { key: keys.approver, body });
    expect([answer.statusCode, answer.json().tags]).toEqual([201, ['7B', 'chat', 'rp', 'story']]);
    expect((await app.get(`${v2}/text_generation/model/org/T-7B`)).json().tags).toEqual(['story', 'rp']);
    const blank = { ...body, tags: [' '], style: '' };
    await app.send('PUT', `${v1}/text_generation`, { key: keys.approver, body: blank });
    expect((await app.get(`${v1}/text_generation`)).json()[body.name].tags).toEqual(['7B']);
    const nothing = await app.send('PUT', `${v1}/text_generation`, {
      key: keys.approver,
      body: { ...blank, tags: null },
    });
    expect(nothing.statusCode).toBe(200);
  });

  it('without a queue, an update keeps what v1 cannot say, and says who made it', async () => {
    const app = direct();
    const key = keys.approver;
    const text = { name: 'org/U-7B', parameters: 7e9, tags: ['7B', 'chat'], style: 'chat' };
    await app.send('POST', `${v1}/text_generation`, { key, body: text });
    const before = (await app.get(`${v2}/text_generation/model/org/U-7B`)).json();
    expect(before).toMatchObject({
      tags: [],
      style: 'chat',
      text_model_group: 'U',
      metadata: { created_by: users.approver.username, updated_by: users.approver.username },
    });
    const seen = (await app.get(`${v1}/text_generation`)).json()['org/U-7B'];
    const again = await app.send('PUT', `${v1}/text_generation`, { key, body: seen });
    expect([again.statusCode, again.json()]).toEqual([200, seen]);
    const { updated_at: _, ...metadata } = before.metadata;
    expect((await app.get(`${v2}/text_generation/model/org/U-7B`)).json()).toMatchObject({
      ...before,
      metadata,
    });
  });
});

describe.each([true, false])('with the queue enabled: %s', (queueEnabled) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ settings: { canonicalFormat: 'legacy', queueEnabled } });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await app.send(method, v1 + path, { key: keys.approver, body });
    return [answer.statusCode, answer.json().detail];
  };

  it.each(['nonsense', 'stable_diffusion', 'db.json', 'lora', 'info'])(
    '%s is no category that v1 writes: 422',
    async (category) => {
      const problem = { type: 'enum', loc: ['path', 'model_category_name'], input: category };
      const msg = expect.stringContaining("'image_generation', 'text_generation', 'clip'");
      for (const method of ['POST', 'PUT'])
        expect(await send(method, `/${category}`, { name: 'x' })).toEqual([
          422,
          [expect.objectContaining({ ...problem, msg })],
        ]);
      if (category !== 'lora' && category !== 'info')
        expect(await send('DELETE', `/${category}/model/x`)).toMatchObject([422, [problem]]);
    },
  );

  it.each([
    ['image_generation', { baseline: 'zzz' }, ['body', 'baseline']],
    ['image_generation', { showcases: ['https://huggingface.co/x'] }, ['body', 'showcases']],
    ['clip', { config: { files: [{}] } }, ['body', 'config', 'files', 0, 'path']],
    ['controlnet', { type: null }, ['body', 'type']],
    ['text_generation', { settings: { q: 1 } }, ['body', 'settings', 'q']],
  ])('a %s body that one of the views cannot say is 422: %j', async (category, wrong, loc) => {
    const [status, detail] = await send('POST', `/${category}`, {
      ...minimalLegacyBody(category, 'new'),
      ...wrong,
    });
    expect(status).toBe(422);
    expect(detail.map((problem: { loc: unknown }) => problem.loc)).toContainEqual(loc);
  });

  it('nothing that was refused has left a trace', async () => {
    expect(await app.store.read((reader) => auditStore(reader).events({}, 1))).toEqual([]);
  });
});
