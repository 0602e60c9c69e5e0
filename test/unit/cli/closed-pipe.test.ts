import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { newFolder } from '../../support/new-folder.ts';

/** What a command says on standard error, and its exit code, when its reader goes away early. */
async function readAndLeave(words: readonly string[]) {
  const child = spawn(process.execPath, [resolve('src/main.ts'), ...words], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const ended = once(child, 'close');
  // Before the first byte comes: the command writes into a pipe that nobody reads any more.
  child.stdout.destroy();
  const [code] = await ended;
  return { code, said: Buffer.concat(said).toString() };
}

test.each([
  ['check-config', '--markdown'],
  ['import', '--help'],
])('`%s %s | head` ends without a word', async (...words) => {
  expect(await readAndLeave(words)).toEqual({ code: 0, said: '' });
});

test.runIf(existsSync('/dev/full'))('on a full disk a command says so in one line, and fails', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve('src/main.ts'), 'check-config', '--markdown'],
    { env: { PATH: process.env.PATH ?? '' }, stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
  );
  closeSync(full);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The output cannot be written: ENOSPC[^\n]*\n$/),
  ]);
});

test.runIf(existsSync('/dev/full'))('a service whose log cannot be written goes on', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [resolve('src/main.ts'), 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      MODELREF_REPLICATE_MODE: 'PRIMARY',
      MODELREF_DATABASE_URL: `sqlite:${newFolder()}/registry.db`,
      MODELREF_PORT: '0',
      // Nobody listens there.
      MODELREF_AUTH_URL: 'http://127.0.0.1:9/api',
      MODELREF_ACCESS_LOG: 'all',
      MODELREF_STOP_DELAY_SECONDS: '0',
    },
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let noted = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    noted += text;
  });
  const origin = await eventually(() => /listens +(http:\S+),/.exec(noted)?.[1] ?? expect.fail(noted));
  for (const path of ['heartbeat', 'replicate_mode'])
    expect((await fetch(`${origin}/api/${path}`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
