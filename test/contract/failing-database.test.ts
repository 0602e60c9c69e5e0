import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OutageError } from '../../src/kernel/errors.ts';
import type { Store } from '../../src/store/store.ts';
import type { TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { startFilledApp } from '../support/filled-app.ts';
import { databases } from '../support/make-database.ts';
import { startHaltablePostgres } from '../support/postgres-process.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { type ApiRequest, ask, everyRequest, type Leaving } from './every-request.ts';

// No request ends the process, whatever it carries and however the database fails beneath it.

/** Errors that would have ended the process. */
let fatal: unknown[];
const noteFatal = (error: unknown) => void fatal.push(error);
beforeEach(() => {
  fatal = [];
  process.on('unhandledRejection', noteFatal).on('uncaughtException', noteFatal);
});
afterEach(() => {
  process.off('unhandledRejection', noteFatal).off('uncaughtException', noteFatal);
});

/** Makes the store fail after so many more transactions. Gives a function that repairs it. */
function fail(store: Store, after: number): () => void {
  let left = after;
  const { read, write, writeBeside, ping } = store;
  const failing =
    <A extends unknown[], R>(operation: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      left -= 1;
      if (left < 0) throw new OutageError('storage_unavailable', 'The database cannot be used: a test.');
      return operation(...args);
    };
  Object.assign(store, {
    read: failing(read),
    write: failing(write),
    writeBeside: failing(writeBeside),
    ping: failing(ping),
  });
  return () => void Object.assign(store, { read, write, writeBeside, ping });
}

/** Of which answers a client learns what is wrong: a body that says so, or none at all. */
function isProper(answer: Awaited<ReturnType<typeof ask>>): boolean {
  if (answer === null || answer instanceof Error) return false;
  const { status, text } = answer;
  if (status < 400) return true;
  return (status < 500 || status === 503) && 'detail' in (JSON.parse(text) as object);
}

/** Longer than what is collected before it is sent. */
const longAnswer: ApiRequest = {
  id: 'a long answer',
  method: 'GET',
  url: '/api/model_references/v2/pending_queue/diffs?change_ids=2&change_ids=3&change_ids=4&change_ids=5',
  body: undefined,
};
const requests = [...everyRequest, longAnswer];

const conditions: Readonly<Record<string, Record<string, string>>> = {
  'no condition': {},
  'If-Match': { 'if-match': '"another"' },
  'If-Match: *': { 'if-match': '*' },
  'If-Unmodified-Since': { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
};

const ways: readonly Leaving[] = ['after the request', 'in the answer'];

describe('every request', () => {
  let app: TestApp;
  let origin: string;
  beforeAll(async () => {
    app = await startFilledApp({ host: '127.0.0.1', port: 0 });
    origin = await app.service.listen();
    await app.seed('clip', { name: 'seeded' });
    // The diffs of these do not fit into one piece.
    for (const name of ['w', 'x', 'y', 'z']) {
      await app.propose('POST', '/clip', { name, description: 'long '.repeat(48_000) });
    }
  });
  afterAll(() => app?.[Symbol.asyncDispose]());

  const answersOf = async (headers: Record<string, string>) => {
    const wrong: unknown[] = [];
    for (const request of requests) {
      const answer = await ask(origin, request, { headers });
      if (!isProper(answer)) wrong.push([request.method, request.url, answer]);
    }
    return wrong;
  };

  it.each(Object.keys(conditions))('with %s is answered', async (condition) => {
    expect(await answersOf(conditions[condition] ?? {})).toEqual([]);
    expect(fatal).toEqual([]);
  });

  it.each(
    Object.keys(conditions).flatMap((condition) => [0, 1, 2].map((after) => [condition, after] as const)),
  )('with %s is answered while the database fails after %i transactions', async (condition, after) => {
    const repair = fail(app.store, after);
    try {
      expect(await answersOf(conditions[condition] ?? {})).toEqual([]);
    } finally {
      repair();
    }
    expect(fatal).toEqual([]);
  });

  it.each(
    ways.flatMap((leaves) => [0, 1, 2, Number.POSITIVE_INFINITY].map((after) => [leaves, after] as const)),
  )(
    'does no harm when its client leaves %s, and the database fails after %d transactions',
    async (leaves, after) => {
      const repair = fail(app.store, after);
      try {
        for (const request of requests) await ask(origin, request, { leaves });
      } finally {
        repair();
      }
      expect(await ask(origin, everyRequest[0]!)).toMatchObject({ status: 200 });
      expect(fatal).toEqual([]);
    },
  );
});

type Answered = readonly [ApiRequest, Awaited<ReturnType<typeof ask>>];

describe.runIf(databases.includes('PostgreSQL'))('every request', () => {
  it('is answered while PostgreSQL is silent, ends, is away, and when it is back', async () => {
    await using stack = new AsyncDisposableStack();
    const postgres = stack.adopt(await startHaltablePostgres(), (each) => each.stop());
    const url = new URL(postgres.url);
    const proxy = stack.use(await startTcpProxy(Number(url.port)));
    url.port = String(proxy.port);
    const app = stack.use(await startFilledApp({ host: '127.0.0.1', port: 0, databaseUrl: url.href }));
    const origin = await app.service.listen();
    const askAll = (headers: Record<string, string> = {}) =>
      Promise.all(
        everyRequest.map(
          async (request): Promise<Answered> => [request, await ask(origin, request, { headers })],
        ),
      );
    const leaveAll = async () => {
      for (const leaves of ways) {
        await Promise.all(everyRequest.map((request) => ask(origin, request, { leaves })));
      }
    };
    const wrongOf = (answers: Answered[]) => answers.filter(([, answer]) => !isProper(answer));
    const ready = (status: number) =>
      eventually(async () => expect((await app.get('/readyz')).statusCode).toBe(status));

    proxy.goSilent();
    const meanwhile = [askAll(), leaveAll()] as const;
    await ready(503);
    proxy.goOn();
    expect(wrongOf(await meanwhile[0])).toEqual([]);
    await meanwhile[1];

    const underWay = askAll();
    await postgres.halt();
    expect(wrongOf(await underWay)).toEqual([]);
    for (const headers of Object.values(conditions)) expect(wrongOf(await askAll(headers))).toEqual([]);
    await leaveAll();
    await ready(503);

    await postgres.start();
    await ready(200);
    for (const headers of Object.values(conditions)) expect(wrongOf(await askAll(headers))).toEqual([]);
    expect(fatal).toEqual([]);
  });
});
