import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { earlierProposals, waitingChanges } from '../../../src/app/demo/fill-queue.ts';
import { newFolder } from '../../support/new-folder.ts';
import { startModelref } from './process.ts';

test('the demo tells its addresses and keys, which work, and stops when asked', async () => {
  await using demo = await startModelref(['demo'], { MODELREF_PORT: '0' });
  const [, line = ''] = await demo.printed(/curl (http:\S+)\n/);
  const output = demo.output();
  const base = /base URL +(http:\/\/127\.0\.0\.1:\d+\/api)\n/.exec(output)?.[1] ?? '';
  expect(line.startsWith(`${base}/`)).toBe(true);
  expect(output).toContain(`${base}/docs`);
  expect(output).toMatch(/was empty: \d+ sample models loaded/);

  expect(await (await fetch(line)).json()).toMatchObject({ record_type: 'clip', name: 'ViT-L/14' });
  const roles = async (apikey: string) => {
    const answer = await fetch(`${base}/model_references/v2/me/roles`, { headers: { apikey } });
    return answer.status === 200 ? ((await answer.json()) as { roles: string[] }).roles : answer.status;
  };
  const keys = [...output.matchAll(/^ {2}(\S+) +\S+#\d+: may /gm)].map(([, key]) => key ?? '');
  expect(keys).toHaveLength(3);
  expect(await Promise.all(keys.map(roles))).toEqual([['requestor'], ['approver', 'requestor'], []]);
  expect(await roles('made up')).toBe(401);

  demo.child.kill('SIGTERM');
  expect(await demo.ended()).toBe(0);
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const shell = (script: string) => promisify(execFile)('sh', ['-c', script]);

/** What the samples of the demo's queue let wait. */
const inQueue = earlierProposals.length + waitingChanges.length;

test.skipIf(!hasCurl)('every call that the demo prints works as it stands, again and again', async () => {
  await using demo = await startModelref(['demo'], { MODELREF_PORT: '0' });
  await demo.printed(/curl .*demo-user'\n/);
  const calls = [...demo.output().matchAll(/^ {2}(curl .*)$/gm)].map(([, call]) => call ?? '');
  const all = async () => {
    const answers: unknown[] = [];
    for (const call of calls) answers.push(JSON.parse((await shell(`${call} -s --fail-with-body`)).stdout));
    return answers;
  };
  const proposed = { model_name: 'my-clip', status: 'pending' };
  const expected = (waiting: number) => [
    { name: 'ViT-L/14' },
    proposed,
    { total: waiting, items: expect.arrayContaining([expect.objectContaining(proposed)]) },
    { roles: [] },
  ];
  expect(await all()).toMatchObject(expected(inQueue + 1));
  expect(await all()).toMatchObject(expected(inQueue + 2));
});

test.skipIf(!hasCurl)(
  'the commands that follow one change in the README work, whatever was proposed before',
  async () => {
    await using demo = await startModelref(['demo'], { MODELREF_PORT: '0' });
    const [, base = '', before = ''] = await demo.printed(
      /base URL +(\S+)[\s\S]*\n {2}(curl .*demo-requestor.*)\n/,
    );
    await shell(`${before} -s --fail`);
    const way = /## Follow one change[\s\S]*?```sh\n([\s\S]*?)```/.exec(
      await readFile('README.md', 'utf8'),
    )?.[1];
    const script = `set -e\n${way}`
      .replaceAll('http://127.0.0.1:19800/api', base)
      .replaceAll('curl ', 'curl -s --fail ');
    const { stdout } = await shell(script);
    expect(stdout).toMatch(/"applied_change_ids":\[\d+\]/);
    expect(stdout).toMatch(/"name":"our-clip","description":"Ours\."/);
  },
);

test.each(['0.0.0.0', 'example.org'])('the demo does not listen on %s', async (host) => {
  await using demo = await startModelref(['demo'], { MODELREF_PORT: '0', MODELREF_HOST: host });
  expect(await demo.ended()).toBe(1);
  expect(demo.output()).toContain(`MODELREF_HOST '${host}' is not a loopback address`);
  expect(demo.output()).not.toContain('running');
});

test('a demo on another loopback address', async () => {
  await using demo = await startModelref(['demo'], { MODELREF_PORT: '0', MODELREF_HOST: 'localhost' });
  await demo.printed(/base URL +http:\/\/(127\.0\.0\.1|\[::1\]):\d+\/api/);
});

describe('its database', () => {
  const legacy = resolve('test/fixtures/legacy');

  test('is ./data/demo.db, whatever a .env or DATABASE_URL says', async () => {
    const directory = newFolder();
    await writeFile(
      join(directory, '.env'),
      'MODELREF_DATABASE_URL=sqlite:./real.db\nDATABASE_URL=sqlite:./other.db\n',
    );
    await using demo = await startModelref(
      ['demo'],
      { MODELREF_PORT: '0', DATABASE_URL: 'sqlite:./third.db' },
      directory,
    );
    await demo.printed(/data +sqlite:\.\/data\/demo\.db \(was empty/);
    expect((await readdir(directory)).toSorted()).toEqual(['.env', 'data']);
  });

  test('is filled with the files of a directory on demand, and known again', async () => {
    const directory = newFolder();
    const words = ['demo', '--data', legacy];
    {
      const demo = await startModelref(words, { MODELREF_PORT: '0' }, directory);
      await demo.printed(/was empty: 4 models loaded/);
      demo.child.kill('SIGTERM');
      expect(await demo.ended()).toBe(0);
    }
    await using again = await startModelref(words, { MODELREF_PORT: '0' }, directory);
    await again.printed(/data +sqlite:\.\/data\/demo\.db\n/);
  });

  test('is never one that holds anything but the data of a demo', async () => {
    const directory = newFolder();
    const environment = { MODELREF_DATABASE_URL: 'sqlite:./real.db', MODELREF_PORT: '0' };
    await using imported = await startModelref(['import', legacy], environment, directory);
    expect(await imported.ended()).toBe(0);
    const before = await readFile(join(directory, 'real.db'));
    const demo = await startModelref(['demo'], environment, directory);
    expect(await demo.ended()).toBe(1);
    expect(demo.output()).toContain('sqlite:./real.db is not the database of a demo');
    expect((await readFile(join(directory, 'real.db'))).equals(before)).toBe(true);
  });

  test.each([
    ['postgres://user:secret@127.0.0.1:1/x', 'The demo supports SQLite only'],
    ['sqlite:./package.json', 'damaged or not a database'],
  ])('is refused: %s', async (url, text) => {
    const directory = newFolder();
    await writeFile(join(directory, 'package.json'), '{"name": "something else entirely"}'.repeat(9));
    await using demo = await startModelref(
      ['demo'],
      { MODELREF_DATABASE_URL: url, MODELREF_PORT: '0' },
      directory,
    );
    expect(await demo.ended()).toBe(1);
    expect(demo.output()).toContain(text);
    expect(demo.output()).not.toContain('secret');
  });
});

test('names a file of its data that cannot be read', async () => {
  const directory = newFolder();
  await writeFile(join(directory, 'clip.json'), '[]');
  await using demo = await startModelref(['demo', '--data', '.'], { MODELREF_PORT: '0' }, directory);
  expect(await demo.ended()).toBe(1);
  expect(demo.output()).toContain('clip.json: is not a JSON object of records by name: it is an array.');
});

test('a page whose own name leads to the demo is refused (DNS rebinding)', async () => {
  await using demo = await startModelref(['demo'], { MODELREF_PORT: '0' });
  const [, port = ''] = await demo.printed(/base URL +http:\/\/127\.0\.0\.1:(\d+)\/api/);
  const status = (host: string, path: string, method = 'GET') =>
    new Promise<number | undefined>((resolveStatus, reject) => {
      request(
        { host: '127.0.0.1', port, path, method, headers: { host, apikey: 'demo-approver' } },
        (answer) => {
          answer.resume();
          resolveStatus(answer.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
  const read = '/api/model_references/v2/clip';
  expect(await status(`localhost:${port}`, read)).toBe(200);
  expect(await status(`[::1]:${port}`, read)).toBe(200);
  for (const host of ['rebound.example', `rebound.example:${port}`, '127.0.0.1.rebound.example']) {
    expect([host, await status(host, read)]).toEqual([host, 421]);
    expect([host, await status(host, `${read}/model/x`, 'DELETE')]).toEqual([host, 421]);
  }
});
