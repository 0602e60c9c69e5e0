import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileHost, madeBytes, startFileHost } from '../../support/file-host.ts';
import { type ServedRecords, serveRecords } from './served-records.ts';
import { modelref, type TerminalOfTest } from './terminal.ts';

let host: FileHost;
let registry: ServedRecords;
let outside: string;
let folder: string;
const bytesOf = {
  a: madeBytes(2_000, 1),
  b: madeBytes(3_000, 2),
  c: madeBytes(4_000, 3),
} as const;

beforeEach(async () => {
  [host, registry] = [await startFileHost(), await serveRecords()];
  outside = await realpath(await mkdtemp(join(tmpdir(), 'modelref-pull-')));
  folder = join(outside, 'models');
  registry.records = { clip: { a: record('a'), b: record('b') } };
});
afterEach(async () => {
  await host[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
  await rm(outside, { recursive: true, force: true });
});

type Known = keyof typeof bytesOf;
const download = (name: Known, file_name = `${name}.pt`, more: object = {}) => ({
  file_name,
  file_url: host.url(name),
  sha256sum: host.put(name, bytesOf[name]),
  size_bytes: bytesOf[name].length,
  ...more,
});
const modelOf = (...files: unknown[]) => ({ name: 'm', config: { download: files } });
const record = (name: Known, file_name?: string, more?: object) => modelOf(download(name, file_name, more));

const pullOf = (category: string, words: readonly string[], terminal: TerminalOfTest = {}) =>
  modelref(
    ['pull', folder, '--category', category, '--allow-host', '127.0.0.1', ...words],
    { MODELREF_SERVER: registry.url },
    null,
    terminal,
  );
const pull = (...words: string[]) => pullOf('clip', words);
const at = (...names: string[]) => join(folder, 'clip', ...names);
const isRight = async (name: Known, ...path: string[]) =>
  (await readFile(at(...(path.length > 0 ? path : [`${name}.pt`])))).equals(bytesOf[name]);

/** The same size and time, and other bytes. */
async function damage(path: string): Promise<void> {
  const { atime, mtime } = await stat(path);
  const bytes = await readFile(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await utimes(path, atime, mtime);
}

describe('--check', () => {
  beforeEach(async () => {
    expect((await pull()).code).toBe(0);
    host.asked.length = 0;
  });

  test.each([[[]], [['--replace']]])(
    'fetches a damaged file of the same size and time again (%j)',
    async (words) => {
      await damage(at('a.pt'));
      expect((await pull('--check', '--dry-run')).printed.at(-1)).toBe('1 of 2 files are missing: 2.00 kB.');
      const { code, printed } = await pull('--check', ...words);
      expect([code, printed.at(-1)]).toEqual([0, '1 fetched, 1 were there, 0 failed.']);
      expect(host.asked.map(({ name }) => name)).toEqual(['a']);
      expect([await isRight('a'), (await pull('--check')).printed]).toEqual([
        true,
        ['0 fetched, 2 were there, 0 failed.'],
      ]);
    },
  );

  test('fails while a damaged file cannot be had, keeps it, and what has been seen is not forgotten', async () => {
    await damage(at('a.pt'));
    host.faults = { status: 404 };
    const { code, printed, noted } = await pull('--check');
    expect([code, printed.at(-1), noted.join()]).toEqual([
      1,
      '0 fetched, 1 were there, 1 failed.',
      expect.stringContaining('clip/a.pt'),
    ]);
    expect((await readFile(at('a.pt'))).length).toBe(bytesOf.a.length);
    expect((await pull()).code).toBe(1);
    host.faults = {};
    expect([(await pull()).code, await isRight('a')]).toEqual([0, true]);
  });

  test('fetches a file again that has vanished, or has become empty', async () => {
    await rm(at('a.pt'));
    await truncate(at('b.pt'));
    expect((await pull('--check', '--dry-run')).printed.at(-1)).toContain('2 of 2 files are missing');
    const { code, printed } = await pull('--check');
    expect([code, printed.at(-1)]).toEqual([0, '2 fetched, 0 were there, 0 failed.']);
    expect([await isRight('a'), await isRight('b')]).toEqual([true, true]);
  });

  test.each([
    ['a link to other bytes', async (path: string) => symlink('../../theirs', path)],
    ['a link to itself', async (path: string) => symlink('a.pt', path)],
    ['something that cannot be read', async (path: string) => symlink('/proc/self/mem', path)],
    ['another file', async (path: string) => writeFile(path, 'theirs')],
    ['an empty file of somebody', async (path: string) => writeFile(path, '')],
  ])('leaves %s in the place of a file alone, and says so; --replace does not', async (_, put) => {
    await writeFile(join(outside, 'theirs'), 'theirs');
    await rename(at('a.pt'), join(outside, 'moved.pt'));
    await put(at('a.pt'));
    const seen = (await stat(at('a.pt')).catch(() => null))?.ino;
    expect((await pull('--check', '--dry-run')).printed.at(-1)).toContain('1 of 2 files are missing');
    const { code, printed, noted } = await pull('--check');
    expect([code, printed.at(-1), noted.join()]).toEqual([
      1,
      '0 fetched, 1 were there, 1 failed.',
      expect.stringMatching(/clip\/a\.pt .*--replace/),
    ]);
    expect((await stat(at('a.pt')).catch(() => null))?.ino).toBe(seen);
    expect((await pull('--check', '--replace')).code).toBe(0);
    expect([await isRight('a'), await readFile(join(outside, 'theirs'), 'utf8')]).toEqual([true, 'theirs']);
  });

  test('leaves a folder in the place of a file alone, without asking for the file', async () => {
    await rm(at('a.pt'));
    await mkdir(at('a.pt', 'theirs'), { recursive: true });
    for (const words of [[], ['--replace']]) {
      const { code, noted } = await pull('--check', ...words);
      expect([code, noted.join()]).toEqual([1, expect.stringContaining('there is a folder of this name')]);
    }
    expect([await readdir(at('a.pt')), host.asked]).toEqual([['theirs'], []]);
  });
});
