import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AtomFeed, readAtom } from '../../support/atom.ts';
import { keys, users } from '../../support/identity-server.ts';
import { holdState } from '../../support/lost-history.ts';
import { startUsageApp } from '../../support/usage-app.ts';
import { answers, images } from './usage-samples.ts';

const v2 = '/api/model_references/v2';
const time = { seconds: 1_700_000_000 };
let app: TestApp;

beforeEach(async () => {
  time.seconds = 1_700_000_000;
  app = await startTestApp({ overrides: { clock: { now: () => time.seconds } } });
});
afterEach(() => app[Symbol.asyncDispose]());

async function read(feed: string, headers: Record<string, string> = {}): Promise<AtomFeed> {
  const answer = await app.get(`/api/feeds/${feed}.atom`, {
    headers: { host: 'models.example', ...headers },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  return readAtom(answer.body);
}

/** Proposes, approves and applies as one batch, an hour after the one before. */
async function applyBatch(title: string, ...writes: Parameters<TestApp['propose']>[]): Promise<void> {
  const ids: number[] = [];
  for (const write of writes) ids.push(await app.propose(...write));
  const body = { batch_title: title, approved_ids: ids };
  const answer = await app.send('POST', `${v2}/pending_queue/batches`, { key: keys.approver, body });
  expect(answer.statusCode).toBe(200);
  time.seconds += 3600;
  await app.apply(...ids);
}

const file = (sha256sum: string, file_url = 'https://files.example/a') => ({
  config: { download: [{ file_name: 'a.bin', file_url, sha256sum }] },
});
const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];

describe('batches', () => {
  test('are told in models, newest first, with what changed in words', async () => {
    await applyBatch(
      'Three clips',
      ['POST', '/clip', { name: 'kept', ...file(one) }],
      ['POST', '/clip', { name: 'moved', ...file(one) }],
      ['POST', '/clip', { name: 'gone' }],
    );
    await applyBatch(
      'Tidied',
      ['PUT', '/clip/model/kept', { name: 'kept', description: 'better', ...file(other) }],
      ['PUT', '/clip/model/moved', { name: 'moved', ...file(one, 'https://other.example/a') }],
      ['DELETE', '/clip/model/gone'],
    );
    await app.approve(await app.propose('POST', '/clip', { name: 'approved, not applied' }));

    const feed = await read('batches');
    expect(feed.self).toBe('http://models.example/api/feeds/batches.atom');
    expect(feed.entries).toEqual([
      {
        id: expect.any(String),
        title: 'Tidied: 2 changed, 1 removed',
        updated: '2023-11-15T00:13:20.000Z',
        link: 'http://models.example/review/batches/2',
        categories: ['clip'],
        html:
          '<ul><li>Changed <a href="http://models.example/model/clip?name=kept">kept</a> (clip): hash of a file, description</li>' +
          '<li>Changed <a href="http://models.example/model/clip?name=moved">moved</a> (clip): address of a file</li>' +
          '<li>Removed gone (clip)</li></ul>',
      },
      expect.objectContaining({ title: 'Three clips: 3 added', updated: '2023-11-14T23:13:20.000Z' }),
    ]);
    expect(feed.updated).toBe('2023-11-15T00:13:20.000Z');
  });

  test('of many models name twenty and count the rest', async () => {
    await applyBatch(
      'Many',
      ...Array.from(
        { length: 45 },
        (_, at): Parameters<TestApp['propose']> => ['POST', '/clip', { name: `clip ${at}` }],
      ),
    );
    const [entry] = (await read('batches')).entries;
    expect(entry?.title).toBe('Many: 20 added, 25 more');
    expect(entry?.html.match(/<li>/g)).toHaveLength(20);
    expect(entry?.html).toContain('<p>and 25 more writes</p>');
  });

  test('are not taken for others that had their numbers, in a history that was lost', async () => {
    await applyBatch('Kept', ['POST', '/clip', { name: 'kept' }]);
    await using before = await holdState(app.settings.databaseUrl);
    await applyBatch('Lost', ['POST', '/clip', { name: 'lost' }]);
    const [lost] = (await read('batches')).entries;
    await before.putBack();
    await applyBatch('Found', ['POST', '/clip', { name: 'found' }]);
    const [found] = (await read('batches')).entries;
    expect([lost?.link, found?.link]).toEqual(Array(2).fill('http://models.example/review/batches/2'));
    expect([lost?.title, found?.title]).toEqual(['Lost: 1 added', 'Found: 1 added']);
    expect(found?.id).not.toBe(lost?.id);
  });

  test('are at most fifty', async () => {
    for (let at = 1; at <= 52; at += 1) await app.seed('clip', { name: `clip ${at}` });
    const { entries } = await read('batches');
    expect(entries).toHaveLength(50);
    expect(entries[0]?.html).toContain('name=clip%2052"');
    expect((await read('clip')).entries).toHaveLength(50);
    expect((await read('new-models')).entries).toHaveLength(50);
  });
});

test('a model that was asked for says by how many, in its batch and among the new ones', async () => {
  const requests = `${v2}/requests`;
  const post = (at: string, key: string, body: object) => app.send('POST', requests + at, { key, body });
  await post('', keys.nobody, { category: 'clip', name: 'missed', why: 'a secret wish' });
  await post('/1/seconds', keys.requestor, {});
  const change_id = await app.propose('POST', '/clip', { name: 'missed', description: 'x' });
  await post('/1/changes', keys.requestor, { change_id });
  await app.approve(change_id);
  await app.apply(change_id);
  await app.seed('clip', { name: 'not asked for' });
  for (const feed of ['batches', 'new-models', 'clip']) {
    const html = (await read(feed)).entries.map((entry) => entry.html);
    expect(html.filter((each) => each.includes('asked for'))).toEqual([
      expect.stringContaining('>not asked for</a> (clip)'),
      expect.stringContaining('>missed</a> (clip); asked for by 2 accounts'),
    ]);
    expect(html.join()).not.toContain('a secret wish');
  }
});

test('new models are those that were added, of all categories', async () => {
  await app.seed('clip', { name: 'first' });
  await app.seed('lora', { name: 'second' });
  await applyBatch('x', ['PUT', '/clip/model/first', { name: 'first', description: 'other' }]);
  await applyBatch('y', ['POST', '/clip/rename', { from: 'first', to: 'renamed' }]);
  const { entries } = await read('new-models');
  expect(entries.map(({ title, categories }) => [title, ...categories])).toEqual([
    ['second added', 'lora'],
    ['first added', 'clip'],
  ]);
});

test('a category tells of its own models', async () => {
  await app.seed('lora', { name: 'elsewhere' });
  await app.seed('clip', { name: 'a/b' });
  await applyBatch('x', ['DELETE', '/clip/model/a%2Fb']);
  const { entries, alternate } = await read('clip');
  expect(alternate).toBe('http://models.example/browse/clip');
  expect(entries.map(({ title }) => title)).toEqual(['a/b removed', 'a/b added']);
  expect(entries[1]?.link).toBe('http://models.example/model/clip?name=a%2Fb');
});

test('what people have written is text, and XML whatever it is', async () => {
  const name = ']]><script>alert("1")</script>&amp;\u{1f600}\uffff';
  await applyBatch('<b>]]> & \u0007', ['POST', '/clip', { name }]);
  const shown = ']]&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;\u{1f600}\ufffd';
  const [batch] = (await read('batches')).entries;
  expect(batch?.title).toBe('&lt;b&gt;]]&gt; &amp; \ufffd: 1 added');
  expect(batch?.html).toContain(`>${shown}</a> (clip)`);
  expect((await read('clip')).entries[0]?.title).toBe(`${shown} added`);
});

test('nobody is named', async () => {
  await app.seed('clip', { name: 'a' });
  for (const feed of ['batches', 'new-models', 'clip']) {
    const { body } = await app.get(`/api/feeds/${feed}.atom`);
    for (const { id, username } of [users.requestor, users.approver]) {
      expect(body).not.toContain(username);
      expect(body).not.toMatch(new RegExp(`>${id}<|#${id}\\b`));
    }
  }
});

describe('readers', () => {
  test('get a 304 until something is written', async () => {
    const path = '/api/feeds/clip.atom';
    const { etag } = (await app.get(path)).headers;
    const again = () => app.get(path, { headers: { 'if-none-match': String(etag) } });
    expect((await again()).statusCode).toBe(304);
    await app.seed('clip', { name: 'a' });
    expect((await again()).statusCode).toBe(200);
  });

  test('see the same ids wherever the registry is served', async () => {
    await app.seed('clip', { name: 'a' });
    const ids = ({ id, entries }: AtomFeed) => [id, ...entries.map((entry) => entry.id)];
    for (const feed of ['batches', 'new-models', 'clip']) {
      const [here, there] = [await read(feed), await read(feed, { host: 'elsewhere.example' })];
      expect(there.self).toBe(`http://elsewhere.example/api/feeds/${feed}.atom`);
      expect(ids(there)).toEqual(ids(here));
    }
  });

  test('get a document although there is nothing yet, and no address of a nonsensical host', async () => {
    expect(await read('batches', { host: '"><x' })).toMatchObject({
      entries: [],
      updated: '1970-01-01T00:00:00.000Z',
      self: 'http://localhost/api/feeds/batches.atom',
    });
  });

  test('are told that there is no such feed', async () => {
    expect((await app.get('/api/feeds/nothing.atom')).statusCode).toBe(404);
  });
});

test('a deployment without an audit trail has no feeds, and says so', async () => {
  await using without = await startTestApp({ settings: { auditEnabled: false } });
  const answer = await without.get('/api/feeds/batches.atom');
  expect([answer.statusCode, answer.json().detail]).toEqual([503, expect.stringContaining('audit trail')]);
});

test('links lead to the console that the settings name', async () => {
  await using linked = await startTestApp({ settings: { bridgeConsoleUrl: 'https://console.example' } });
  await linked.seed('clip', { name: 'a' });
  const { entries } = readAtom((await linked.get('/api/feeds/clip.atom')).body);
  expect(entries[0]?.link).toBe('https://console.example/model/clip?name=a');
});

test('a deployment whose queue has the legacy format tells what changed for readers of v2', async () => {
  await using legacy = await startTestApp({ settings: { canonicalFormat: 'legacy' } });
  const write = async (method: string, path: string, description: string) => {
    const body = { name: 'a', description, config: { files: [], download: [] } };
    const answer = await legacy.send(method, `/api/model_references/v1${path}`, {
      key: keys.requestor,
      body,
    });
    const id = answer.json().change_id as number;
    await legacy.approve(id);
    await legacy.apply(id);
  };
  await write('POST', '/clip', 'x');
  await write('PUT', '/clip', 'y');
  const titles = async (feed: string) =>
    readAtom((await legacy.get(`/api/feeds/${feed}.atom`)).body).entries.map(({ title }) => title);
  expect(await titles('batches')).toEqual(['a test batch: 1 changed', 'a test batch: 1 added']);
  expect(await titles('clip')).toEqual(['a changed', 'a added']);
  const { entries } = readAtom((await legacy.get('/api/feeds/clip.atom')).body);
  expect(entries[0]?.html).toContain('(clip): description</p>');
});

test('models that are used say how much, to one digit', async () => {
  await using used = await startUsageApp(answers);
  await used.app.seed('image_generation', ...images);
  const [entry] = readAtom((await used.app.get('/api/feeds/batches.atom')).body).entries;
  expect(entry?.html).toContain('Busy</a> (image_generation); used about 300 times in the last month</li>');
  expect(entry?.html).toContain('Unused</a> (image_generation)</li>');
});
