import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

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

test.each([['openapi'], ['check-config', '--markdown'], ['import', '--help']])(
  '`%s %s | head` ends without a word',
  async (...words) => {
    expect(await readAndLeave(words)).toEqual({ code: 0, said: '' });
  },
);

test.runIf(existsSync('/dev/full'))('on a full disk a command says so in one line, and fails', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [resolve('src/main.ts'), 'openapi'], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The output cannot be written: ENOSPC[^\n]*\n$/),
  ]);
});
