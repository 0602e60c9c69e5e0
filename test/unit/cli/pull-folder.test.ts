import {
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileHost, generatedBytes, startFileHost } from '../../support/file-host.ts';
import { newFolder } from '../../support/new-folder.ts';
import { canProtect, protect } from '../../support/protect.ts';
import { type ServedRecords, serveRecords } from './served-records.ts';
import { modelref, type TerminalOfTest } from './terminal.ts';

let host: FileHost;
let registry: ServedRecords;
let outside: string;
let folder: string;
const bytesOf = {
  a: generatedBytes(2_000, 1),
  b: generatedBytes(3_000, 2),
  c: generatedBytes(4_000, 3),
} as const;

beforeEach(async () => {
  [host, registry] = [await startFileHost(), await serveRecords()];
  outside = newFolder();
  folder = join(outside, 'models');
  registry.records = { clip: { a: record('a'), b: record('b') } };
});
afterEach(async () => {
  await host[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
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
      expect([code, printed.at(-1)]).toEqual([0, '1 fetched, 1 already present, 0 failed.']);
      expect(host.asked.map(({ name }) => name)).toEqual(['a']);
      expect([await isRight('a'), (await pull('--check')).printed]).toEqual([
        true,
        ['0 fetched, 2 already present, 0 failed.'],
      ]);
    },
  );

  test('fails while a damaged file cannot be had, keeps it, and what has been seen is not forgotten', async () => {
    await damage(at('a.pt'));
    host.faults = { status: 404 };
    const { code, printed, noted } = await pull('--check');
    expect([code, printed.at(-1), noted]).toEqual([
      1,
      '0 fetched, 1 already present, 1 failed.',
      [
        'Fetching clip/a.pt (2.00 kB)',
        expect.stringContaining('Not fetched: clip/a.pt: '),
        'Files that could not be fetched: 1',
      ],
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
    expect([code, printed.at(-1)]).toEqual([0, '2 fetched, 0 already present, 0 failed.']);
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
      '0 fetched, 1 already present, 1 failed.',
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
      expect([code, noted.join()]).toEqual([1, expect.stringContaining('a folder of this name exists')]);
    }
    expect([await readdir(at('a.pt')), host.asked]).toEqual([['theirs'], []]);
  });
});

describe('--prune', () => {
  const inFolder = async () => (await readdir(join(folder, 'clip'))).sort();
  const prune = (...words: string[]) => pull('--name', 'a', '--prune', ...words);

  test("never removes somebody's own file, also when it has the bytes of a record", async () => {
    await mkdir(at(), { recursive: true });
    await writeFile(at('b.pt'), bytesOf.b);
    expect((await pull()).printed.at(-1)).toBe('1 fetched, 1 already present, 0 failed.');
    expect((await pull('--check')).printed.at(-1)).toBe('0 fetched, 2 already present, 0 failed.');
    expect([(await prune()).code, await inFolder()]).toEqual([0, ['a.pt', 'b.pt']]);
    // Nor is it replaced when its record gets other bytes.
    registry.records = { clip: { b: record('c', 'b.pt') } };
    expect([(await pull()).code, await isRight('b')]).toEqual([1, true]);
  });

  test.each([
    ['the same bytes', async (path: string) => writeFile(path, bytesOf.b)],
    ['a second name of their own file', async (path: string) => link(join(outside, 'theirs'), path)],
    ['a link to their own file', async (path: string) => symlink(join(outside, 'theirs'), path)],
    ['a folder', async (path: string) => mkdir(path)],
  ])('never removes what somebody has put in the place of a file: %s', async (_, put) => {
    await pull();
    const { atime, mtime } = await stat(at('b.pt'));
    await writeFile(join(outside, 'theirs'), bytesOf.b);
    await utimes(join(outside, 'theirs'), atime, mtime);
    await rename(at('b.pt'), join(outside, 'moved.pt'));
    await put(at('b.pt'));
    await utimes(at('b.pt'), atime, mtime);
    const { code, printed, noted } = await prune();
    expect([code, await inFolder(), printed.join()]).toEqual([
      0,
      ['a.pt', 'b.pt'],
      expect.not.stringContaining('Removed'),
    ]);
    expect(noted.join()).toContain('clip/b.pt stays: ');
    expect((await readFile(join(outside, 'theirs'))).equals(bytesOf.b)).toBe(true);
  });

  test('never goes through a link, however deep, and also not when the files are its own', async () => {
    registry.records = { clip: { a: record('a'), b: record('b', 'deep/er/b.pt') } };
    await pull();
    await rename(at('deep'), join(outside, 'shared'));
    await symlink(join(outside, 'shared'), at('deep'));
    const { code, noted } = await prune();
    expect([code, noted.join()]).toEqual([
      0,
      expect.stringContaining('clip/deep/er/b.pt stays: clip/deep is a link'),
    ]);
    expect(await readdir(join(outside, 'shared/er'))).toEqual(['b.pt']);
    await rm(at('deep'));
    await rename(join(outside, 'shared'), at('deep'));
    expect([(await prune()).printed[1], await inFolder()]).toEqual(['Removed clip/deep/er/b.pt', ['a.pt']]);
  });

  test('never goes through a link in the place of the folder of a category', async () => {
    await pull();
    await rename(at(), join(outside, 'shared'));
    await symlink(join(outside, 'shared'), at());
    // Nothing can be put there; that it was there already is right.
    await prune();
    expect(await readdir(join(outside, 'shared'))).toContain('b.pt');
  });

  test.each([
    ['longer', async () => writeFile(at('b.pt'), 'mine', { flag: 'a' })],
    ['of another time', async () => utimes(at('b.pt'), 1, 1)],
    ['empty', async () => truncate(at('b.pt'))],
  ])('leaves a file that somebody has made %s', async (_, write) => {
    await pull();
    await write();
    expect([(await prune()).noted.join(), await inFolder()]).toEqual([
      expect.stringContaining('clip/b.pt stays: '),
      ['a.pt', 'b.pt'],
    ]);
  });

  test('leaves what an older version has noted, and says so', async () => {
    await pull();
    const notes = join(folder, '.modelref/placed.json');
    const placed = JSON.parse(await readFile(notes, 'utf8'));
    for (const each of Object.values<Record<string, unknown>>(placed)) {
      delete each.device;
      delete each.inode;
    }
    await writeFile(notes, JSON.stringify(placed));
    const { code, noted } = await prune();
    expect([code, noted.join(), await inFolder()]).toEqual([
      0,
      expect.stringContaining('clip/b.pt stays: it was not written by pull'),
      ['a.pt', 'b.pt'],
    ]);
    expect((await pull()).printed.at(-1)).toBe('0 fetched, 2 already present, 0 failed.');
  });

  test('takes what pull has put there for its own, also when the disk has another number after a restart', async () => {
    await pull();
    const notes = join(folder, '.modelref/placed.json');
    const placed = JSON.parse(await readFile(notes, 'utf8'));
    for (const each of Object.values<Record<string, unknown>>(placed)) each.device = 1;
    await writeFile(notes, JSON.stringify(placed));
    registry.records = { clip: { a: record('c', 'a.pt') } };
    expect([(await pull('--prune')).code, await inFolder()]).toEqual([0, ['a.pt']]);
    expect((await readFile(at('a.pt'))).equals(bytesOf.c)).toBe(true);
  });

  test.each([['../b.pt'], ['b\u0000.pt'], [null], [undefined]])(
    'leaves the files of a category in which a chosen model has the file name %j',
    async (file_name) => {
      registry.records = { clip: { a: record('a'), b: record('b') }, esrgan: { c: record('c') } };
      await pull();
      await pullOf('esrgan', []);
      registry.records = { clip: { a: record('a'), b: record('b', undefined, { file_name }) } };
      const { code, printed, noted } = await pull('--prune');
      expect([code, noted.join(), await inFolder()]).toEqual([
        0,
        expect.stringContaining('clip/b.pt stays: '),
        ['a.pt', 'b.pt'],
      ]);
      expect(printed).toContain('Removed esrgan/c.pt');
    },
  );

  test.each([[{ download: null }], [{ download: { a: 1 } }], [null], ['none']])(
    'leaves the files of a category in which the files of a chosen model cannot be read: %j',
    async (config) => {
      await pull();
      registry.records = { clip: { a: record('a'), b: { name: 'b', config } } };
      const { code, noted } = await pull('--prune');
      expect([code, noted.join(), await inFolder()]).toEqual([
        0,
        expect.stringMatching(/Left out: clip b: config.*clip\/b\.pt stays: /),
        ['a.pt', 'b.pt'],
      ]);
    },
  );

  test('leaves the file of a model whose record has another name now, and lets nothing be fetched', async () => {
    await pull();
    registry.records = { clip: { a: record('a'), b: record('b', 'new.pt', { sha256sum: 'FIXME' }) } };
    const { code, noted } = await pull('--prune');
    expect([code, noted.join(), await inFolder()]).toEqual([
      0,
      expect.stringContaining('clip/b.pt stays: its model b now has files'),
      ['a.pt', 'b.pt'],
    ]);
    registry.records = { clip: { a: record('a'), b: record('b', 'new.pt') } };
    expect([(await pull('--prune')).code, await inFolder()]).toEqual([0, ['a.pt', 'new.pt']]);
  });

  describe('of more than half of what pull has put there', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, record('b', `${at}.pt`)]));
    beforeEach(async () => {
      registry.records = { clip: { ...many(8), a: record('a') } };
      await pull();
    });

    test('removes none where nobody can be asked, until somebody says yes', async () => {
      const before = await inFolder();
      registry.records = { clip: { m0: record('b', '0.pt'), a: record('a') } };
      for (const _ of ['once', 'again']) {
        const { code, noted, printed } = await pull('--prune', '--json');
        expect([code, noted.join(), JSON.parse(printed.join('')).removed, await inFolder()]).toEqual([
          1,
          expect.stringContaining('7 of the 9 files that pull has placed, more than half'),
          [],
          before,
        ]);
      }
      expect([(await pull('--prune', '--yes')).code, await inFolder()]).toEqual([0, ['0.pt', 'a.pt']]);
    });
  });

  test('removes parts that nobody needs any more, and nothing else among them', async () => {
    await pull();
    const parts = join(folder, '.modelref/parts');
    const [theirs, old] = [join(outside, 'theirs'), 'e'.repeat(64)];
    await writeFile(theirs, 'theirs');
    for (const name of [old, `${old}.etag`, 'notes.txt']) await writeFile(join(parts, name), 'part');
    await symlink(theirs, join(parts, 'f'.repeat(64)));
    await mkdir(join(parts, 'd'.repeat(64)));
    const kept = ['d'.repeat(64), 'f'.repeat(64), 'notes.txt'];
    const all = [...kept, old, `${old}.etag`].sort();
    await pull();
    await pull('--prune', '--dry-run');
    await pullOf('clip', ['--name', 'a', '--prune'], { printsToTerminal: true, confirm: async () => false });
    expect((await readdir(parts)).sort()).toEqual(all);
    expect([(await pull('--prune')).code, (await readdir(parts)).sort()]).toEqual([0, kept]);
    expect(await readFile(theirs, 'utf8')).toBe('theirs');
    await rm(parts, { recursive: true });
    await mkdir(join(outside, 'elsewhere'));
    await writeFile(join(outside, 'elsewhere', old), 'theirs');
    await symlink(join(outside, 'elsewhere'), parts);
    expect([(await pull('--prune')).code, await readdir(join(outside, 'elsewhere'))]).toEqual([0, [old]]);
  });

  test('is refused when none of the most used models is one of the category', async () => {
    registry.records = { clip: { a: record('a') }, esrgan: { b: record('b') } };
    await pullOf('clip', []);
    await pullOf('esrgan', []);
    registry.popular = '[{"name":"a"}]';
    const refusal = [1, expect.stringMatching(/no usage of the models of .*'esrgan'/)];
    const { code, noted } = await pull('--category', 'esrgan', '--most-used', '5', '--prune');
    expect([code, noted.join()]).toEqual(refusal);
    registry.popular = '[]';
    const other = await pull('--category', 'esrgan', '--most-used', '5');
    expect([other.code, other.noted.join()]).toEqual(refusal);
    expect(await readdir(join(folder, 'esrgan'))).toEqual(['b.pt']);
  });

  test.skipIf(!canProtect)('does not take a file for removed that the system does not let go', async () => {
    registry.records = { clip: { a: record('a'), b: record('b'), c: record('c') } };
    await pull();
    protect(at('b.pt'));
    const { code, printed } = await prune('--json');
    protect(at('b.pt'), false);
    const { removed, kept } = JSON.parse(printed.join(''));
    expect([code, removed, kept, await inFolder()]).toEqual([
      0,
      ['clip/c.pt'],
      [expect.stringContaining('clip/b.pt stays: EPERM')],
      ['a.pt', 'b.pt'],
    ]);
    expect([(await prune()).printed[1], await inFolder()]).toEqual(['Removed clip/b.pt', ['a.pt']]);
  });

  test.each([
    ['cannot be written', (notes: string) => mkdir(`${notes}.new`)],
    [
      'say of a file before what is none',
      async (notes: string) => {
        const placed = JSON.parse(await readFile(notes, 'utf8'));
        placed['clip/none.pt'] = { ...placed['clip/b.pt'], inode: 1, before: null };
        await writeFile(notes, JSON.stringify(placed));
        await writeFile(at('none.pt'), 'theirs');
      },
    ],
  ])('goes on when its notes %s', async (_, spoil) => {
    registry.records = { clip: { a: record('a'), b: record('b'), c: record('c') } };
    await pull();
    await spoil(join(folder, '.modelref/placed.json'));
    const { code, printed } = await prune();
    expect([code, printed.filter((line) => line.startsWith('Removed')).sort()]).toEqual([
      0,
      ['Removed clip/b.pt', 'Removed clip/c.pt'],
    ]);
  });

  test('leads nowhere that the notes name and no pull has put anything', async () => {
    await pull();
    const theirs = join(outside, 'theirs');
    await writeFile(theirs, 'theirs');
    const { dev: device, ino: inode, size: bytes, mtimeMs } = await stat(theirs);
    const notes = join(folder, '.modelref/placed.json');
    const placed = JSON.parse(await readFile(notes, 'utf8'));
    placed['../theirs'] = { sha256: 'f', bytes, mtimeMs, device, inode };
    placed['clip/none.pt'] = null;
    await writeFile(notes, JSON.stringify(placed));
    await prune();
    expect([await readFile(theirs, 'utf8'), await inFolder()]).toEqual(['theirs', ['a.pt']]);
  });

  test('shows what it removes, and asks on a terminal', async () => {
    await pull();
    const asked: string[] = [];
    const answering = (answer: boolean): TerminalOfTest => ({
      printsToTerminal: true,
      confirm: async (question) => {
        asked.push(question);
        return answer;
      },
    });
    const words = ['--name', 'a', '--prune'];
    const no = await pullOf('clip', words, answering(false));
    expect([no.code, no.printed, asked]).toEqual([
      0,
      ['clip/b.pt  would be removed', '0 fetched, 1 already present, 0 failed.'],
      ['Remove 1 of the 2 files that pull has placed?'],
    ]);
    expect(await inFolder()).toEqual(['a.pt', 'b.pt']);
    await pullOf('clip', [...words, '--dry-run'], answering(true));
    await pullOf('clip', [...words, '--check', '--name', 'b'], answering(true));
    expect([asked.length, await inFolder()]).toEqual([1, ['a.pt', 'b.pt']]);
    const yes = await pullOf('clip', words, answering(true));
    expect([yes.printed[0], yes.printed[1], asked.length]).toEqual([
      'clip/b.pt  would be removed',
      'Removed clip/b.pt',
      2,
    ]);
    expect(await inFolder()).toEqual(['a.pt']);
  });

  test('does not ask with --yes, nor where nobody reads along', async () => {
    const confirm = async () => {
      throw new Error('asked');
    };
    await pull();
    expect(
      (await pullOf('clip', ['--name', 'a', '--prune', '--yes'], { printsToTerminal: true, confirm })).code,
    ).toBe(0);
    expect(await inFolder()).toEqual(['a.pt']);
    await pull();
    const { printed } = await pullOf('clip', ['--name', 'a', '--prune', '--json'], { confirm });
    expect(JSON.parse(printed.join(''))).toMatchObject({ removed: ['clip/b.pt'], kept: [] });
  });

  test('removes nothing while a file could not be fetched', async () => {
    await pull('--name', 'b');
    host.faults = { status: 404 };
    const failed = await prune();
    expect([failed.code, failed.noted.join(), await inFolder()]).toEqual([
      1,
      expect.stringContaining('Nothing was removed, because not all files were downloaded.'),
      ['b.pt'],
    ]);
    host.faults = {};
    expect([(await prune()).code, await inFolder()]).toEqual([0, ['a.pt']]);
  });

  test('leaves a file that is chosen, though its record does not let it be fetched any more', async () => {
    await pull();
    registry.records = { clip: { a: record('a'), b: record('b', undefined, { sha256sum: 'FIXME' }) } };
    expect([(await pull('--prune')).code, await inFolder()]).toEqual([0, ['a.pt', 'b.pt']]);
    registry.records = { clip: { a: record('a'), b: record('b', undefined, { size_bytes: undefined }) } };
    const words = ['--prune', '--budget', '1GB'];
    expect((await pull(...words, '--dry-run')).noted.join()).toContain('the size of clip/b.pt is unknown');
    expect((await pull(...words)).code).toBe(0);
    expect(await inFolder()).toEqual(['a.pt', 'b.pt']);
  });

  test('leaves a file that a chosen name leads to', async () => {
    await pull();
    await symlink('b.pt', at('c.pt'));
    registry.records = { clip: { a: record('a'), b: record('b', 'c.pt') } };
    expect([(await pull('--prune')).code, await inFolder()]).toEqual([0, ['a.pt', 'b.pt', 'c.pt']]);
  });

  test.each([
    [
      'a category without a model',
      () => void Object.assign(registry, { records: { clip: {} } }),
      [],
      "no models in 'clip'",
    ],
    ['an unknown usage', () => {}, ['--most-used', '5'], "no usage of the models of 'clip'"],
    ['a tag that nothing has', () => {}, ['--tag', 'animee'], 'no file is selected'],
    ['a baseline that nothing has', () => {}, ['--baseline', 'sdlx'], 'no file is selected'],
    ['a budget of nothing', () => {}, ['--budget', '1B'], 'no file is selected'],
    ['an answer that is cut', () => void registry.cut.add('clip'), [], ''],
  ])('is refused with %s: nothing is removed', async (_, change, words, text) => {
    await pull();
    change();
    const { code, noted } = await pull('--prune', ...words);
    expect([code === 0, noted.join(), await inFolder()]).toEqual([
      false,
      expect.stringContaining(text),
      ['a.pt', 'b.pt'],
    ]);
    await pull('--prune', '--dry-run', ...words);
    expect(await inFolder()).toEqual(['a.pt', 'b.pt']);
  });
});

test('a file of its own in the place of a folder, or the other way round, stays and is named', async () => {
  const [flat, deep] = [record('a', 'x'), record('b', 'x/1/2')];
  for (const [first, second, text] of [
    [flat, deep, 'clip/x is a file that pull may not replace'],
    [deep, flat, 'clip/x was not written: a folder of this name exists'],
  ] as const) {
    registry.records = { clip: { a: first } };
    await pull();
    const before = await readdir(at(), { recursive: true });
    registry.records = { clip: { a: second } };
    for (const words of [[], ['--replace'], ['--prune']]) {
      const { code, noted } = await pull(...words);
      expect([code, noted.join()]).toEqual([1, expect.stringContaining(text)]);
    }
    expect(await readdir(at(), { recursive: true })).toEqual(before);
    await rm(at(), { recursive: true });
  }
});

describe('a record that cannot be placed', () => {
  const long = `${'n'.repeat(300)}.pt`;

  test.each([
    ['a name of 300 characters', () => record('b', long), 'ENAMETOOLONG'],
    ['a folder of 300 characters', () => record('b', `${'n'.repeat(300)}/b.pt`), 'ENAMETOOLONG'],
    [
      'a path of 5,000 characters',
      () => record('b', `${'n'.repeat(99)}/`.repeat(50).concat('b')),
      'ENAMETOOLONG',
    ],
  ])('fails by itself: %s', async (_, bad, text) => {
    registry.records = { clip: { a: record('a'), c: record('c', 'c/c.pt'), b: bad() } };
    expect((await pull('--dry-run')).code).toBe(0);
    for (const there of ['2 fetched, 0 already present', '0 fetched, 2 already present']) {
      const { code, printed, noted } = await pull('--check');
      expect([code, printed.at(-1), noted.join()]).toEqual([
        1,
        `${there}, 1 failed.`,
        expect.stringContaining(text),
      ]);
      expect([await isRight('a'), await isRight('c', 'c/c.pt')]).toEqual([true, true]);
    }
  });

  test.each([
    ['a file where another has a folder', 'a.pt/b.bin', 'clip/a.pt, which a requires'],
    ['a folder where another has a file', 'c', 'clip/c/c.pt, which c requires'],
  ])('is left out: %s', async (_, path, text) => {
    registry.records = { clip: { a: record('a'), c: record('c', 'c/c.pt'), b: record('b', path) } };
    const { code, printed, noted } = await pull();
    expect([code, printed.at(-1), noted.join()]).toEqual([
      0,
      '2 fetched, 0 already present, 0 failed.',
      expect.stringContaining(text),
    ]);
  });

  test('leaves what is there of somebody: a file where a folder has to be, a folder where a file has to be', async () => {
    await mkdir(at('c.pt'), { recursive: true });
    await writeFile(at('deep'), 'theirs');
    registry.records = { clip: { a: record('a'), b: record('b', 'deep/b.pt'), c: record('c') } };
    const { code, printed, noted } = await pull('--replace');
    expect([code, printed.at(-1)]).toEqual([1, '1 fetched, 0 already present, 2 failed.']);
    expect(noted.join()).toMatch(/clip\/deep\/b\.pt.*clip\/c\.pt|clip\/c\.pt.*clip\/deep\/b\.pt/);
    expect(await readFile(at('deep'), 'utf8')).toBe('theirs');
  });

  test('is not written through a link in the own folder of pull', async () => {
    await writeFile(join(outside, 'theirs'), 'theirs');
    await mkdir(join(folder, '.modelref/parts'), { recursive: true });
    await symlink(join(outside, 'theirs'), join(folder, '.modelref/parts', download('b').sha256sum));
    const { code, printed } = await pull();
    expect([code, printed.at(-1)]).toEqual([1, '1 fetched, 0 already present, 1 failed.']);
    expect(await readFile(join(outside, 'theirs'), 'utf8')).toBe('theirs');
  });

  test('has its ETag not written through a link either', async () => {
    await writeFile(join(outside, 'theirs'), 'theirs');
    await mkdir(join(folder, '.modelref/parts'), { recursive: true });
    const part = join(folder, '.modelref/parts', download('b').sha256sum);
    await symlink(join(outside, 'theirs'), `${part}.etag`);
    expect((await pull()).code).toBe(0);
    expect(await readFile(join(outside, 'theirs'), 'utf8')).toBe('theirs');
  });

  test('is left out when it differs from another only as some disks do not tell apart', async () => {
    registry.records = { clip: { a: record('a', 'caf\u00e9.pt'), b: record('b', 'cafe\u0301.pt') } };
    const { printed, noted } = await pull();
    expect([printed.at(-1), noted.join()]).toEqual([
      '1 fetched, 0 already present, 0 failed.',
      expect.stringContaining('is required with different content by a'),
    ]);
  });

  test.each([['.modelref'], ['.ModelRef/parts']])(
    'nothing is put into the own folder of pull: %s',
    async (name) => {
      const { code, noted } = await pull('--folder', `clip=${name}`);
      expect([code, noted.join()]).toEqual([
        2,
        expect.stringContaining('.modelref, which is reserved for pull'),
      ]);
    },
  );

  test.each([
    [null],
    ['odd'],
    [{}],
    [{ file_name: 5, file_url: 6, sha256sum: 7, size_bytes: '8' }],
    [{ file_name: 'x.pt', sha256sum: 'a'.repeat(64) }],
  ])('is left out when it is no file at all: %j', async (odd) => {
    registry.records = {
      clip: {
        a: record('a'),
        odd: modelOf(odd),
        worse: { name: 'w', config: { download: 'odd' } },
        none: { config: 5 },
        bare: { name: 'bare' },
      },
    };
    const { code, printed, noted } = await pull('--sizes');
    expect([code, printed.at(-1), noted.join()]).toEqual([
      0,
      '1 fetched, 0 already present, 0 failed.',
      expect.stringContaining('Left out: clip odd: '),
    ]);
  });

  test('does not stop the others by a size that no disk has', async () => {
    registry.records = { clip: { a: record('a'), b: record('b', 'b.pt', { size_bytes: 1e15 }) } };
    host.faults = {};
    const { code, printed } = await pull();
    expect([code, printed.at(-1)]).toEqual([0, '2 fetched, 0 already present, 0 failed.']);
  });
});

describe('what happens is told', () => {
  test('where there is no terminal, by a line for each file and each retry', async () => {
    registry.records = { clip: { a: record('a') } };
    host.faults = { status: 503 };
    const { code, noted } = await pull();
    expect([code, noted.slice(0, 2), noted.filter((line) => line.includes('again in')).length]).toEqual([
      1,
      ['Fetching clip/a.pt (2.00 kB)', 'clip/a.pt is asked for again in 1 s: it answered 503'],
      3,
    ]);
  });

  test('a file that is larger than its record says is there, and the record is named', async () => {
    const large = {
      ...download('a', 'a.pt', { size_bytes: 9 }),
      sha256sum: host.put('a', generatedBytes(3_000_000, 5)),
    };
    registry.records = { clip: { a: modelOf(large) } };
    const { code, printed, noted } = await pull();
    expect([code, printed.at(-1), noted.at(-1)]).toEqual([
      0,
      '1 fetched, 0 already present, 0 failed.',
      'clip/a.pt has a wrong size in the record of a: 9 bytes; the file with its SHA-256 has 3000000.',
    ]);
  });

  test.each([
    ['a list', '[1]'],
    ['no JSON', '<html>\n<body>'],
    ['records that are none', '{"a":null,"b":5,"c":["d"]}'],
    ['null', 'null'],
  ])('a registry of another shape, in words: %s', async (_, text) => {
    registry.text = text;
    const { noted } = await pull();
    registry.text = undefined;
    registry.popular = text;
    noted.push(...(await pull('--most-used', '3')).noted);
    expect(noted.join('\n')).not.toMatch(/TypeError|\n {4}at |\\u000a/);
  });
});

describe('a file of which nobody says the size', () => {
  const parts = () => readdir(join(folder, '.modelref/parts'));

  test.each([
    ['endless', { endless: true }],
    ['endless and cut again and again', { endless: true, cutAfter: 300_000 }],
    ['told as larger', { tells: 1e6 }],
  ])('is given up at a bound, and nothing of it stays: %s', async (_, faults) => {
    registry.records = { clip: { a: record('a', 'a.pt', { size_bytes: undefined }) } };
    host.faults = faults;
    const { code, noted } = await pull('--largest-unknown', '1MB');
    expect([code, noted.join(), await parts()]).toEqual([
      1,
      expect.stringMatching(/clip\/a\.pt: .* 1000000 bytes/),
      [],
    ]);
    expect(host.sent).toBeLessThan(30_000_000);
    host.faults = {};
    expect([(await pull('--largest-unknown', '1MB')).code, await isRight('a')]).toEqual([0, true]);
  });

  test('is bounded also when its record says a small size', async () => {
    registry.records = { clip: { a: record('a') } };
    host.faults = { endless: true };
    expect([(await pull()).code, await parts()]).toEqual([1, []]);
  });

  test('leaves its part where that can be continued', async () => {
    registry.records = { clip: { a: record('a') } };
    host.faults = { lies: true, cutAfter: 0 };
    expect([(await pull()).code, await parts()]).toEqual([1, []]);
    host.faults = { cutAfter: 300 };
    expect([(await pull()).code, (await parts()).length > 0]).toEqual([1, true]);
    host.faults = {};
    expect([(await pull()).code, await parts(), await isRight('a')]).toEqual([0, [], true]);
    expect(host.asked.at(-1)?.from).toBeGreaterThan(0);
  });
});
