import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GuardedFetcher } from '../../../src/outside/guarded/guarded-fetcher.ts';
import { fetcherFor } from '../../support/emulators/fetcher-for.ts';
import { type EmulatedHub, startHuggingFace } from '../../support/emulators/hugging-face.ts';
import { newFolder } from '../../support/new-folder.ts';
import { modelref } from './terminal.ts';

const [hash, otherHash, commit] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(40)];
const address = (repository: string, revision = 'main') =>
  `https://huggingface.co/acme/${repository}/resolve/${revision}/model.safetensors`;

let directory: string;
let hub: EmulatedHub;
let remoteFiles: GuardedFetcher;
let environment: Record<string, string>;
beforeEach(async () => {
  directory = newFolder();
  hub = await startHuggingFace();
  remoteFiles = fetcherFor({ hub });
  environment = { MODELREF_DATABASE_URL: `sqlite:${join(directory, 'registry.db')}` };
});
afterEach(async () => {
  await remoteFiles.close();
  await hub[Symbol.asyncDispose]();
});

function onHub(repository: string, sha256 = hash, size = 1000) {
  const files = { 'model.safetensors': { size, beginning: new Uint8Array(), sha256 } };
  hub.repositories.set(`acme/${repository}`, { id: `acme/${repository}`, commit, files });
}

const imported = (...names: string[]) => importedAs(names.map((name) => ({ name, sha256sum: hash })));

async function importedAs(models: readonly { name: string; sha256sum: string; size?: number }[]) {
  const records = models.map(({ name, sha256sum, size = 1000 }) => {
    const file_url = address(name, name === 'pinned' ? commit : 'main');
    const file = { file_name: `${name}.safetensors`, file_url, sha256sum, size_bytes: size };
    return [name, { name, record_type: 'clip', config: { download: [file] } }];
  });
  await writeFile(join(directory, 'clip.json'), JSON.stringify(Object.fromEntries(records)));
  const { code } = await modelref(['import', directory], environment);
  expect(code).toBe(0);
}

const check = (...words: string[]) => modelref(['check-files', ...words], environment, null, { remoteFiles });

test('says what is wrong, and ends with 1', async () => {
  onHub('pinned');
  onHub('changed', otherHash);
  await imported('pinned', 'changed');
  const { code, printed, noted } = await check();
  expect(code).toBe(1);
  expect(printed).toEqual([
    `mismatch\tclip\t"changed"\tconfig.download.0\t${address('changed')}\tThe host has the SHA-256 ${otherHash}; the record says ${hash}.`,
    '2 files: 1 mismatch, 1 verified; 2 addresses checked',
  ]);
  expect(noted.at(-1)).toBe('1 of 2 files do not match their records.');
});

test('a run that is begun again takes what was looked at as it is; --max-age 0 looks again', async () => {
  onHub('pinned');
  await imported('pinned');
  expect(await check()).toMatchObject({ code: 0, printed: ['1 files: 1 verified; 1 addresses checked'] });
  expect(await check()).toMatchObject({ code: 0, printed: ['1 files: 1 verified; 0 addresses checked'] });
  expect(hub.requests).toHaveLength(1);
});

test('--json prints all that is known', async () => {
  onHub('pinned');
  await imported('pinned');
  const { printed } = await check('--json', '--category', 'clip');
  const { counts, files } = JSON.parse(printed.join(''));
  expect(counts).toMatchObject({ verified: 1, gone: 0 });
  expect(files).toMatchObject([{ model_name: 'pinned', verdict: 'verified', seen: { revision: commit } }]);
  expect((await check('--category', 'blip')).printed).toEqual(['0 files: none; 0 addresses checked']);
});

test('a host that fails now and then is asked again; one that goes on failing is no fault of its files', async () => {
  onHub('pinned');
  onHub('other');
  await imported('pinned', 'other');
  let asked = 0;
  hub.fault = ({ path }) => {
    asked += 1;
    return path.includes('other') || asked < 3 ? { status: 503 } : null;
  };
  const { code, printed, noted } = await check();
  expect(code).toBe(1);
  expect(printed.at(-1)).toMatch(/^2 files: 1 unreachable, 1 verified; /);
  expect(noted.at(-1)).toBe('1 of 2 files were not reached.');
});

test('what no command understands is refused', async () => {
  expect((await check('--category', 'nothing')).code).toBe(2);
  expect((await check('--per-minute', '0')).code).toBe(2);
});

test('an audit trail with verdicts in it verifies', async () => {
  onHub('changed', otherHash);
  await imported('changed');
  await check();
  const { code, printed } = await modelref(['audit', 'verify'], environment);
  expect({ code, printed }).toEqual({
    code: 0,
    printed: [
      '2 events: none is missing, altered or out of order.',
      'The replayed events match the 1 live models and 0 queued changes in the database.',
    ],
  });
});

test('a category that is not switched on is refused, and nothing is looked at', async () => {
  const words = ['--category', 'controlnet_annotator'];
  const { code, noted } = await check(...words);
  expect([code, noted.join('\n')]).toEqual([
    2,
    expect.stringMatching(
      /Category controlnet_annotator is not enabled by EXTRA_CATEGORIES; allowed: .*clip/,
    ),
  ]);
  environment = { ...environment, MODELREF_EXTRA_CATEGORIES: 'controlnet_annotator' };
  expect(await check(...words)).toMatchObject({ code: 0 });
});
