import { createHash } from 'node:crypto';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { type FileHost, generatedBytes, startFileHost } from '../../../support/file-host.ts';
import { keys } from '../../../support/identity-server.ts';
import { newFolder } from '../../../support/new-folder.ts';
import { modelref } from '../terminal.ts';

let app: TestApp;
let host: FileHost;
let folder: string;
let notes: string;
let listening: string;
const bytes = generatedBytes(1_000_000, 1);
const actual = createHash('sha256').update(bytes).digest('hex');

/** Of the model of each test: the others are not chosen, and state other hashes. */
let [number, wrong, stated] = [0, '', ''];

beforeAll(async () => {
  app = await startTestApp();
  listening = await app.service.listen();
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(async () => {
  number += 1;
  [wrong, stated] = [`wrong ${number}`, String(number).padStart(64, 'a')];
  host = await startFileHost();
  folder = newFolder();
  notes = join(folder, '.modelref/other-content.json');
  host.put('f', bytes);
  await seed({});
});
afterEach(() => host[Symbol.asyncDispose]());

const seed = (more: object, name = wrong) =>
  app.seed('clip', {
    name,
    description: 'Kept.',
    config: {
      download: [
        { file_name: `${name}.pt`, file_url: host.url('f'), sha256sum: stated, size_bytes: 5, ...more },
      ],
    },
  });
const pull = (key: string | null, ...words: string[]) => pullModel(wrong, key, ...words);
const pullModel = (name: string, key: string | null, ...words: string[]) =>
  modelref(
    ['pull', folder, '--category', 'clip', '--name', name, '--allow-host', '127.0.0.1', '--json', ...words],
    { MODELREF_SERVER: listening, ...(key && { MODELREF_KEY: key }) },
  );
const proposals = async () => {
  const path = '/api/model_references/v2/pending_queue/changes?statuses=pending';
  const { items } = (await app.get(path, { key: keys.approver })).json();
  return items.filter(({ model_name }: { model_name: string }) => model_name.endsWith(` ${number}`));
};
const lineOf = (end: string) =>
  `clip/${wrong}.pt: the record of ${wrong} has SHA-256 ${stated}, ${host.url('f')} has ${actual} (1000000 bytes)${end}`;

test('content with another hash is read once, printed each time, and read again when its ETag changes', async () => {
  const first = await pull(null);
  expect([first.code, first.noted]).toEqual([1, expect.arrayContaining([lineOf('.')])]);
  const read = host.sent;
  const again = await pull(null);
  expect(again.noted).toContain(lineOf('; read by an earlier pull, and unchanged since.'));
  expect(JSON.parse(again.printed.join('')).otherContent).toMatchObject([{ sha256: actual, isRead: false }]);
  expect([again.code, host.sent]).toEqual([1, read]);
  host.put('f', generatedBytes(1_000, 2));
  await pull(null);
  expect(host.sent).toBe(read + 1_000);
});

test('a host without ETags is read each time', async () => {
  host.faults = { nameless: true };
  await pull(null);
  await pull(null);
  expect(host.sent).toBe(2 * bytes.length);
  expect((await pull(keys.requestor, '--propose')).code).toBe(1);
  expect(await proposals()).toEqual([]);
});

test('a host that cuts every answer is given up after two passes, and what both gave is noted', async () => {
  host.faults = { cutAfter: 400_000 };
  expect((await pull(null)).noted).toContain(lineOf('.'));
  const asked = host.asked.length;
  await pull(null);
  expect(host.asked).toHaveLength(asked + 1);
});

test('a corrected record is fetched, and another wrong hash is not', async () => {
  await pull(null);
  const read = host.sent;
  const put = async (sha256sum: string) => {
    const download = [{ file_name: `${wrong}.pt`, file_url: host.url('f'), sha256sum }];
    await app.change('PUT', `/clip/model/${wrong}`, { name: wrong, config: { download } });
  };
  await put('b'.repeat(64));
  await pull(null);
  expect(host.sent).toBe(read);
  await put(actual);
  expect((await pull(null)).code).toBe(0);
  expect(await readdir(join(folder, 'clip'))).toEqual([`${wrong}.pt`]);
});

describe('--propose', () => {
  test('queues the hash that this run has read, once, also for a second model of the file', async () => {
    const copy = `copy ${number}`;
    await seed({ file_name: 'copy.pt' }, copy);
    const { noted } = await pull(keys.requestor, '--propose', '--name', copy);
    expect(host.sent).toBe(bytes.length);
    expect(noted.filter((line) => line.includes('queued for review'))).toHaveLength(2);
    expect(await proposals()).toMatchObject([
      {
        operation: 'update',
        model_name: wrong,
        payload: {
          description: 'Kept.',
          config: { download: [{ sha256sum: actual, size_bytes: bytes.length }] },
        },
      },
      { model_name: copy },
    ]);
    await pull(keys.requestor, '--propose', '--name', copy);
    expect([host.sent, (await proposals()).length]).toEqual([bytes.length, 2]);
    await rm(notes);
    expect((await pull(keys.requestor, '--propose', '--name', copy)).noted.join()).toContain(
      'Not proposed again',
    );
    expect(await proposals()).toHaveLength(2);
  });

  const forged = (more: object = {}) => ({
    [`clip/${wrong}.pt`]: {
      contents: [{ url: host.url('f'), etag: `"${actual}"`, sha256: 'e'.repeat(64), bytes: 1, ...more }],
    },
  });
  test.each([
    ['a forged hash', () => forged(), [actual]],
    ['a forged hash that was proposed before', () => forged({ proposedFor: stated }), []],
    ['an ETag with a line break', () => forged({ etag: '"a\r\nx: y"' }), [actual]],
    ['no content', () => ({ [`clip/${wrong}.pt`]: null, x: 3 }), [actual]],
    ['lists of others', () => ({ [`clip/${wrong}.pt`]: { contents: [null, 1, {}] } }), [actual]],
  ])('with notes of %s never proposes what it has not read', async (_, content, hashes) => {
    await pull(null);
    await writeFile(notes, JSON.stringify(content()));
    await pull(keys.requestor, '--propose');
    const proposed = (await proposals()).map(
      (change: { payload: { config: { download: { sha256sum: string }[] } } }) =>
        change.payload.config.download[0]?.sha256sum,
    );
    expect(proposed).toEqual(hashes);
  });

  test.each([
    ['a web page', { type: 'text/html; charset=utf-8' }, bytes],
    ['a pointer of Git LFS', {}, Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:1\n')],
  ])('proposes no hash of %s', async (_, faults, content) => {
    host.faults = faults;
    host.put('f', content);
    expect((await pull(keys.requestor, '--propose')).code).toBe(1);
    expect(await proposals()).toEqual([]);
  });

  test('proposes nothing when another address has the content of the record', async () => {
    const other = await startFileHost();
    const sha256sum = other.put('g', generatedBytes(1_000, 3));
    const right = `right ${number}`;
    await seed({ sha256sum, size_bytes: 1_000 }, right);
    await seed({ sha256sum, size_bytes: 1_000, file_url: other.url('g') }, `elsewhere ${number}`);
    await pullModel(right, keys.requestor, '--propose');
    expect([await readdir(join(folder, 'clip')), await proposals()]).toEqual([[`${right}.pt`], []]);
    await other[Symbol.asyncDispose]();
  });

  test.each([
    ['a dry run', keys.requestor, ['--dry-run'], 2, 'cannot be combined with --dry-run'],
    ['no key', null, [], 4, ''],
    ['a key without the role', keys.nobody, [], 1, 'needs the key of a requestor'],
  ])('is refused with %s before anything is read', async (_, key, words, code, text) => {
    const result = await pull(key, '--propose', ...words);
    expect([result.code, result.noted.join()]).toEqual([code, expect.stringContaining(text)]);
    expect(host.asked).toEqual([]);
  });
});

test('notes are not written through links, and the run goes on', async () => {
  await pull(null);
  await rm(notes);
  const theirs = join(folder, 'theirs.txt');
  await writeFile(theirs, 'theirs');
  await symlink(theirs, notes);
  await symlink(theirs, `${notes}.new`);
  expect((await pull(null)).noted).toContain(lineOf('.'));
  expect(await readFile(theirs, 'utf8')).toBe('theirs');
});
