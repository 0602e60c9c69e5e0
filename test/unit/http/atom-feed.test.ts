import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type AtomFeed, readAtom } from '../../support/atom.ts';
import { keys, users } from '../../support/identity-server.ts';
import { saveState } from '../../support/restore-state.ts';

const v2 = '/api/model_references/v2';
const time = { seconds: 1_700_000_000 };
let app: TestApp;

beforeEach(async () => {
  time.seconds = 1_700_000_000;
  app = await startTestApp({ overrides: { clock: { now: () => time.seconds } } });
});
afterEach(() => app[Symbol.asyncDispose]());

const path = '/api/feeds/batches.atom';

async function read(headers: Record<string, string> = {}): Promise<AtomFeed> {
  const answer = await app.get(path, { headers: { host: 'models.example', ...headers } });
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

describe('batches', () => {
  test('are told newest first: who, and what by category', async () => {
    await applyBatch(
      'Three models',
      ['POST', '/clip', { name: 'kept' }],
      ['POST', '/clip', { name: 'gone' }],
      ['POST', '/lora', { name: 'a/b' }],
    );
    await applyBatch(
      'Tidied',
      ['PUT', '/clip/model/kept', { name: 'kept', description: 'better' }],
      ['DELETE', '/clip/model/gone'],
      ['POST', '/lora/rename', { from: 'a/b', to: 'c (d)' }],
    );
    await app.approve(await app.propose('POST', '/clip', { name: 'approved, not applied' }));

    const feed = await read();
    const who = `Proposed by ${users.requestor.username}, approved by ${users.approver.username}`;
    expect(feed.self).toBe('http://models.example/api/feeds/batches.atom');
    expect(feed.entries).toEqual([
      {
        id: expect.any(String),
        title: 'Tidied',
        updated: '2023-11-15T00:13:20.000Z',
        link: 'http://models.example/review/batches/2',
        categories: ['clip', 'lora'],
        html: [
          who,
          '<b>clip</b>',
          'Changed <a href="http://models.example/model/clip?name=kept">kept</a>',
          'Removed gone',
          '<b>lora</b>',
          'Renamed a/b to <a href="http://models.example/model/lora?name=c%20%28d%29">c (d)</a>',
        ].join('<br>'),
      },
      expect.objectContaining({ title: 'Three models', updated: '2023-11-14T23:13:20.000Z' }),
    ]);
    expect(feed.updated).toBe('2023-11-15T00:13:20.000Z');
  });

  test('of many models name fifty and count the rest', async () => {
    await applyBatch(
      'Many',
      ...Array.from(
        { length: 55 },
        (_, at): Parameters<TestApp['propose']> => ['POST', '/clip', { name: `clip ${at}` }],
      ),
    );
    const [entry] = (await read()).entries;
    expect(entry?.html.match(/<br>Added /g)).toHaveLength(50);
    expect(entry?.html).toMatch(/<br>and 5 more$/);
  });

  test('are not taken for others that had their numbers, in a history that was lost', async () => {
    await applyBatch('Kept', ['POST', '/clip', { name: 'kept' }]);
    await using before = await saveState(app.settings.databaseUrl);
    await applyBatch('Lost', ['POST', '/clip', { name: 'lost' }]);
    const [lost] = (await read()).entries;
    await before.putBack();
    await applyBatch('Found', ['POST', '/clip', { name: 'found' }]);
    const [found] = (await read()).entries;
    expect([lost?.link, found?.link]).toEqual(Array(2).fill('http://models.example/review/batches/2'));
    expect([lost?.title, found?.title]).toEqual(['Lost', 'Found']);
    expect(found?.id).not.toBe(lost?.id);
  });

  test('are at most fifty', async () => {
    for (let at = 1; at <= 52; at += 1) await app.seed('clip', { name: `clip ${at}` });
    const { entries } = await read();
    expect(entries).toHaveLength(50);
    expect(entries[0]?.html).toContain('name=clip%2052"');
  });
});

test('what people have written is text, and XML whatever it is', async () => {
  const name = ']]><script>alert("1")</script>&amp;\u{1f600}\uffff';
  await applyBatch('<b>]]> & \u0007', ['POST', '/clip', { name }]);
  const shown = ']]&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;\u{1f600}\ufffd';
  const [batch] = (await read()).entries;
  expect(batch?.title).toBe('<b>]]> & \ufffd');
  expect(batch?.html).toContain(`>${shown}</a>`);
});

describe('readers', () => {
  test('get a 304 until something is written', async () => {
    const { etag } = (await app.get(path)).headers;
    const again = () => app.get(path, { headers: { 'if-none-match': String(etag) } });
    expect((await again()).statusCode).toBe(304);
    await app.seed('clip', { name: 'a' });
    expect((await again()).statusCode).toBe(200);
  });

  test('see the same ids wherever the registry is served', async () => {
    await app.seed('clip', { name: 'a' });
    const ids = ({ id, entries }: AtomFeed) => [id, ...entries.map((entry) => entry.id)];
    const [here, there] = [await read(), await read({ host: 'elsewhere.example' })];
    expect(there.self).toBe('http://elsewhere.example/api/feeds/batches.atom');
    expect(ids(there)).toEqual(ids(here));
  });

  test('get a document although there is nothing yet, and no address of a nonsensical host', async () => {
    expect(await read({ host: '"><x' })).toMatchObject({
      entries: [],
      updated: '1970-01-01T00:00:00.000Z',
      self: 'http://localhost/api/feeds/batches.atom',
    });
  });

  test('are told that there is no other feed', async () => {
    expect((await app.get('/api/feeds/new-models.atom')).statusCode).toBe(404);
  });
});

test('a deployment without an audit trail has no feed, and says so', async () => {
  await using without = await startTestApp({ settings: { auditEnabled: false } });
  const answer = await without.get(path);
  expect([answer.statusCode, answer.json().detail]).toEqual([503, expect.stringContaining('audit trail')]);
});

test('links lead to the console that the settings name', async () => {
  await using linked = await startTestApp({ settings: { bridgeConsoleUrl: 'https://console.example' } });
  await linked.seed('clip', { name: 'a' });
  const { entries } = readAtom((await linked.get(path)).body);
  expect(entries[0]?.link).toBe('https://console.example/review/batches/1');
});
