import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { linkEvent } from '../../../../src/modules/audit/event.ts';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { createFeed, type Feed } from '../../../../src/modules/feed/feed.ts';
import { groupEvent } from '../../../../src/modules/names/group-event.ts';
import { type FeedCursor, parseCursor } from '../../../../src/records/feed-cursor.ts';
import type { FeedEvent } from '../../../../src/records/feed-event.ts';
import { contentHash } from '../../../../src/records/hash.ts';
import { openQueue, requestor } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

async function newRegistry() {
  const store = await temporaryStore(onTestFinished);
  return { store, queue: await openQueue(store), feed: createFeed(store) };
}

const start: FeedCursor = { event_id: 0, hash: null };

/** All of the feed, page after page. */
async function readAll(feed: Feed, limit: number, since = start): Promise<FeedEvent[]> {
  const all: FeedEvent[] = [];
  for (let place: FeedCursor = since; ; ) {
    const { events, upto, head } = await feed.read(place, limit);
    expect(events.length).toBeLessThanOrEqual(limit);
    all.push(...events);
    if (upto.event_id === head.event_id) return all;
    place = upto;
  }
}

test('writes of models are told in order, with both records as they are stored', async () => {
  const { queue, feed } = await newRegistry();
  await queue.write('create', 'clip', 'a', { description: 'one' });
  await queue.write('create', 'lora', 'b');
  await queue.write('update', 'clip', 'a', { description: 'two' });
  const live = await queue.live('clip', 'a');
  await queue.write('delete', 'clip', 'a');
  const events = await readAll(feed, 100);
  expect(events.map(({ operation, category, model_name }) => [operation, category, model_name])).toEqual([
    ['create', 'clip', 'a'],
    ['create', 'lora', 'b'],
    ['update', 'clip', 'a'],
    ['delete', 'clip', 'a'],
  ]);
  const [, lora, update, removal] = events;
  expect([JSON.stringify(update?.v2), JSON.stringify(update?.legacy)]).toEqual([live?.v2, live?.legacy]);
  expect([update?.v2_hash, update?.legacy_hash]).toEqual([live?.v2_hash, live?.legacy_hash]);
  expect([lora?.legacy, lora?.legacy_hash]).toEqual([null, null]);
  expect(lora?.v2_hash).toBe(contentHash(JSON.stringify(lora?.v2)));
  expect(removal).toMatchObject({ v2: null, legacy: null, v2_hash: null, legacy_hash: null });
});

test('on a legacy deployment the two records do not change places', async () => {
  const store = await temporaryStore(onTestFinished);
  const queue = await openQueue(store, { canonicalFormat: 'legacy' });
  await queue.write('create', 'clip', 'a', { description: 'one' });
  const live = await queue.live('clip', 'a');
  const [event] = await readAll(createFeed(store), 10);
  expect([event?.v2_hash, event?.legacy_hash]).toEqual([live?.v2_hash, live?.legacy_hash]);
});

test('events about groups are not events of models', async () => {
  const { store, queue, feed } = await newRegistry();
  await queue.write('create', 'text_generation', 'org/New-7B', { parameters: 7 });
  await store.write(async (writer) => {
    const end = await auditStore(writer).head();
    const event = groupEvent(
      { kind: 'alias', name: 'New', before: null, after: { canonical: 'New', aliases: [] } },
      { domain: 'v2', now: 1, actor: requestor },
    );
    await auditStore(writer).insert([linkEvent(event, end)]);
  });
  const stretch = await feed.read(start, 1);
  expect(stretch.events.map((event) => event.model_name)).toEqual(['org/New-7B']);
  const last = await feed.read(stretch.upto, 1);
  expect(last.events).toEqual([]);
  expect((await readAll(feed, 1)).map((event) => event.model_name)).toEqual(['org/New-7B']);
});

test('a place is known by its number and its hash; another history with the same numbers is another', async () => {
  const { queue, feed } = await newRegistry();
  await queue.write('create', 'clip', 'a');
  const [event] = await readAll(feed, 10);
  const cursor = parseCursor(event?.cursor ?? '') as FeedCursor;
  expect(cursor.event_id).toBe(event?.event_id);
  expect((await feed.read(cursor, 10)).events).toEqual([]);
  expect((await feed.position(cursor)).event_id).toBe(cursor.event_id);
  const other: FeedCursor = { ...cursor, hash: '0123456789abcdef' };
  const { event_id: newest } = await feed.head();
  for (const unknown of [other, { event_id: newest + 1, hash: null }, { event_id: 0, hash: other.hash }]) {
    await expect(feed.read(unknown, 10)).rejects.toMatchObject({
      code: 'gone',
      message: expect.stringContaining('since=head'),
    });
    await expect(feed.position(unknown)).rejects.toMatchObject({ code: 'gone' });
  }
});

test('the latest events are complete behind the place they say', async () => {
  const { queue, feed } = await newRegistry();
  for (const name of ['a', 'b', 'c']) await queue.write('create', 'clip', name);
  const all = await readAll(feed, 10);
  const two = await feed.latest(2);
  expect(two.events).toEqual(all.slice(1));
  expect(await readAll(feed, 10, { event_id: two.after, hash: null })).toEqual(all.slice(1));
  expect(await feed.latest(3)).toMatchObject({ events: all });
  expect(await feed.latest(100)).toMatchObject({ events: all, after: 0 });
});

test('however it is cut into pages, and however it grows meanwhile, nothing is missing and nothing is twice', async () => {
  const { queue, feed } = await newRegistry();
  const names = ['a', 'b', 'c'];
  const live = new Set<string>();
  const write = async (name: string, remove: boolean): Promise<void> => {
    const operation = live.has(name) ? (remove ? 'delete' : 'update') : 'create';
    await queue.write(operation, 'clip', name);
    if (operation === 'delete') live.delete(name);
    else live.add(name);
  };
  const step = fc.record({ name: fc.constantFrom(...names), remove: fc.boolean(), queued: fc.boolean() });
  let place = start;
  const seen: FeedEvent[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, limit) => {
        for (const { name, remove, queued } of steps) {
          if (queued) await queue.propose('create', 'blip', `${name} ${Math.random()}`);
          else await write(name, remove);
        }
        const { events, upto } = await feed.read(place, limit);
        seen.push(...events);
        place = upto;
      },
    ),
    { numRuns: 30 },
  );
  seen.push(...(await readAll(feed, 3, place)));
  expect(seen).toEqual(await readAll(feed, 500));
  const state = new Map<string, string | null>();
  for (const event of seen) {
    if (event.v2_hash === null) state.delete(event.model_name);
    else state.set(event.model_name, event.v2_hash);
  }
  const rows = await queue.store.read((reader) => modelStore(reader).list('clip'));
  expect([...state].sort()).toEqual(rows.map((row) => [row.name, row.v2_hash]).sort());
});
