import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
