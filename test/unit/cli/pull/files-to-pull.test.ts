import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModelRecord } from '../../../../client/src/index.ts';
import { listFilesToPull } from '../../../../src/cli/pull/files-to-pull.ts';

const hash = (digit: string) => digit.repeat(64);
const file = (file_name: string, sha256sum = hash('a'), size_bytes?: number) => ({
  file_name,
  file_url: `https://example.com/${sha256sum.slice(0, 4)}`,
  sha256sum,
  ...(size_bytes !== undefined && { size_bytes }),
});
const model = (name: string, ...download: object[]) => ({
  category: 'clip',
  name,
  record: { name, record_type: 'clip', config: { download } } as unknown as ModelRecord,
});
const folderOf = (category: string) => category;

test('no name of a record leads out of the folder', () => {
  const part = fc.constantFrom('..', '.', '', '~', 'a', 'C:', '\\', '/', 'x\u0000y', 'ok', '\u202e');
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('/', '\\', ''),
      (parts, by) => {
        const { files } = listFilesToPull([model('m', file(parts.join(by)))], { folderOf });
        for (const { path } of files) {
          expect(path.startsWith('clip/')).toBe(true);
          expect(relative('/root', join('/root', path))).toBe(path);
          expect(path).not.toMatch(/[\\\0\u202e]|^[~/]|(^|\/)\.\.(\/|$)/);
        }
      },
    ),
    { numRuns: 300 },
  );
});

describe('a file', () => {
  test('that several models need is wanted once, from all addresses of its bytes', () => {
    const other = { ...file('elsewhere.pt'), file_url: 'https://mirror.example/f' };
    const { files } = listFilesToPull([model('a', file('x.pt')), model('b', file('x.pt'))], {
      folderOf,
      others: [model('c', other)],
    });
    expect(files).toEqual([
      {
        path: 'clip/x.pt',
        sha256: hash('a'),
        bytes: null,
        statedBytes: null,
        mostBytes: 20 * 2 ** 30,
        mostAnnounced: 20 * 2 ** 30,
        urls: ['https://example.com/aaaa', 'https://mirror.example/f'],
        models: ['a', 'b'],
      },
    ]);
  });

  test.each([
    ['without a hash', file('x.pt', 'FIXME'), 'has no SHA-256'],
    ['with a bad name', file('../x.pt'), "has the path segment '..'"],
    ['without an address', { ...file('x.pt'), file_url: '' }, 'the URL of x.pt is not valid'],
  ])('%s is left out, and said', (_, download, text) => {
    const { files, problems } = listFilesToPull([model('m', download)], { folderOf });
    expect([files, problems]).toEqual([[], [expect.stringContaining(text)]]);
  });

  test('of the same name with other bytes is left out, also where only case differs', () => {
    const { files, problems } = listFilesToPull(
      [model('a', file('x.pt')), model('b', file('X.pt', hash('b')))],
      {
        folderOf,
      },
    );
    expect(files.map(({ path }) => path)).toEqual(['clip/x.pt']);
    expect(problems).toEqual(['clip b: clip/X.pt is required with different content by a']);
  });
});

describe('of a file at most so many bytes are read', () => {
  const most = (options: object, ...downloads: object[]) => {
    const models = downloads.map((each, at) => model(`m${at}`, each));
    return listFilesToPull(models, { folderOf, ...options }).files.map(({ mostBytes }) => mostBytes);
  };
  const gib = 2 ** 30;

  test('twice what its record says', () => {
    expect(most({}, file('a', hash('a'), 100))).toEqual([200 + 2 ** 20]);
    // The host says more, and is not asked for more.
    expect(most({ sizes: new Map([[hash('a'), 900]]) }, file('a', hash('a'), 100))).toEqual([200 + 2 ** 20]);
  });

  test('20 GiB when no record says anything, whatever its host says', () => {
    expect(most({}, file('a'))).toEqual([20 * gib]);
    expect(most({ sizes: new Map([[hash('a'), 90 * gib]]) }, file('a'))).toEqual([20 * gib]);
  });

  test('twice the largest known one of its category, chosen or not, when that is more', () => {
    const other = model('o', file('o', hash('c'), 30 * gib));
    expect(most({}, file('a'), file('b', hash('b'), 15 * gib))[0]).toBe(30 * gib);
    expect(most({ others: [other] }, file('a'))).toEqual([60 * gib]);
    expect(most({ others: [{ ...other, category: 'blip' }] }, file('a'))).toEqual([20 * gib]);
    expect(most({ others: [model('o', { ...file('o'), size_bytes: '9' })] }, file('a'))).toEqual([20 * gib]);
  });

  test('as somebody says', () => {
    expect(most({ largestUnknown: 5 }, file('a'), file('b', hash('b'), 100))).toEqual([5, 200 + 2 ** 20]);
  });
});

test('a budget takes whole models in their order, smaller ones behind those that do not fit', () => {
  const { files, leftOut } = listFilesToPull(
    [
      model('a', file('a', hash('a'), 60)),
      model('b', file('b', hash('b'), 50)),
      model('c', file('c', hash('c'), 30)),
      model('d', file('d', hash('d'))),
      model('e', file('a', hash('a'), 60), file('e', hash('e'), 10)),
    ],
    { folderOf, budget: 100 },
  );
  expect(files.map(({ path }) => path)).toEqual(['clip/a', 'clip/c', 'clip/e']);
  expect(leftOut).toEqual([
    'b (50 B, and 40 B are left)',
    'd (the size of clip/d is unknown; --sizes asks the hosts)',
  ]);
});
