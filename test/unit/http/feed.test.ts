import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type EventSourceClient, openEventSource } from '../../support/event-source.ts';
import { eventually } from '../../support/eventually.ts';
import { makeDefaultDatabase } from '../../support/make-database.ts';

const feed = '/api/model_references/v2/feed';

let app: TestApp;
let origin: string;

beforeAll(async () => {
  app = await startTestApp({ settings: { port: 0, corsAllowedOrigins: ['https://console.example'] } });
  origin = await app.service.listen();
  await app.seed('clip', { name: 'a' }, { name: 'b' });
  await app.seed('lora', { name: 'c' });
});

afterAll(() => app[Symbol.asyncDispose]());

const names = (events: { model_name?: unknown }[]) => events.map((event) => event.model_name);

async function open(query = '', headers: Record<string, string> = {}): Promise<EventSourceClient> {
  const client = await openEventSource(`${origin}${feed}/stream${query}`, headers);
  onTestFinished(() => client.cut());
  return client;
}

describe('pages', () => {
  test('begin at the beginning and lead to the end', async () => {
    const first = (await app.get(`${feed}?limit=2`)).json();
    expect(names(first.events)).toEqual(['a', 'b']);
    expect(first).toMatchObject({ next: first.events[1].cursor, has_more: true });
    const second = (await app.get(`${feed}?since=${first.next}&limit=2`)).json();
    expect(names(second.events)).toEqual(['c']);
    expect(second).toMatchObject({ next: first.head, head: first.head, has_more: false });
    const after = (await app.get(`${feed}?since=${second.next}`)).json();
    expect(after).toEqual({
      events: [],
      file_verdicts: [],
      next: second.next,
      head: second.next,
      has_more: false,
    });
  });

  test('of an instance that has not looked yet are not ahead of its models', async () => {
    const { url: databaseUrl, remove } = await makeDefaultDatabase();
    // Nobody looks by himself, and a notification that comes early changes nothing.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const one = await startTestApp({ settings: { databaseUrl } });
    const other = await startTestApp({ settings: { databaseUrl } });
    onTestFinished(async () => {
      await other[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
      await remove();
    });
    for (const [query, name] of [
      ['', 'new'],
      ['?since=head', 'newer'],
    ] as const) {
      await other.seed('clip', { name });
      expect((await one.get(feed + query)).json().head).not.toBe('0');
      expect((await one.get('/api/model_references/v2/clip')).json()).toHaveProperty(name);
    }
  });

  test('show what happened and what it left behind', async () => {
    const { events } = (await app.get(feed)).json();
    const record = (await app.get('/api/model_references/v2/clip/model/a')).json();
    expect(events[0]).toEqual({
      event_id: expect.any(Number),
      cursor: expect.stringMatching(new RegExp(`^${events[0].event_id}-[0-9a-f]{16}$`)),
      timestamp: expect.any(Number),
      category: 'clip',
      model_name: 'a',
      operation: 'create',
      v2: record,
      legacy: expect.objectContaining({ name: 'a' }),
      v2_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      legacy_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('take an event id alone, and head for the newest; who has them already gets a 304', async () => {
    const answer = await app.get(feed);
    const { events, head } = answer.json();
    const behind = (await app.get(`${feed}?since=${events[0].event_id}`)).json();
    expect(names(behind.events)).toEqual(['b', 'c']);
    expect((await app.get(`${feed}?since=head`)).json()).toMatchObject({ events: [], next: head });
    const again = await app.get(feed, { headers: { 'if-none-match': String(answer.headers.etag) } });
    expect(again.statusCode).toBe(304);
  });

  test.each([
    ['since=4000000', 410, 'not an event of this registry'],
    ['since=1-0123456789abcdef', 410, 'since=head'],
    ['since=x', 422, 'an event id, a cursor of the feed'],
    ['since=-1', 422, 'an event id'],
    ['limit=0', 422, 'greater than or equal to 1'],
    ['limit=501', 422, 'less than or equal to 500'],
  ])('refuse %s with %i', async (query, status, text) => {
    const answer = await app.get(`${feed}?${query}`);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(text);
  });
});

describe('the stream', () => {
  test('says where it begins, and then what happens', async () => {
    const client = await open();
    expect([client.status, client.headers['content-type']]).toEqual([200, 'text/event-stream']);
    const { head } = (await app.get(`${feed}?since=head`)).json();
    await eventually(() => expect(client.events).toEqual([{ retry: '2000', id: head }]));
    await app.seed('esrgan', { name: 'live' });
    await eventually(() => expect(names(client.models())).toEqual(['live']));
    const page = (await app.get(`${feed}?since=${head}`)).json();
    expect(client.models()).toEqual(page.events);
    expect(client.events.at(-1)).toMatchObject({ id: page.events[0].cursor, event: 'model' });
  });

  // How readers go on after a cut: modules/feed/feed-streams.test.ts.
  test('takes its place from the query, and rather from Last-Event-ID', async () => {
    const { events } = (await app.get(`${feed}?limit=500`)).json();
    const byQuery = await open('?since=0');
    await eventually(() => expect(byQuery.models()).toEqual(events));
    const byHeader = await open('?since=0', { 'last-event-id': events[1].cursor });
    await eventually(() => expect(byHeader.models()).toEqual(events.slice(2)));
  });

  test('is for other origins too, and answers HEAD without opening', async () => {
    const client = await open('', { origin: 'https://console.example' });
    expect(client.headers['access-control-allow-origin']).toBe('https://console.example');
    const answer = await app.send('HEAD', `${feed}/stream`);
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-type']).toBe('text/event-stream');
  });

  test('refuses an unknown place', async () => {
    for (const [place, status] of [
      ['4000000', 410],
      ['1-0123456789abcdef', 410],
      ['x', 422],
    ] as const) {
      const answer = await app.get(`${feed}/stream`, { headers: { 'last-event-id': place } });
      expect([answer.statusCode, answer.json().detail]).toEqual([status, expect.anything()]);
    }
  });

  test('is counted', async () => {
    const before = (await app.get('/metrics')).body;
    expect(before).toContain('route="/api/model_references/v2/feed/stream",status="2xx"');
    expect(before).toContain('route="/api/model_references/v2/feed/stream",status="4xx"');
    await eventually(async () =>
      expect((await app.get('/metrics')).body).toContain('modelref_feed_streams 0'),
    );
  });
});

test('stopping the service ends its streams at once', async () => {
  const other = await startTestApp();
  const address = await other.service.listen();
  const client = await openEventSource(`${address}${feed}/stream`);
  await eventually(() => expect(client.events).toHaveLength(1));
  await other[Symbol.asyncDispose]();
  await client.ended;
});
