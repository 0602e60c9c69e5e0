import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockForPull } from '../../../src/cli/pull/pull.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type FileHost, generatedBytes, startFileHost } from '../../support/file-host.ts';
import { newFolder } from '../../support/new-folder.ts';
import { modelref } from './terminal.ts';

let app: TestApp;
let host: FileHost;
const folder = newFolder(afterAll);
let environment: Record<string, string>;
const [small, large] = [generatedBytes(1_000, 1), generatedBytes(300_000, 2)];

beforeAll(async () => {
  app = await startTestApp();
  environment = { MODELREF_SERVER: await app.service.listen() };
  host = await startFileHost();
  const download = (name: string, bytes: Buffer) => ({
    file_name: `${name}.pt`,
    file_url: host.url(name),
    sha256sum: host.put(name, bytes),
    size_bytes: bytes.length,
  });
  await app.seed(
    'clip',
    { name: 'small', config: { download: [download('small', small)] } },
    { name: 'large', config: { download: [download('large', large)] } },
    { name: 'unhashed', config: { download: [{ file_name: 'u.pt', file_url: host.url('u') }] } },
  );
});
afterAll(async () => {
  await host?.[Symbol.asyncDispose]();
  await app?.[Symbol.asyncDispose]();
});

const pull = (...words: string[]) =>
  modelref(['pull', folder, '--category', 'clip', '--allow-host', '127.0.0.1', ...words], environment);

test('says first, fetches then, and has nothing to do after that', async () => {
  const plan = await pull('--dry-run');
  expect([plan.code, plan.printed, plan.noted]).toEqual([
    0,
    ['clip/small.pt  1.00 kB', 'clip/large.pt  300 kB', '2 of 2 files are missing: 301 kB.'],
    ['Left out: clip unhashed: u.pt has no SHA-256 in its record, so it cannot be verified'],
  ]);
  expect(host.asked).toEqual([]);

  const first = await pull();
  expect([first.code, first.printed.at(-1)]).toEqual([0, '2 fetched, 0 already present, 0 failed.']);
  expect(await readdir(join(folder, 'clip'))).toEqual(['large.pt', 'small.pt']);
  expect((await readFile(join(folder, 'clip/large.pt'))).equals(large)).toBe(true);

  const again = await pull('--json');
  expect(JSON.parse(again.printed.join(''))).toMatchObject({
    there: ['clip/small.pt', 'clip/large.pt'],
    fetched: [],
  });
  expect(host.asked).toHaveLength(2);
});

test('--budget leaves out whole models', async () => {
  const { printed, noted } = await pull('--budget', '100kB', '--dry-run');
  expect(noted).toContain('Not within the budget: large (300 kB, and 99.0 kB are left)');
  expect(printed.at(-1)).toBe('0 of 1 files are missing: 0 B.');
  const pulled = await pull('--budget', '100kB');
  expect(pulled.noted).toContain('Not within the budget: large (300 kB, and 99.0 kB are left)');
});

test('--sizes asks hosts how large files are where no record says it', async () => {
  const download = { file_name: 'n.pt', file_url: host.url('n'), sha256sum: host.put('n', large) };
  await app.seed('blip', { name: 'n', config: { download: [download] } });
  const words = ['pull', folder, '--category', 'blip', '--allow-host', '127.0.0.1', '--dry-run'];
  const unknown = await modelref(words, environment);
  expect(unknown.printed[0]).toBe('blip/n.pt  size unknown');
  const outside = await modelref([...words, '--budget', '1MB'], environment);
  expect(outside.noted).toEqual([
    'Not within the budget: n (the size of blip/n.pt is unknown; --sizes asks the hosts)',
  ]);
  const asked = await modelref([...words, '--sizes', '--budget', '1MB'], environment);
  expect(asked.printed).toEqual(['blip/n.pt  300 kB', '1 of 1 files are missing: 300 kB.']);
});

test('the shards of a model are counted, budgeted and fetched together', async () => {
  const download = [1, 2, 3, 4].map((at) => ({
    file_name: `m-0000${at}-of-00004.safetensors`,
    file_url: host.url(`shard${at}`),
    sha256sum: host.put(`shard${at}`, generatedBytes(1_000 * at, at)),
    size_bytes: 1_000 * at,
  }));
  await app.seed('esrgan', { name: 'm', config: { download } });
  const words = ['pull', folder, '--category', 'esrgan', '--allow-host', '127.0.0.1'];
  const outside = await modelref([...words, '--budget', '9kB', '--dry-run'], environment);
  expect(outside.noted).toEqual(['Not within the budget: m (10.0 kB, and 9.00 kB are left)']);
  const plan = await modelref([...words, '--budget', '10kB', '--dry-run'], environment);
  expect(plan.printed.at(-1)).toBe('4 of 4 files are missing: 10.0 kB.');
  const { printed } = await modelref(words, environment);
  expect(printed.at(-1)).toBe('4 fetched, 0 already present, 0 failed.');
  expect(await readdir(join(folder, 'esrgan'))).toEqual(download.map(({ file_name }) => file_name));
});

test.each([
  [['--name', 'nobody'], 3, "The selected categories have no model 'nobody'."],
  [['--category', 'clp', '--prune'], 3, "no category 'clp'"],
  [['--budget', 'much'], 2, 'Expected a size'],
  [['--budget', '10'], 2, 'Expected a size with its unit'],
  [['--folder', 'clip'], 2, 'Expected <category>=<folder>'],
  [['--folder', 'clip=../elsewhere'], 2, "has the path segment '..'"],
  [
    ['--folder', 'esrgan=upscalers'],
    2,
    "--folder names category 'esrgan', which --category does not select.",
  ],
])('%j is refused', async (words, code, text) => {
  const result = await pull(...words);
  expect([result.code, result.noted.join('\n')]).toEqual([code, expect.stringContaining(text)]);
});

test('a mistyped option is named, and not that another one is missing', async () => {
  const { code, noted } = await modelref(['pull', folder, '--categroy', 'clip'], environment);
  expect([code, noted[0], noted[1]]).toEqual([
    2,
    "error: unknown option '--categroy'",
    '(Did you mean --category?)',
  ]);
  const missing = await modelref(['pull', folder], environment);
  expect([missing.code, missing.noted[0]]).toEqual([
    2,
    "error: required option '--category <name...>' not specified",
  ]);
});

test('hosts of a private network are not asked unless they are named', async () => {
  const words = ['pull', join(folder, 'fenced'), '--category', 'clip', '--name', 'small'];
  const { code, noted } = await modelref(words, environment);
  expect([code, noted.join('\n')]).toEqual([1, expect.stringContaining('was not called')]);
});

test('a second pull in the same folder is refused', async () => {
  using _ = lockForPull(join(folder, '.modelref'));
  const { code, noted } = await pull('--name', 'small');
  expect([code, noted.join('\n')]).toEqual([
    1,
    expect.stringContaining('Another modelref pull is already running in this folder'),
  ]);
});
