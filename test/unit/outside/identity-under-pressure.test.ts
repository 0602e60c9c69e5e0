import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ShownError } from '../../../src/kernel/errors.ts';
import {
  createIdentityClient,
  type IdentityObserver,
  type IdentityOptions,
} from '../../../src/outside/identity-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startRemoteHost } from '../../support/remote-host.ts';

type Answer = 'alice' | 'nobody' | 'silence' | 'cut' | number | { status: number; retryAfter: string };

/** An identity service that answers as told, a client of it, and a clock that is moved by hand. */
async function started(options: Partial<IdentityOptions> = {}) {
  const asked: string[] = [];
  const held: { key: string; response: ServerResponse }[] = [];
  const state = { answer: 'alice' as Answer, holds: (_key: string): boolean => false, ms: 1_000 };
  const give = (request: IncomingMessage | null, response: ServerResponse, answer: Answer) => {
    if (answer === 'silence') return;
    if (answer === 'cut') return request?.socket.destroy();
    if (answer === 'alice') return response.end('{"username":"alice#1"}');
    if (answer === 'nobody') return response.writeHead(404).end('{}');
    if (typeof answer === 'number') return response.writeHead(answer).end('{}');
    return response.writeHead(answer.status, { 'retry-after': answer.retryAfter }).end('{}');
  };
  const host = await startRemoteHost((request, response) => {
    const key = String(request.headers.apikey);
    asked.push(key);
    if (state.holds(key)) held.push({ key, response });
    else give(request, response, state.answer);
  });
  const told: string[] = [];
  const observer: IdentityObserver = {
    called: (keys, outcome) => told.push(`${keys} ${outcome}`),
    refused: (keys, reason) => told.push(`${keys} refused: ${reason}`),
    acceptedFromCache: () => told.push('believed'),
  };
  const client = createIdentityClient({
    baseUrl: `http://127.0.0.1:${host.port}`,
    cacheTtlSeconds: 60,
    timeout: (ms) => AbortSignal.timeout(state.answer === 'silence' ? 20 : ms),
    now: () => state.ms,
    observer,
    ...options,
  });
  onTestFinished(async () => {
    await client.close();
    await host[Symbol.asyncDispose]();
  });
  /** What became of a key: a user id, or the code and `Retry-After` of the refusal. */
  const ask = async (key = 'key', from?: string): Promise<string> => {
    try {
      return (await client.authenticate(key, from)).userId;
    } catch (error) {
      if (!(error instanceof ShownError)) throw error;
      const after = error.headers?.['retry-after'];
      return after === undefined ? error.code : `${error.code}, again in ${after} s`;
    }
  };
  const pass = (seconds: number) => {
    state.ms += seconds * 1_000;
  };
  const release = () => {
    for (const { response } of held.splice(0)) give(null, response, state.answer);
  };
  return { client, state, asked, held, told, ask, pass, release };
}

test.each<[string, Answer]>([
  ['429', 429],
  ['429 with Retry-After', { status: 429, retryAfter: '20' }],
  ['500', 500],
  ['503', 503],
  ['a time-out', 'silence'],
  ['a cut connection', 'cut'],
])(
  'while the service answers with %s, a key that was valid in the last 10 minutes is believed, any other is not',
  async (_case, away) => {
    const { ask, pass, state, told } = await started();
    expect(await ask()).toBe('1');
    state.answer = away;
    pass(599);
    expect(await ask()).toBe('1');
    expect(told.at(-1)).toBe('believed');
    expect(await ask('another')).toMatch(/^identity_unavailable, again in \d+ s$/);
    pass(1_000);
    expect(await ask()).toMatch(/^identity_unavailable, again in \d+ s$/);
  },
);

test('never one that the service has called invalid since', async () => {
  const { ask, pass, state } = await started();
  expect(await ask()).toBe('1');
  pass(61);
  state.answer = 'nobody';
  expect(await ask()).toBe('invalid_key');
  state.answer = 500;
  expect(await ask()).toBe('invalid_key');
  pass(11);
  expect(await ask()).toMatch(/^identity_unavailable/);
});

test('with a time to live of 0, every call asks, and the last answer is believed only while there is none', async () => {
  const { ask, asked, state } = await started({ cacheTtlSeconds: 0 });
  await ask();
  await ask();
  expect(asked).toHaveLength(2);
  state.answer = 500;
  expect(await ask()).toBe('1');
  state.answer = 'nobody';
  expect(await ask()).toBe('invalid_key');
  state.answer = 500;
  expect(await ask()).toMatch(/^identity_unavailable/);
});

test.each([
  ['seconds', () => ({ status: 429, retryAfter: '30' })],
  ['a 503 too', () => ({ status: 503, retryAfter: '30' })],
  ['a date', () => ({ status: 429, retryAfter: new Date(Date.now() + 30_000).toUTCString() })],
])('Retry-After is obeyed: nobody is asked about until then (%s)', async (_case, answer) => {
  // However long the answer is on its way, a date is as far ahead as when it was written.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, asked, pass, state, client } = await started();
  await ask('known');
  state.answer = answer();
  await ask('a');
  state.answer = 'alice';
  pass(25);
  const before = asked.length;
  expect(await ask('b')).toMatch(/^identity_unavailable, again in [456] s$/);
  expect(await ask('known')).toBe('1');
  expect([asked.length, client.health().degraded]).toEqual([before, true]);
  pass(6);
  expect(await ask('b')).toBe('1');
  expect(client.health().degraded).toBe(false);
});

test('a 429 without Retry-After pauses for longer each time', async () => {
  const { ask, client, pass, state } = await started();
  state.answer = 429;
  const pauses: number[] = [];
  for (let i = 0; i < 6; i++) {
    await ask(`key ${i}`.replace(' ', '-'));
    let seconds = 0;
    for (; client.health().degraded; seconds += 0.25) pass(0.25);
    pauses.push(seconds);
  }
  for (const [i, most] of [1, 2, 4, 8, 16, 30].entries()) {
    expect(pauses[i]).toBeGreaterThanOrEqual(most / 2);
    expect(pauses[i]).toBeLessThanOrEqual(most + 0.25);
  }
});

test('unknown keys are asked about at their rate, wait in a bounded queue, and are told when to come again', async () => {
  const { ask, asked, told, client } = await started({ unknownPerSecond: 2, unknownWaiting: 3 });
  const answers = Array.from({ length: 10 }, (_, i) => ask(`made-up-${i}`));
  const shed = await Promise.all(answers.slice(5));
  expect(new Set(shed)).toEqual(new Set(['overloaded, again in 2 s']));
  expect(told.filter((each) => each === 'unknown refused: no_place')).toHaveLength(5);
  expect(await Promise.all(answers.slice(0, 2))).toEqual(['1', '1']);
  expect(asked).toHaveLength(2);
  expect(client.health().waiting).toEqual({ known: 0, unknown: 3 });
});

test('keys that were valid lately have places of their own, while unknown ones hold all of theirs', async () => {
  const { ask, pass, state, held, release } = await started({ unknownPerSecond: 100 });
  await ask('known');
  pass(61);
  state.holds = (key) => key !== 'known';
  const strangers = Array.from({ length: 50 }, (_, i) => ask(`made-up-${i}`));
  await eventually(() => expect(held).toHaveLength(8));
  expect(await ask('known')).toBe('1');
  state.holds = () => false;
  release();
  expect(new Set(await Promise.all(strangers))).toEqual(new Set(['1']));
});

test('unknown keys of different addresses take turns, and who fills the queue makes room', async () => {
  const { ask, asked, pass, state, held, release } = await started({
    unknownPerSecond: 100,
    unknownWaiting: 10,
  });
  state.holds = () => true;
  const flood = Array.from({ length: 30 }, (_, i) => ask(`made-up-${i}`, '192.0.2.1'));
  await eventually(() => expect(held).toHaveLength(8));
  const honest = ask('new-and-honest', '192.0.2.2');
  state.holds = () => false;
  pass(1);
  release();
  expect(await honest).toBe('1');
  expect(asked.indexOf('new-and-honest')).toBeLessThanOrEqual(9);
  const answers = await Promise.all(flood);
  expect(answers.filter((answer) => answer === '1')).toHaveLength(17);
});

test('calls that strangers make fail do not keep known keys from being asked about', async () => {
  const { ask, pass, state, asked, told } = await started();
  await ask('known');
  state.answer = 500;
  for (let i = 0; i < 6; i++) await ask(`strange-${i}`);
  expect(told.at(-1)).toBe('unknown refused: failing');
  expect(await ask('strange')).toBe('identity_unavailable, again in 5 s');
  pass(61);
  for (let i = 0; i < 5; i++) await ask(`stranger-${i}`);
  state.answer = 'nobody';
  expect(await ask('known')).toBe('invalid_key');
  expect(asked.at(-1)).toBe('known');
});

test('the breaker opens after five failures in a row, and closes with the first success', async () => {
  const { ask, asked, pass, state, told } = await started();
  state.answer = 500;
  for (let i = 0; i < 8; i++) await ask(`key-${i}`);
  expect(asked).toHaveLength(5);
  expect(told.slice(-3)).toEqual(Array.from({ length: 3 }, () => 'unknown refused: failing'));
  pass(5.1);
  state.answer = 'alice';
  expect(await ask('key-0')).toBe('1');
  expect(await ask('key-1')).toBe('1');
});

test('a 429 sends those who wait away at once', async () => {
  const { ask, state, held, release, client, told } = await started({ unknownPerSecond: 100 });
  state.holds = () => true;
  const calls = Array.from({ length: 12 }, (_, i) => ask(`made-up-${i}`));
  await eventually(() => expect(held).toHaveLength(8));
  expect(client.health().waiting.unknown).toBe(4);
  state.answer = { status: 429, retryAfter: '9' };
  release();
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['identity_unavailable, again in 9 s']));
  expect(told.filter((each) => each === 'unknown refused: limited')).toHaveLength(4);
});
