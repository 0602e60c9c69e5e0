import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutageError } from '../../../src/kernel/errors.ts';
import {
  createUsageClient,
  type UsageClient,
  type UsageOptions,
  unknownFigures,
} from '../../../src/outside/usage-client.ts';
import { startUsageServer, type UsageMood, type UsageServer } from '../../support/usage-server.ts';

const status = {
  name: 'Deliberate',
  count: 5,
  jobs: 2,
  queued: 30,
  eta: 10,
  performance: 1.5,
  type: 'image',
};
const [trusted, uptime, models] = [false, 60, ['Deliberate']];
const seen = { id: 'w1', name: 'Worker', performance: '0.6 megapixelsteps per second', online: true };
const worker = { ...seen, trusted, uptime, models, type: 'image', requests_fulfilled: 9 };
const answers = {
  status: [status],
  stats: { day: { Deliberate: 1 }, month: { Deliberate: 20 }, total: { Deliberate: 300 } },
  workers: [worker],
};

let server: UsageServer;
let source: UsageClient;
let clock: number;
let waits: number[];
let failures: string[];
const opened: UsageClient[] = [];

/** A source whose clock stands still and whose waits are over at once. */
function sourceOf(options: Partial<UsageOptions> = {}): UsageClient {
  const made = createUsageClient({
    baseUrl: server.url,
    timeoutMs: 30_000,
    timeout: server.timeout,
    cacheTtlSeconds: 60,
    onFailure: (text) => failures.push(text),
    now: () => clock,
    delay: async (ms) => void waits.push(ms),
    random: () => 0.5,
    ...options,
  });
  opened.push(made);
  return made;
}

beforeEach(async () => {
  server = await startUsageServer(answers);
  [clock, waits, failures] = [1_000_000, [], []];
  source = sourceOf();
});

afterEach(async () => {
  for (const made of opened.splice(0)) await made.close();
  await server.close();
});

const passSeconds = (seconds: number): void => {
  clock += seconds * 1000;
};

async function failureOf(reading: Promise<unknown>): Promise<OutageError> {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof OutageError) return error;
  throw new Error(`expected a OutageError, got ${error}`);
}

describe('a usage source', () => {
  it('asks for the status and the numbers, and for workers only when they are wanted', async () => {
    const { data, ageSeconds, stale } = await source.read('image');
    const { type: _type, ...shown } = status;
    expect(data.status).toEqual([shown]);
    expect(data.stats.month).toEqual(new Map([['Deliberate', 20]]));
    expect(data.workers).toEqual([]);
    expect([ageSeconds, stale]).toEqual([0, false]);
    expect(server.asked.toSorted()).toEqual([
      '/api/v2/stats/img/models?model_state=known',
      '/api/v2/status/models?type=image&model_state=known',
    ]);
    const { data: all } = await source.read('image', { workers: true });
    expect(all.workers).toEqual([{ ...seen, trusted, uptime, models }]);
    expect(server.asked.slice(2)).toEqual(['/api/v2/workers?type=image']);
  });

  it('asks for text models by their own paths', async () => {
    server.answers = { ...answers, status: [{ ...status, type: 'text' }, status] };
    const { data } = await source.read('text', { workers: true });
    expect(data.status).toHaveLength(1);
    expect(server.asked.toSorted()).toEqual([
      '/api/v2/stats/text/models?model_state=known',
      '/api/v2/status/models?type=text&model_state=known',
      '/api/v2/workers?type=text',
    ]);
  });

  it('takes a base with a slash at its end', async () => {
    await sourceOf({ baseUrl: `${server.url}/` }).read('image');
    expect(server.asked).toHaveLength(2);
  });

  it('leaves out malformed items, and keeps the others', async () => {
    server.answers = {
      status: [
        null,
        7,
        {},
        { ...status, count: 'many' },
        { ...status, eta: -1 },
        status,
        { ...status, name: 3 },
      ],
      stats: { day: { a: 1, b: 'x', c: null, d: -1, e: 2.0 }, month: {}, total: { a: [], b: 3 } },
      workers: [{ ...worker, models: 'all' }, worker, { id: 'w2' }],
    };
    const { data } = await source.read('image', { workers: true });
    expect(data.status.map(({ name }) => name)).toEqual(['Deliberate']);
    expect(data.stats).toEqual({
      day: new Map([
        ['a', 1],
        ['e', 2],
      ]),
      month: new Map(),
      total: new Map([['b', 3]]),
    });
    expect(data.workers.map(({ id }) => id)).toEqual(['w1']);
  });

  it('shares one call among all who ask at the same time', async () => {
    const readings = await Promise.all(Array.from({ length: 20 }, () => source.read('image')));
    expect(server.asked).toHaveLength(2);
    expect(new Set(readings.map(({ data }) => data.status)).size).toBe(1);
  });

  it('asks again when the data is 60 s old, not before', async () => {
    await source.read('image');
    passSeconds(59.9);
    expect(await source.read('image')).toMatchObject({ ageSeconds: 59, stale: false });
    expect(server.asked).toHaveLength(2);
    passSeconds(0.1);
    // Waiting for news must not end at once here, as it would with the waits of these tests.
    const patient = sourceOf({ delay: () => new Promise(() => {}) });
    await patient.read('image');
    passSeconds(60);
    expect(await patient.read('image')).toMatchObject({ ageSeconds: 0, stale: false });
    expect(server.asked).toHaveLength(6);
  });
});

/**
 * What callers read when the service never answered well. `attempts` are made for each of the two answers.
 */
const faults: [mood: UsageMood, reason: string, attempts: number][] = [
  ['silent', 'no answer within 30 s', 3],
  ['stalling', 'no answer within 30 s', 3],
  ['dribbling', 'no answer within 30 s', 3],
  ['error', 'it answered 500', 3],
  ['overloaded', 'it answered 429', 3],
  ['forbidden', 'it answered 403', 1],
  ['not json', 'its answer is not JSON', 3],
  ['not a list', 'its answer is not a list', 3],
  ['nothing readable', 'no item of its list can be read', 3],
  ['reset', 'no connection, ECONNRESET', 3],
  ['half a body', 'no connection, UND_ERR_SOCKET', 3],
];

it('is not asked again once its callers have waited for as long as one answer may take', async () => {
  server.mood = 'error';
  const slow = sourceOf({
    delay: async (ms) => {
      waits.push(ms);
      passSeconds(30);
    },
  });
  await failureOf(slow.read('image'));
  await expect.poll(() => failures.length).toBe(2);
  // One of the two may find the time of the other gone at its first failure. With all attempts it were six.
  expect(server.asked.length).toBeLessThanOrEqual(4);
});

it.each(faults)(
  'a usage service that is %s is named where there is no older data',
  async (mood, reason, attempts) => {
    server.mood = mood;
    const error = await failureOf(source.read('image'));
    expect(error.code).toBe('usage_unavailable');
    expect(error.message).toMatch(
      /^The usage service at 127\.0\.0\.1:\d+ (cannot be reached from here|gives no usable answer) \(.+\)\. Try again later\.$/,
    );
    // The status and the numbers fail apart from each other.
    await expect.poll(() => failures.length).toBe(2);
    const what = reason.startsWith('no connection')
      ? 'cannot be reached from here'
      : 'gives no usable answer';
    expect(failures.some((text) => text.endsWith(` ${what} (${reason})`))).toBe(true);
    expect(server.asked).toHaveLength(2 * attempts);
  },
);

const named = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...status, name: `model ${at}` }));
const used = (count: number) => Object.fromEntries(named(count).map(({ name }) => [name, 1]));
const full = {
  status: named(9),
  stats: { day: used(9), month: used(9), total: used(9) },
  workers: Array.from({ length: 9 }, (_, at) => ({ ...worker, id: `w${at}` })),
};

it.each([
  ['the status of less than half of the models', { status: named(4) }],
  ['the use of less than half of them', { stats: { ...full.stats, month: used(4) } }],
])('an answer with %s leaves the last good data standing until it says so for an hour', async (_, part) => {
  const read = () => source.read('image', { workers: true });
  server.answers = full;
  const { data } = await read();
  // However old the last good data is.
  passSeconds(100_000);
  server.answers = { ...full, ...part };
  for (const [at, seconds] of [100_000, 103_599].entries()) {
    expect(await read()).toEqual({ data, ageSeconds: seconds, stale: true });
    await expect.poll(() => failures).toHaveLength(at + 1);
    passSeconds(3_599);
  }
  await expect.poll(async () => (await read()).stale).toBe(false);
  expect((await read()).data).not.toEqual(data);
});

const unserved = full.status.map((one) => ({ ...one, count: 0 }));
const unusedModels = Object.fromEntries(Object.keys(full.stats.month).map((name) => [name, 0]));

it.each([
  ['no status', { status: [] }],
  ['the status of the other kind only', { status: full.status.map((one) => ({ ...one, type: 'text' })) }],
  ['no worker of any model', { status: unserved }],
  ['no use in a month', { stats: { ...full.stats, month: {} } }],
  ['no use ever', { stats: { ...full.stats, total: unusedModels } }],
])('an answer with %s leaves the last good data standing, however long it says so', async (_, part) => {
  const read = () => source.read('image');
  server.answers = full;
  const { data } = await read();
  server.answers = { ...full, ...part };
  for (const seconds of [100_000, 200_000]) {
    passSeconds(100_000);
    expect(await read()).toEqual({ data, ageSeconds: seconds, stale: true });
    await expect.poll(() => failures).toEqual([expect.stringMatching(/answers without data/)]);
  }
  expect(source.health().degraded).toBe(false);
  server.answers = full;
  passSeconds(60);
  // An answer under way may still be one without data: then it is asked for again a minute later.
  const isStale = async () => {
    const { stale } = await read();
    if (stale) passSeconds(10);
    return stale;
  };
  await expect.poll(isStale).toBe(false);
  expect((await read()).data).toEqual(data);
});

it('an answer without data is asked for again only after the time for which answers are kept', async () => {
  server.answers = full;
  await source.read('image');
  server.answers = { ...full, status: [] };
  passSeconds(60);
  await source.read('image');
  await expect.poll(() => failures).toHaveLength(1);
  await expect.poll(() => server.asked).toHaveLength(4);
  await source.read('image');
  expect(server.asked).toHaveLength(4);
});

it('an answer without data is what there is before the first good one', async () => {
  server.answers = { ...full, status: [], stats: { day: {}, month: {}, total: {} } };
  const { data, stale } = await source.read('image');
  expect([unknownFigures(data), stale]).toEqual([['day', 'month', 'total', 'workers'], false]);
  server.answers = full;
  passSeconds(60);
  await expect.poll(async () => unknownFigures((await source.read('image')).data)).toEqual([]);
});

it('an answer that is whole again ends the doubt', async () => {
  const read = () => source.read('image');
  server.answers = full;
  await read();
  for (const failed of [1, 2]) {
    server.answers = { ...full, status: named(4) };
    passSeconds(3_000);
    expect((await read()).stale).toBe(true);
    await expect.poll(() => failures).toHaveLength(failed);
    server.answers = full;
    passSeconds(60);
    await expect.poll(async () => (await read()).stale).toBe(false);
  }
  expect((await read()).data.status).toHaveLength(9);
});

it('an answer with half of the models counts at once, without a use today or a worker, too', async () => {
  const read = () => source.read('image', { workers: true });
  server.answers = full;
  await read();
  const stats = { day: {}, month: used(5), total: used(5) };
  server.answers = { ...full, status: named(5), stats, workers: [] };
  passSeconds(60);
  await expect.poll(async () => (await read()).stale).toBe(false);
  const { data, stale } = await read();
  expect([data.status.length, data.stats.month.size, data.stats.day.size, data.workers, stale]).toEqual([
    ...[5, 5, 0],
    [],
    false,
  ]);
});

it('an endless answer is cut off', async () => {
  server.mood = 'endless';
  expect((await failureOf(source.read('image'))).message).toMatch(/its answer is too long/);
});

describe('retries', () => {
  it('wait longer each time, by chance', async () => {
    server.mood = 'error';
    await failureOf(sourceOf({ random: () => 0 }).read('image', { workers: true }));
    // The three calls of a reading fail apart from each other, and the first is its end.
    await expect.poll(() => failures).toHaveLength(3);
    expect(waits.toSorted()).toEqual([1000, 1000, 1000, 1000, 1000, 1000]);
    waits = [];
    await failureOf(sourceOf({ random: () => 1 }).read('image', { workers: true }));
    await expect.poll(() => failures).toHaveLength(6);
    expect(waits.toSorted()).toEqual([2000, 2000, 2000, 4000, 4000, 4000]);
  });

  it('end with the source', async () => {
    server.mood = 'error';
    const closing = sourceOf({
      delay: (_ms, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const reading = failureOf(closing.read('image'));
    await expect.poll(() => server.asked.length).toBe(2);
    await closing.close();
    expect((await reading).code).toBe('usage_unavailable');
    expect(server.asked).toHaveLength(2);
    expect(failures).toEqual([]);
  });
});

describe('the circuit breaker', () => {
  const well = { degraded: false, consecutive_failures: 0, seconds_until_retry: null };
  /** Each reading is two calls that fail. */
  async function failThrice(): Promise<void> {
    server.mood = 'error';
    for (let reading = 0; reading < 3; reading += 1) {
      await failureOf(source.read('image', { workers: false }));
      // Both calls of a reading are over before the next one begins.
      await expect.poll(() => source.health().consecutive_failures).toBeGreaterThanOrEqual(2 * reading + 2);
    }
  }

  it('opens after five failures, for 120 s', async () => {
    expect(source.health()).toEqual(well);
    await failThrice();
    expect(source.health()).toEqual({ degraded: true, consecutive_failures: 6, seconds_until_retry: 120 });
    const asked = server.asked.length;
    const error = await failureOf(source.read('text'));
    expect(error.message).toMatch(/gives no usable answer \(it answered 500\)\. Try again in 120 s\.$/);
    expect(error.headers).toEqual({ 'retry-after': '120' });
    expect(server.asked).toHaveLength(asked);
    passSeconds(119.5);
    expect(source.health()).toEqual({ degraded: true, consecutive_failures: 6, seconds_until_retry: 0.5 });
    await failureOf(source.read('text'));
    expect(server.asked).toHaveLength(asked);
  });

  it('opens again with the first failure after that', async () => {
    await failThrice();
    passSeconds(120);
    await failureOf(source.read('image'));
    await expect.poll(() => source.health()).toMatchObject({ degraded: true, seconds_until_retry: 120 });
  });

  it('lets old data through while it is open', async () => {
    await source.read('text');
    await failThrice();
    passSeconds(100);
    expect(await source.read('text')).toMatchObject({ ageSeconds: 100, stale: true });
  });
});

it('gives old data to callers who would have to wait too long for news', async () => {
  const patience: (() => void)[] = [];
  const slow = sourceOf({
    timeout: (ms) => AbortSignal.timeout(ms),
    delay: (ms) => {
      waits.push(ms);
      return new Promise((resolve) => patience.push(resolve));
    },
  });
  await slow.read('image');
  server.mood = 'silent';
  passSeconds(61);
  const reading = slow.read('image');
  await expect.poll(() => server.asked.length).toBe(4);
  expect(waits).toEqual([3000, 3000]);
  for (const end of patience) end();
  expect(await reading).toMatchObject({ ageSeconds: 61, stale: true });
});
