import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../src/app/openapi.ts';
import { OutageError } from '../../src/kernel/errors.ts';
import type { Store } from '../../src/store/store.ts';
import type { TestApp } from '../support/app.ts';
import { usualCategories } from '../support/categories.ts';
import { documentCheck } from '../support/document-check.ts';
import { eventually } from '../support/eventually.ts';
import { startFilledApp } from '../support/filled-app.ts';
import { databases } from '../support/make-database.ts';
import { startHaltablePostgres } from '../support/postgres-process.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { type Answer, type ApiRequest, ask, everyRequest, leave } from './every-request.ts';

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

/** Makes the store fail after so many more transactions. Returns a function that repairs it. */
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

const fits = documentCheck(
  JSON.stringify(await createOpenApiDocument({ basePath: '/api' }, usualCategories)),
  '/api',
);

/** Returns what is wrong with an answer: it is not one that the document lists, or a defect's; null: nothing. */
function wrongWith({ method, url }: ApiRequest, answer: Answer | Error): string | null {
  if (answer instanceof Error) return answer.message;
  const { status, headers, text } = answer;
  if (status === 500) return text;
  return fits(method, url, { status, headers, empty: text === '', json: () => JSON.parse(text) as unknown });
}

/** Longer than what is collected before it is sent. */
const longAnswer: ApiRequest = {
  method: 'GET',
  url: '/api/model_references/v2/pending_queue/diffs?change_ids=2&change_ids=3&change_ids=4&change_ids=5',
  body: undefined,
};

const conditions: Readonly<Record<string, Record<string, string>>> = {
  'If-Match': { 'if-match': '"another"' },
  'If-Match: *': { 'if-match': '*' },
  'If-Unmodified-Since': { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
};
const waysToLeave = ['after the request', 'in the answer'] as const;

describe('every request', () => {
  let app: TestApp;
  let origin: string;
  beforeAll(async () => {
    app = await startFilledApp({ host: '127.0.0.1', port: 0 });
    origin = await app.service.listen();
    await app.seed('clip', { name: 'seeded' });
    // The diffs of these do not fit into one piece.
    for (const name of ['w', 'x', 'y', 'z'])
      await app.propose('POST', '/clip', { name, description: 'long '.repeat(48_000) });
  });
  afterAll(() => app?.[Symbol.asyncDispose]());

  async function askAll(
    requests: readonly ApiRequest[],
    after: number,
    headers?: Record<string, string>,
  ): Promise<void> {
    const wrong: unknown[] = [];
    const repair = fail(app.store, after);
    try {
      for (const request of requests) {
        const found = wrongWith(request, await ask(origin, request, headers));
        if (found !== null) wrong.push([request.method, request.url, found]);
      }
    } finally {
      repair();
    }
    expect([wrong, fatal]).toEqual([[], []]);
  }

  it.each([Number.POSITIVE_INFINITY, 0, 2])(
    'is answered when the database fails after %d transactions',
    (after) => askAll([...everyRequest, longAnswer], after),
  );

  const writes = everyRequest.filter(({ method }) => method !== 'GET');
  it.each([
    ['If-Match', 0],
    ['If-Match', 2],
    ['If-Match: *', 2],
    ['If-Unmodified-Since', 2],
  ] as const)(
    'that writes with %s is answered when the database fails after %d transactions',
    (condition, after) => askAll(writes, after, conditions[condition]),
  );

  it.each([
    ['after the request', Number.POSITIVE_INFINITY],
    ['after the request', 0],
    ['in the answer', Number.POSITIVE_INFINITY],
    ['in the answer', 2],
  ] as const)(
    'does no harm when its client leaves %s, and the database fails after %d',
    async (when, after) => {
      const repair = fail(app.store, after);
      try {
        for (const request of [...everyRequest, longAnswer]) await leave(origin, request, when);
      } finally {
        repair();
      }
      expect((await app.get('/readyz')).statusCode).toBe(200);
      expect(fatal).toEqual([]);
    },
  );
});

describe.runIf(databases.includes('PostgreSQL'))('every request', () => {
  it('is answered while PostgreSQL is silent, ends, is away, and when it is back', async () => {
    await using stack = new AsyncDisposableStack();
    const postgres = stack.adopt(await startHaltablePostgres(), (each) => each.stop());
    const url = new URL(postgres.url);
    const proxy = stack.use(await startTcpProxy(Number(url.port)));
    url.port = String(proxy.port);
    const app = stack.use(await startFilledApp({ host: '127.0.0.1', port: 0, databaseUrl: url.href }));
    const origin = await app.service.listen();
    const wrongOf = async (headers?: Record<string, string>) => {
      const found = await Promise.all(
        everyRequest.map(async (request) => {
          const wrong = wrongWith(request, await ask(origin, request, headers));
          return wrong === null ? [] : [[request.method, request.url, wrong]];
        }),
      );
      return found.flat();
    };
    const leaveAll = async () => {
      for (const when of waysToLeave)
        await Promise.all(everyRequest.map((request) => leave(origin, request, when)));
    };
    const ready = (status: number) =>
      eventually(async () => expect((await app.get('/readyz')).statusCode).toBe(status));

    proxy.goSilent();
    const meanwhile = Promise.all([wrongOf(), leaveAll()]);
    await ready(503);
    proxy.goOn();
    expect((await meanwhile)[0]).toEqual([]);

    const underWay = wrongOf();
    await postgres.halt();
    expect(await underWay).toEqual([]);
    for (const headers of [{}, ...Object.values(conditions)]) expect(await wrongOf(headers)).toEqual([]);
    await leaveAll();
    await ready(503);

    await postgres.start();
    await ready(200);
    expect(await wrongOf()).toEqual([]);
    expect(fatal).toEqual([]);
  });
});
