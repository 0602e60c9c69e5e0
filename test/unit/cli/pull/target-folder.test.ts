import { mkdir, readFile, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { TargetFolder } from '../../../../src/cli/pull/target-folder.ts';
import { newFolder } from '../../../support/new-folder.ts';

let path: string;
let folder: TargetFolder;

beforeEach(async () => {
  path = newFolder();
  folder = await TargetFolder.open(path);
});

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
  expect((await TargetFolder.open(path)).placedPaths()).toContain('clip/b.pt');
});

test('what another pull has noted after the folder was opened, and before it was used, is not lost', async () => {
  const next = await TargetFolder.open(path);
  await put('a');
  folder = next;
  await put('b');
  expect((await TargetFolder.open(path)).placedPaths()).toEqual(['clip/a.pt', 'clip/b.pt']);
});

test('a copy is not written through a link', async () => {
  await put('a');
  const theirs = join(path, 'theirs');
  await writeFile(theirs, 'theirs');
  await symlink(theirs, folder.partPath('b'));
  await folder.copyToPart('clip/a.pt', 'b');
  expect([await readFile(theirs, 'utf8'), await readFile(folder.partPath('b'), 'utf8')]).toEqual([
    'theirs',
    'a',
  ]);
});

test('a file that is noted and has not got its name yet leaves the one before its own', async () => {
  await put('a');
  const notes = join(path, '.modelref/placed.json');
  const before = JSON.parse(await readFile(notes, 'utf8'))['clip/a.pt'];
  const placed = {
    'clip/a.pt': {
      ...before,
      sha256: 'b'.repeat(64),
      inode: before.inode + 1,
      mtimeMs: before.mtimeMs + 5,
      before,
    },
  };
  await writeFile(notes, JSON.stringify(placed));
  const reopened = await TargetFolder.open(path);
  await expect(reopened.prepare('clip/a.pt', false)).resolves.toBeUndefined();
  expect([
    await reopened.has('clip/a.pt', 'b'.repeat(64)),
    await reopened.has('clip/a.pt', 'a'.repeat(64)),
    await reopened.findKeepReason('clip/a.pt'),
  ]).toEqual([false, true, null]);
});

test('a file that is written after it was verified is not replaced', async () => {
  await put('a');
  await writeFile(join(path, 'clip/a.pt'), 'mine');
  await expect(folder.prepare('clip/a.pt', false)).rejects.toThrow('--replace');
  await writeFile(join(path, 'clip/a.pt'), '');
  await expect(folder.prepare('clip/a.pt', false)).resolves.toBeUndefined();
});
