import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openProcessTerminal } from '../../../src/cli/process-terminal.ts';
import { newFolder } from '../../support/new-folder.ts';

function inNewDirectory(): string {
  const before = process.cwd();
  const directory = newFolder();
  process.chdir(directory);
  onTestFinished(() => {
    process.chdir(before);
    vi.unstubAllEnvs();
  });
  return directory;
}

test('settings in .env count, but less than those of the environment', async () => {
  const directory = inNewDirectory();
  await writeFile(join(directory, '.env'), 'MODELREF_PORT=1\nMODELREF_HOST=from-file\n');
  vi.stubEnv('MODELREF_PORT', '2');
  expect(openProcessTerminal().environment).toMatchObject({ MODELREF_PORT: '2', MODELREF_HOST: 'from-file' });
});

test('a byte order mark before the first setting of .env does not hide it', async () => {
  const directory = inNewDirectory();
  await writeFile(join(directory, '.env'), '\uFEFFMODELREF_HOST=from-file\r\nMODELREF_PORT=1\r\n');
  expect(openProcessTerminal().environment).toMatchObject({ MODELREF_HOST: 'from-file', MODELREF_PORT: '1' });
});

test('a .env that is there and cannot be read is not passed over', async () => {
  const directory = inNewDirectory();
  await mkdir(join(directory, '.env'));
  expect(() => openProcessTerminal()).toThrow('.env cannot be read: EISDIR');
});
