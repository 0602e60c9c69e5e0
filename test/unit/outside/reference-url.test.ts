import type { RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  openReferenceUrl,
  type ReferenceUrlOptions,
  repositoryFilesUrl,
} from '../../../src/outside/reference-url.ts';
import { startRemoteHost } from '../../support/remote-host.ts';

async function serving(listener: RequestListener, base = '/refs', options: ReferenceUrlOptions = {}) {
  const host = await startRemoteHost(listener);
  const origin = `http://127.0.0.1:${host.port}`;
  const source = openReferenceUrl(origin + base, options);
  onTestFinished(async () => {
    await source[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });
  return { source, origin };
}

test('files of a repository are read as they are at its branch, without an account', () => {
  expect(repositoryFilesUrl({ owner: 'some-one', name: 'references', branch: 'main' })).toBe(
    'https://raw.githubusercontent.com/some-one/references/main',
  );
});

describe('a file below a base URL', () => {
  test.each(['/refs', '/refs/'])('is read where the base (%s) says', async (base) => {
    const { source, origin } = await serving((request, response) => response.end(`at ${request.url}`), base);
    expect(await source.read('image/clip.json')).toBe('at /refs/image/clip.json');
    expect(source.label('clip.json')).toBe(`${origin}/refs/clip.json`);
  });

  test.each([404, 410])('that is answered with %d is absent', async (status) => {
    const { source } = await serving((_request, response) => response.writeHead(status).end('no'));
    expect(await source.read('clip.json')).toBeNull();
  });

  test.each<[name: string, listener: RequestListener, reason: string, timeoutMs?: number]>([
    ['500', (_request, response) => response.writeHead(500).end(), 'the server answered 500'],
    ['403', (_request, response) => response.writeHead(403).end(), 'the server answered 403'],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: '/x' }).end(),
      'the server answered 302',
    ],
    ['too much', (_request, response) => response.end('x'.repeat(2000)), 'it is larger than 1000 bytes'],
    ['nothing', () => {}, 'no answer within 0.2 s', 200],
    ['half of it', (_request, response) => response.writeHead(200).write('x'), 'no answer within 0.2 s', 200],
    [
      'another encoding',
      (_request, response) => response.end(Buffer.from('café', 'latin1')),
      'The encoded data was not valid for encoding utf-8',
    ],
    ['a cut', (request) => request.socket.destroy(), 'other side closed'],
  ])(
    'that is answered with %s is an error naming the URL',
    async (_case, listener, reason, timeoutMs = 60_000) => {
      const { source, origin } = await serving(listener, '/refs', { timeoutMs, largestFile: 1000 });
      await expect(source.read('clip.json')).rejects.toThrow(
        `${origin}/refs/clip.json cannot be read: ${reason}.`,
      );
    },
  );
});
