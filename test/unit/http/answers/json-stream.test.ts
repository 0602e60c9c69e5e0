import { once } from 'node:events';
import { type IncomingMessage, get as request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import {
  answerStream,
  type JsonStream,
  streamList,
  streamObject,
} from '../../../../src/serving/answers/json-stream.ts';
import { eventually } from '../../../support/eventually.ts';

const item = { text: 'x'.repeat(10_000) };
const pageOf = (count: number) => Array.from({ length: count }, () => item);

let server: FastifyInstance;
let served: () => JsonStream;
let log: Record<string, unknown>[];
beforeEach(() => {
  log = [];
  server = Fastify({ logger: false });
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
  server.get('/', (incoming, reply) =>
    answerStream({ logger }, incoming, reply, { ...served(), cacheControl: 'no-cache' }),
  );
});
afterEach(() => server.close());

let read = 0;
let ended = false;
/** Pages of ten, of which it counts those that were read. */
async function* pages(count: number) {
  [read, ended] = [0, false];
  try {
    for (; read < count; read += 1) yield pageOf(10);
  } finally {
    ended = true;
  }
}

const text = async (stream: JsonStream) => {
  let whole = '';
  for await (const piece of stream.pieces) whole += piece;
  return whole;
};

async function open(): Promise<IncomingMessage> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const [response] = await once(request({ port, host: '127.0.0.1', agent: false }), 'response');
  return response as IncomingMessage;
}

test('a streamed list is the JSON of the whole', async () => {
  async function* some<T>(...all: T[][]) {
    yield* all;
  }
  const object = streamObject(some<readonly [string, unknown]>([['b', 1]], [['1', {}]]));
  expect(await text(object)).toBe('{"b":1,"1":{}}');
  const list = streamList({ a: 1 }, 'list', some([1, 2]), () => ({ z: 2 }));
  expect(await text(list)).toBe('{"a":1,"list":[1,2],"z":2}');
  const odd = streamList({}, 'list', some<unknown>([1], [], ['é', null]));
  expect(await text(odd)).toBe('{"list":[1,"é",null]}');
  expect(await text(streamList({}, 'list', some()))).toBe('{"list":[]}');
});

describe('an answer', () => {
  it('that is short has an ETag like any other read', async () => {
    served = () => streamList({}, 'list', pages(2));
    const whole = await server.inject('/');
    expect(whole.json()).toEqual({ list: pageOf(20) });
    expect(whole.headers['content-length']).toBe(String(whole.rawPayload.length));
    const headers = { 'if-none-match': String(whole.headers.etag) };
    expect((await server.inject({ url: '/', headers })).statusCode).toBe(304);
  });

  it('that is long comes in full, without being held', async () => {
    served = () => streamList({ a: 1 }, 'list', pages(40), () => ({ total: 400 }));
    const whole = await server.inject('/');
    expect(whole.json()).toEqual({ a: 1, list: pageOf(400), total: 400 });
    expect(whole.headers).not.toHaveProperty('etag');
    expect(whole.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect((await server.inject({ method: 'HEAD', url: '/' })).body).toBe('');
  });

  it('that is long has no ETag that If-Match could name', async () => {
    served = () => streamList({}, 'list', pages(40));
    const asked = (ifMatch: string) => server.inject({ url: '/', headers: { 'if-match': ifMatch } });
    expect((await asked('"a"')).json().message).toContain('"a" does not match the current ETag: none');
    expect(ended).toBe(true);
    expect((await asked('*')).json().list).toHaveLength(400);
  });

  it('with items longer than a piece is the same, whatever their characters', async () => {
    const long = ['x', ''].flatMap((before) => [
      before + '😀'.repeat(100_000),
      'é'.repeat(200_000),
      '',
      'short',
    ]);
    async function* each() {
      for (const one of [...long, ...long]) yield [one];
    }
    served = () => streamList({}, 'list', each());
    expect((await server.inject('/')).json()).toEqual({ list: [...long, ...long] });
  });

  it('waits for a client that does not read, and ends with it', async () => {
    served = () => streamList({}, 'list', pages(100_000));
    const response = await open();
    response.pause();
    // As long as more is read, it is for the buffers of the sockets.
    let before = -1;
    await eventually(() => {
      const still = before === read;
      before = read;
      if (!still) throw new Error('still reading');
    });
    expect(read).toBeLessThan(2_000);
    expect(ended).toBe(false);
    response.destroy();
    await eventually(() => expect(ended).toBe(true));
    expect(log).toEqual([]);
  });

  it('that fails at once is an error answer; later, the connection is cut and the log says why', async () => {
    const failing = (after: number) =>
      async function* () {
        yield* pages(after);
        throw new Error('the disk is gone');
      };
    served = () => streamList({}, 'list', failing(1)());
    expect((await server.inject('/')).statusCode).toBe(500);
    served = () => streamList({}, 'list', failing(40)());
    const response = await open();
    response.resume();
    const [error] = await once(response, 'error');
    expect(error).toMatchObject({ code: 'ECONNRESET' });
    await eventually(() => expect(log).toMatchObject([{ err: { message: 'the disk is gone' } }]));
  });
});
