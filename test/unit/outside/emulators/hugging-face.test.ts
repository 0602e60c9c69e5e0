import { GGUFValueType, gguf, serializeGgufMetadata } from '@huggingface/gguf';
import {
  downloadFile,
  fileDownloadInfo,
  fileExists,
  HubApiError,
  listFiles,
  modelInfo,
  parseSafetensorsMetadata,
  pathsInfo,
} from '@huggingface/hub';
import { expect, test } from 'vitest';
import { sha256Of, textContent } from '../../../support/emulators/content.ts';
import { fetcherFor } from '../../../support/emulators/fetcher-for.ts';
import { type EmulatedHub, startHuggingFace } from '../../../support/emulators/hugging-face.ts';
import type { HubFile, HubRepository } from '../../../support/emulators/hugging-face-answers.ts';

/**
 * The emulator is judged by what Hugging Face's own libraries read from it: they know the real one.
 */

const tensors = JSON.stringify({
  __metadata__: { format: 'pt' },
  'model.weight': { dtype: 'BF16', shape: [4, 5], data_offsets: [0, 40] },
});
const header = new Uint8Array(8 + tensors.length + 40);
new DataView(header.buffer).setBigUint64(0, BigInt(tensors.length), true);
header.set(new TextEncoder().encode(tensors), 8);

const ggufFile = serializeGgufMetadata({
  version: { value: 3, type: GGUFValueType.UINT32 },
  tensor_count: { value: 0n, type: GGUFValueType.UINT64 },
  kv_count: { value: 2n, type: GGUFValueType.UINT64 },
  'general.architecture': { value: 'llama', type: GGUFValueType.STRING },
  'llama.context_length': { value: 8192, type: GGUFValueType.UINT32 },
} as never);

function large(beginning: Uint8Array, size = beginning.length): HubFile {
  return { beginning, size, sha256: sha256Of({ beginning, size }) };
}

const readMe = textContent('# Example\n');
const model: HubRepository = {
  id: 'acme/Example-12B',
  commit: 'c'.repeat(40),
  revisions: { 'refs/pr/3': 'd'.repeat(40) },
  files: {
    'README.md': readMe,
    'model.safetensors': large(header),
    'gguf/example-q4.gguf': large(ggufFile, 2_000_000),
    'xet.bin': { ...large(new Uint8Array(10)), xetHash: 'e'.repeat(64) },
  },
  about: {
    pipeline_tag: 'text-generation',
    tags: ['gguf'],
    downloads: 7,
    safetensors: { parameters: { BF16: 20 }, total: 20 },
  },
};
const of = (hub: EmulatedHub, repository: HubRepository = model) => ({
  repo: repository.id,
  hubUrl: hub.url,
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const errorOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HubApiError)) throw error;
  return { status: error.statusCode, message: error.message };
};

test.each(['direct', 'resolve-cache'] as const)(
  'files, small ones %s: sizes and hashes',
  async (smallFiles) => {
    await using hub = await startHuggingFace(model);
    hub.smallFiles = smallFiles;
    expect(await fileDownloadInfo({ ...of(hub), path: 'README.md' })).toMatchObject({
      size: readMe.size,
      etag: expect.stringMatching(/^"[0-9a-f]{40}"$/),
    });
    expect(await fileDownloadInfo({ ...of(hub), path: 'xet.bin' })).toMatchObject({
      size: 10,
      etag: `"${model.files['xet.bin']?.sha256}"`,
      xet: { hash: 'e'.repeat(64) },
    });
    expect(await fileDownloadInfo({ ...of(hub), path: 'gguf/example-q4.gguf' })).toMatchObject({
      size: 2_000_000,
    });
    expect(await fileDownloadInfo({ ...of(hub), path: 'none.bin' })).toBeNull();
    expect(await fileExists({ ...of(hub), path: 'README.md' })).toBe(true);
    const blob = await downloadFile({ ...of(hub), path: 'README.md' });
    expect(await blob?.text()).toBe('# Example\n');
  },
);

test('lists, by pages and by paths', async () => {
  const files = Object.fromEntries(Array.from({ length: 1203 }, (_, index) => [`part-${index}.txt`, readMe]));
  const many = { ...model, files: { ...model.files, ...files } };
  await using hub = await startHuggingFace(many);
  const listed = await all(listFiles({ ...of(hub), recursive: true }));
  expect(listed).toHaveLength(1203 + 5);
  expect(hub.requests.filter(({ path }) => path.includes('/tree/'))).toHaveLength(2);
  const sha256 = model.files['model.safetensors']?.sha256;
  expect(listed.find(({ path }) => path === 'model.safetensors')).toMatchObject({
    size: header.length,
    lfs: { oid: sha256 },
  });
  expect(await pathsInfo({ ...of(hub), paths: ['model.safetensors', 'none', 'README.md'] })).toMatchObject([
    { path: 'model.safetensors', lfs: { oid: sha256 } },
    { path: 'README.md', oid: expect.stringMatching(/^[0-9a-f]{40}$/) },
  ]);
});

test('a model, and what its files begin with', async () => {
  await using hub = await startHuggingFace(model);
  expect(
    await modelInfo({ name: model.id, hubUrl: hub.url, additionalFields: ['sha', 'safetensors'] }),
  ).toMatchObject({
    name: model.id,
    task: 'text-generation',
    downloads: 7,
    sha: model.commit,
    safetensors: { total: 20 },
  });
  expect(await parseSafetensorsMetadata({ ...of(hub), computeParametersCount: true })).toMatchObject({
    sharded: false,
    parameterCount: { BF16: 20 },
    header: { 'model.weight': { shape: [4, 5] } },
  });
  const { metadata } = await gguf(`${hub.url}/${model.id}/resolve/main/gguf/example-q4.gguf`);
  expect(metadata).toMatchObject({ 'general.architecture': 'llama', 'llama.context_length': 8192 });
});

test.each<[string, Partial<HubRepository>, string | undefined, { status: number; message: string }]>([
  [
    'missing, without a token',
    { id: 'acme/other' },
    undefined,
    { status: 401, message: expect.stringContaining('Invalid username') },
  ],
  [
    'missing, with a token',
    { id: 'acme/other' },
    'hf_ok',
    { status: 404, message: expect.stringContaining('not found') },
  ],
  [
    'private',
    { private: true },
    undefined,
    { status: 401, message: expect.stringContaining('Invalid username') },
  ],
  ['gated', { gated: 'auto' }, undefined, { status: 401, message: expect.stringContaining('restricted') }],
  [
    'gated, for another account',
    { gated: 'manual' },
    'hf_ok',
    { status: 403, message: expect.stringContaining('restricted') },
  ],
  ['disabled', { disabled: true }, undefined, { status: 403, message: expect.stringContaining('disabled') }],
  [
    'asked with a bad token',
    {},
    'hf_bad',
    { status: 401, message: expect.stringContaining('Invalid credentials') },
  ],
])('a repository that is %s', async (_, change, accessToken, expected) => {
  await using hub = await startHuggingFace({ ...model, ...change });
  hub.tokens.set('hf_ok', []);
  const more = accessToken === undefined ? {} : { accessToken };
  expect(await errorOf(fileDownloadInfo({ ...of(hub), path: 'README.md', ...more }))).toMatchObject(expected);
});

test('a gated repository is open to who was let in, and its list to everybody', async () => {
  await using hub = await startHuggingFace({ ...model, gated: 'auto' });
  hub.tokens.set('hf_ok', [model.id]);
  expect(
    await fileDownloadInfo({ ...of(hub), path: 'model.safetensors', accessToken: 'hf_ok' }),
  ).toMatchObject({ size: header.length });
  expect(await all(listFiles(of(hub)))).toHaveLength(4);
  // The storage would refuse the token.
  expect(hub.cdn.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

test('another revision, none, and a repository that was renamed', async () => {
  await using hub = await startHuggingFace(model);
  hub.renamed.set('acme/old', model.id);
  expect(await fileDownloadInfo({ ...of(hub), path: 'README.md', revision: 'refs/pr/3' })).not.toBeNull();
  expect(await errorOf(fileDownloadInfo({ ...of(hub), path: 'README.md', revision: 'none' }))).toMatchObject({
    status: 404,
  });
  expect(
    await fileDownloadInfo({ repo: 'acme/old', hubUrl: hub.url, path: 'model.safetensors' }),
  ).toMatchObject({ size: header.length });
  expect((await modelInfo({ name: 'acme/old', hubUrl: hub.url })).name).toBe(model.id);
});

test('limits of rate', async () => {
  await using hub = await startHuggingFace(model);
  hub.remaining.api = 1;
  const ask = () => fetch(`${hub.url}/api/models/${model.id}`);
  expect((await ask()).headers.get('ratelimit')).toBe('"api";r=0;t=55');
  expect((await ask()).status).toBe(429);
  expect(await errorOf(modelInfo({ name: model.id, hubUrl: hub.url }))).toMatchObject({ status: 429 });
  expect(await fileExists({ ...of(hub), path: 'README.md' })).toBe(true);
});

test('our own fetcher reads the same from it, under the name of the real host', async () => {
  await using hub = await startHuggingFace(model);
  hub.renamed.set('acme/old', model.id);
  const files = fetcherFor({ hub });
  const url = 'https://huggingface.co/acme/old/resolve/main/model.safetensors';
  const head = await files.open({ method: 'HEAD', url, redirects: 'same-host' });
  expect(head).toMatchObject({
    status: 302,
    url: `https://huggingface.co/${model.id}/resolve/main/model.safetensors`,
    headers: {
      'x-linked-etag': `"${model.files['model.safetensors']?.sha256}"`,
      'x-repo-commit': model.commit,
    },
    redirects: [{ status: 307 }],
  });
  const part = await files.open({ method: 'GET', url, headers: { range: 'bytes=0-7' } });
  expect(part.status).toBe(206);
  expect(await part.bytes()).toEqual(header.slice(0, 8));
  await files.close();
});
