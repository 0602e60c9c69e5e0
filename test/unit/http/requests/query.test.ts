import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { RegistryError } from '../../../../src/kernel/errors.ts';
import { laxInt, laxObject, laxString, queryList, queryValue } from '../../../../src/records/lax.ts';
import { parseQuery } from '../../../../src/serving/requests/query.ts';

const schema = () =>
  laxObject({
    a: queryValue(laxInt({ ge: 0, le: 9 })).default(3),
    b: queryList(laxString()).optional(),
  });

/** Answers each request with what was made of its query, by a schema that is asked again and by a new one. */
async function startServer() {
  const asked = schema();
  const server = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  server.get('/*', async (incoming) => {
    const [known, anew] = [asked, schema()].map((one) => {
      try {
        return { query: parseQuery(one, incoming) };
      } catch (error) {
        return error instanceof RegistryError
          ? { message: error.message, problems: error.problems }
          : String(error);
      }
    });
    return { known, anew };
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(async () => {
    agent.destroy();
    await server.close();
  });
  const { port } = server.server.address() as AddressInfo;
  return (path: string) =>
    new Promise<{ known: unknown; anew: unknown }>((resolve, reject) => {
      request({ port, path, agent }, (answer) => {
        text(answer).then((body) => resolve(JSON.parse(body)), reject);
      })
        .on('error', reject)
        .end();
    });
}

test('a query that was parsed before is what it is when parsed anew', async () => {
  const ask = await startServer();
  const piece = fc.constantFrom(
    'a=1',
    'a=2',
    'a=x',
    'b=1',
    'b=%00',
    'b=%23',
    'z',
    '?',
    '#',
    ';',
    '&',
    '/',
    '%3F',
  );
  const paths = fc.array(piece, { maxLength: 5 }).map((pieces) => `/p${pieces.join('')}`);
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      const { known, anew } = await ask(path);
      expect(known).toEqual(anew);
    }),
    { numRuns: 600, examples: [['/p?a=1'], ['/p#?a=1'], ['/p;a=2?a=1'], ['/p?a=1#a=2']] },
  );
});

test('nobody can change a query for others', () => {
  const incoming = { url: '/p?b=1', query: { b: '1' } } as unknown as Parameters<typeof parseQuery>[1];
  const query = parseQuery(schema(), incoming);
  expect(Object.isFrozen(query) && Object.isFrozen(query.b)).toBe(true);
});

test('a long query is read, and not remembered', () => {
  const one = schema();
  const long = 'x'.repeat(600);
  const incoming = { url: `/p?b=${long}`, query: { b: long } } as unknown as Parameters<typeof parseQuery>[1];
  expect(parseQuery(one, incoming)).toEqual({ a: 3, b: [long] });
  expect(parseQuery(one, incoming)).not.toBe(parseQuery(one, incoming));
});
