import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OutageError, RegistryError } from '../../../../src/kernel/errors.ts';
import { chainStart } from '../../../../src/modules/audit/event.ts';
import type { Feed, FeedItem } from '../../../../src/modules/feed/feed.ts';
import {
  createFeedStreams,
  createFeedTail,
  encodeFrame,
  type FeedFrame,
  type FeedSink,
  type FeedTail,
} from '../../../../src/modules/feed/feed-streams.ts';
import type { FileVerdictFeedEvent } from '../../../../src/modules/files/verdict-events.ts';
import type { ChainEnd } from '../../../../src/records/feed-cursor.ts';
import type { FeedEvent } from '../../../../src/records/feed-event.ts';

const hashOf = (id: number): string => `${id}`.padStart(64, '0');
const placeAt = (event_id: number): ChainEnd => ({ event_id, hash: hashOf(event_id) });

/** A feed in memory. Of three events one is about the queue, one a model and one a file: ids have gaps. */
function memoryFeed(pause: () => Promise<void>) {
  const ids: number[] = [];
  const state = { head: chainStart, broken: false, replaced: false, reads: 0 };
  const told = (found: readonly number[]) => ({
    events: found
      .filter((id) => id % 3 === 1)
      .map((event_id) => ({ event_id, category: 'clip' }) as FeedEvent),
    fileVerdicts: found
      .filter((id) => id % 3 === 2)
      .map((event_id) => ({ event_id, category: 'clip', verdict: 'gone' }) as FileVerdictFeedEvent),
  });
  const answer = async <T>(work: () => T): Promise<T> => {
    state.reads += 1;
    await pause();
    if (state.broken) throw new OutageError('storage_unavailable', 'no database');
    if (state.replaced) throw new RegistryError('gone', 'another history');
    const result = work();
    await pause();
    return result;
  };
  const feed: Feed = {
    read: (since, limit) =>
      answer(() => {
        const found = ids.filter((id) => id > since.event_id).slice(0, limit);
        const last = found.length === limit ? found.at(-1) : undefined;
        return {
          ...told(found),
          upto: last ? placeAt(last) : state.head,
          head: state.head,
        };
      }),
    position: (since) => answer(() => placeAt(since.event_id)),
    head: () => answer(() => state.head),
    latest: (limit) =>
      answer(() => {
        const found = ids.slice(-limit);
        const after = found.length === limit ? (found[0] as number) - 1 : 0;
        return { ...told(found), upto: state.head, after };
      }),
  };
  return {
    feed,
    ids,
    state,
    grow: () => {
      const id = state.head.event_id + 1;
      if (id % 3 !== 0) ids.push(id);
      state.head = placeAt(id);
    },
  };
}

class Listener implements FeedSink {
  readonly got: number[] = [];
  closed = false;
  readonly #pause: () => Promise<void>;
  constructor(pause: () => Promise<void>) {
    this.#pause = pause;
  }
  send(frame: FeedFrame): void {
    this.got.push(frame.event_id);
  }
  async waitForRoom(): Promise<void> {
    await this.#pause();
  }
  close(): void {
    this.closed = true;
  }
}

/** What the service puts together, over a feed in memory. */
function streaming(
  pause: () => Promise<void> = async () => {},
  cacheLimits = { events: 5, bytes: 1_000_000 },
) {
  const memory = memoryFeed(pause);
  const errors: unknown[] = [];
  const shown: number[] = [];
  const { feed } = memory;
  const refresh = async () => {
    shown.push(memory.state.head.event_id);
    await pause();
  };
  const tail = createFeedTail({ feed, refresh, onError: (error) => errors.push(error), cacheLimits });
  const streams = createFeedStreams({ feed, tail });
  const listen = async (since: number | null, listener = new Listener(pause)) => {
    const place = await streams.open(since === null ? null : { event_id: since, hash: null });
    return { listener, from: place.event_id, ...(await streams.stream(place, listener)) };
  };
  return { ...memory, tail, streams, errors, listen, shown };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('whenever a reader joins, and wherever, it gets every event behind its place once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 0, max: 12 }),
      fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 15 }),
      async (scheduler, before, sinces, growth) => {
        const { ids, grow, tail, listen, state } = streaming(() => scheduler.schedule(Promise.resolve()));
        for (let i = 0; i < before; i += 1) grow();
        const joined = sinces.map((since) => listen(Math.min(since, before)));
        const growing = scheduler.scheduleSequence(
          Array.from({ length: growth }, () => async () => {
            grow();
            tail.wake();
          }),
        );
        await scheduler.waitFor(growing.task);
        const readers = await scheduler.waitFor(Promise.all(joined));
        tail.wake();
        await scheduler.waitIdle();
        expect(state.head.event_id).toBe(before + growth);
        for (const { listener, from } of readers) {
          expect(listener.got).toEqual(ids.filter((id) => id > from));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('each event is read once, however many readers there are', async () => {
  const { grow, tail, listen, state, ids } = streaming();
  const readers = await Promise.all(Array.from({ length: 50 }, () => listen(null)));
  const { reads } = state;
  grow();
  tail.wake();
  await settled();
  expect(readers.map(({ listener }) => listener.got)).toEqual(readers.map(() => ids));
  expect(state.reads - reads).toBe(1);
});

test('what readers hear of is shown before they hear of it', async () => {
  const { grow, tail, listen, shown } = streaming();
  const { listener } = await listen(null);
  const send = listener.send.bind(listener);
  listener.send = (frame) => {
    expect(shown.at(-1)).toBeGreaterThanOrEqual(frame.event_id);
    send(frame);
  };
  for (let i = 0; i < 4; i += 1) {
    grow();
    tail.wake();
    await settled();
  }
  expect(listener.got).toEqual([1, 2, 4]);
});

test('memory holds so many events and so many bytes; who comes from further back is served from the database', async () => {
  for (const cacheLimits of [
    { events: 5, bytes: 1_000_000 },
    // Enough for five events, of 68 bytes or 92.
    { events: 1_000, bytes: 450 },
  ]) {
    const { grow, tail, listen, ids } = streaming(async () => {}, cacheLimits);
    await listen(null);
    for (let i = 0; i < 30; i += 1) {
      grow();
      tail.wake();
      await settled();
    }
    expect(tail.after(0, 100)).toBeNull();
    const held = tail.after(ids.at(-6) ?? 0, 100);
    expect(held?.map((frame) => frame.event_id)).toEqual(ids.slice(-5));
    const { listener } = await listen(0);
    expect(listener.got).toEqual(ids);
  }
});

test('a reader that has closed, or has ended, gets nothing more', async () => {
  const { grow, tail, listen } = streaming();
  const closing = await listen(null);
  const staying = await listen(null);
  closing.end();
  grow();
  tail.wake();
  await settled();
  expect([closing.listener.got, staying.listener.got]).toEqual([[], [1]]);
});

test('a database that is away for a while delays events and loses none', async () => {
  const { grow, tail, listen, state, errors } = streaming();
  const { listener } = await listen(null);
  state.broken = true;
  grow();
  tail.wake();
  await settled();
  await expect(listen(0)).rejects.toMatchObject({ code: 'storage_unavailable' });
  state.broken = false;
  grow();
  tail.wake();
  await settled();
  expect(listener.got).toEqual([1, 2]);
  expect(errors).toHaveLength(1);
});

test('a reader that is still catching up when the history is replaced is closed, too', async () => {
  const { grow, tail, streams, ids, state } = streaming(async () => {}, { events: 1, bytes: 1_000_000 });
  for (let i = 0; i < 90; i += 1) grow();
  const place = await streams.open({ event_id: 0, hash: null });
  const until = Promise.withResolvers<void>();
  const listener = new Listener(() => until.promise);
  const joining = streams.stream(place, listener);
  await settled();
  expect(listener.got.length).toBeGreaterThan(0);
  expect(listener.got.length).toBeLessThan(ids.length);
  state.replaced = true;
  tail.wake();
  await settled();
  expect(listener.closed).toBe(true);
  until.resolve();
  await joining;
  expect(listener.got.length).toBeLessThan(ids.length);
});

test('when the history was replaced all readers are closed, and new ones start in the new one', async () => {
  const { grow, tail, listen, state } = streaming();
  grow();
  const { listener } = await listen(null);
  state.replaced = true;
  tail.wake();
  await settled();
  expect(listener.closed).toBe(true);
  state.replaced = false;
  const again = await listen(0);
  grow();
  tail.wake();
  await settled();
  expect(again.listener.got).toEqual([1, 2]);
});

describe('a place that does not grow', () => {
  const untilEnd = async (
    from: number,
    changed: Partial<{ feed: Partial<Feed>; tail: Partial<FeedTail> }>,
  ) => {
    const { feed, tail } = streaming();
    await feed.head();
    const streams = createFeedStreams({
      feed: { ...feed, ...changed.feed },
      tail: { ...tail, ...changed.tail },
    });
    const listener = new Listener(async () => {});
    // An end for the test where there is none.
    const send = listener.send.bind(listener);
    listener.send = (frame) => {
      send(frame);
      if (listener.got.length > 1_000) listener.close();
    };
    await expect(streams.stream(placeAt(from), listener)).rejects.toThrow(`follows event ${from}.`);
    expect(listener.got).toEqual([]);
  };

  test.each([5, 4])('ends the stream where memory gives event %i out behind event 5', (event_id) =>
    untilEnd(5, { tail: { after: () => [encodeFrame({ event_id } as FeedItem)] } }),
  );

  test.each([5, 4])('ends the stream where the database gives event %i out behind event 5', (event_id) => {
    const event = { event_id, category: 'clip' } as FeedEvent;
    const read: Feed['read'] = async () => ({
      events: [event],
      fileVerdicts: [],
      upto: placeAt(event_id),
      head: placeAt(9),
    });
    return untilEnd(5, { feed: { read }, tail: { after: () => null } });
  });

  test('ends what is read for all readers, once, and says so', async () => {
    const { feed, grow } = streaming();
    let reads = 0;
    const read: Feed['read'] = async () => {
      reads += 1;
      // An end for the test where there is none.
      const head = reads > 1_000 ? placeAt(1) : placeAt(9);
      return { events: [], fileVerdicts: [], upto: placeAt(1), head };
    };
    grow();
    const errors: unknown[] = [];
    const tail = createFeedTail({
      feed: {
        ...feed,
        latest: async () => ({ events: [], fileVerdicts: [], upto: placeAt(1), after: 0 }),
        read,
      },
      refresh: async () => {},
      onError: (error) => errors.push(error),
    });
    await expect(tail.ready()).rejects.toThrow('follows event 1.');
    expect([reads, errors.length]).toEqual([1, 1]);
  });
});
