import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TargetFolder } from '../../../src/pull/target-folder.ts';

let path: string;
let folder: TargetFolder;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'modelref-target-'));
  folder = await TargetFolder.open(path);
});
afterEach(() => rm(path, { recursive: true, force: true }));

async function put(name: string): Promise<void> {
  const sha256 = name.repeat(64);
  await writeFile(folder.partPath(sha256), name);
  await folder.place(folder.partPath(sha256), `clip/${name}.pt`, sha256);
}

test('notes that could not be written once are written with the next file', async () => {
  const unfinished = join(path, '.modelref/placed.json.new');
  await mkdir(unfinished);
  await expect(put('a')).rejects.toThrow('EISDIR');
  await rmdir(unfinished);
  await put('b');
  const notes = JSON.parse(await readFile(join(path, '.modelref/placed.json'), 'utf8'));
  expect(Object.keys(notes)).toContain('clip/b.pt');
  expect((await TargetFolder.open(path)).placed()).toContain('clip/b.pt');
});
