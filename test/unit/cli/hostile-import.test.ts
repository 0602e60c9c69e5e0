import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { newFolder } from '../../support/new-folder.ts';
import { startModelref } from './process.ts';
import { modelref } from './terminal.ts';

let directory: string;
let source: string;
let environment: Record<string, string>;
beforeEach(async () => {
  directory = newFolder();
  source = join(directory, 'references');
  await mkdir(source);
  environment = { MODELREF_DATABASE_URL: `sqlite:${join(directory, 'registry.db')}` };
});

const refusal = async () => {
  const { code, noted } = await modelref(['import', source], environment);
  expect(code).toBe(1);
  return noted.join();
};

describe.skipIf(process.platform === 'win32')('a directory to import from', () => {
  test('may hold a pipe that nobody writes to', async () => {
    execFileSync('mkfifo', [join(source, 'clip.json')]);
    expect(await refusal()).toContain('clip.json: cannot be read: it is a pipe, not a regular file');
  });

  test('may hold a device that never ends', async () => {
    await symlink('/dev/zero', join(source, 'clip.json'));
    expect(await refusal()).toContain('clip.json: cannot be read: it is a device, not a regular file');
  });

  test('may hold a file that is too large, which is said before it is in memory', async () => {
    await writeFile(join(source, 'clip.json'), '');
    await truncate(join(source, 'clip.json'), 2 ** 40);
    expect(await refusal()).toContain('clip.json: cannot be read: it is larger than 67108864 bytes');
  });
});

test('a file in another encoding is refused, for its letters would be lost', async () => {
  await writeFile(
    join(source, 'clip.json'),
    Buffer.from(JSON.stringify({ café: { record_type: 'clip', name: 'café', description: 'x' } }), 'latin1'),
  );
  expect(await refusal()).toContain(
    'clip.json: cannot be read: The encoded data was not valid for encoding utf-8',
  );
});

test('what a refused record says reaches the terminal as text', async () => {
  const name = 'x\u001b]0;owned\u0007\nwarning: all is well';
  await writeFile(
    join(source, 'clip.json'),
    JSON.stringify({ [name]: { name, type: 7, nonsense: '\u001b[2J' } }),
  );
  await using run = await startModelref(['import', source], environment);
  expect(await run.ended()).toBe(1);
  expect(run.output()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|^warning: all is well/m);
  expect(run.output()).toContain('owned');
});
