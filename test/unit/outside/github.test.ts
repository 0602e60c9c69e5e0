import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { openGithub } from '../../../src/outside/github.ts';
import { startRemoteHost } from '../../support/remote-host.ts';

const pullsOf = (apiUrl: string) =>
  openGithub({ owner: 'o', repo: 'r', apiUrl, token: 't', timeoutMs: 20_000, writesEveryMs: 0 });

test('a list of comments that has no end is not read to its end', async () => {
  let pages = 0;
  await using host = await startRemoteHost((asked, response) => {
    if (asked.url === '/user') return void response.end('{"id":41}');
    pages += 1;
    const next = new URL(asked.url ?? '', url);
    next.searchParams.set('page', String(pages + 1));
    // An end for the test where there is none.
    if (pages < 1_000) response.setHeader('link', `<${next}>; rel="next"`);
    response.setHeader('content-type', 'application/json');
    response.end(asked.method === 'GET' ? '[{"id":1,"body":"of others"}]' : '{}');
  });
  const url = `http://127.0.0.1:${host.port}`;
  await expect(pullsOf(url).comment(1, '<!-- ours -->', 'text')).rejects.toThrow(
    'pull request 1 has more than 100 pages of comments',
  );
  expect(pages).toBe(100);
});

const mebibyte = Buffer.alloc(1024 * 1024, ' ');

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['cut off', (response) => response.write('[', () => response.destroy()), /terminated|other side closed/],
  ['empty', (response) => response.end(), /JSON/],
  [
    'endless',
    (response) => {
      const more = (error?: Error | null) => error || setImmediate(() => response.write(mebibyte, more));
      more();
    },
    /exceeds 33554432 bytes/,
  ],
])('a list that is %s is not one without pull requests', async (_how, answer, problem) => {
  await using host = await startRemoteHost((_asked, response) => {
    response.setHeader('content-type', 'application/json');
    answer(response);
  });
  const pulls = pullsOf(`http://127.0.0.1:${host.port}`);
  await expect(pulls.findOpen('b', 'main')).rejects.toThrow(problem);
  await expect(pulls.findLastRefused('b', 'main', () => true)).rejects.toThrow(problem);
});
