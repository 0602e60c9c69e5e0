import { expect, test } from 'vitest';
import { RemoteFailure } from '../../../../src/outside/remote-files.ts';
import { startCivitai } from '../../../support/emulators/civitai.ts';
import type { CivitaiModel } from '../../../support/emulators/civitai-answers.ts';
import { fetcherFor } from '../../../support/emulators/fetcher-for.ts';

const sha256 = 'C236A776D04C4095'.repeat(4);
const model: CivitaiModel = {
  id: 1240874,
  name: 'Nova Flat XL',
  type: 'Checkpoint',
  nsfw: false,
  modelVersions: [
    {
      id: 2610015,
      name: 'v9.0',
      baseModel: 'Illustrious',
      files: [
        {
          id: 1,
          name: 'nova.safetensors',
          sizeKB: 100.5,
          type: 'Model',
          primary: true,
          hashes: { SHA256: sha256, AutoV2: sha256.slice(0, 10) },
          metadata: { format: 'SafeTensor', size: 'pruned', fp: 'fp16' },
        },
        {
          id: 2,
          name: 'nova.ckpt',
          sizeKB: 7,
          type: 'Model',
          metadata: { format: 'PickleTensor', size: 'full', fp: 'fp32' },
        },
      ],
    },
  ],
};

async function started() {
  const civitai = await startCivitai(model);
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${civitai.url}${path}`, { redirect: 'manual', ...init });
    const body = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body,
    };
  };
  return { civitai, ask, [Symbol.asyncDispose]: () => civitai[Symbol.asyncDispose]() };
}

test('a model, a version, and a version by any of its hashes', async () => {
  await using host = await started();
  expect((await host.ask('/api/v1/models/1240874')).body).toMatchObject({
    name: 'Nova Flat XL',
    modelVersions: [{ id: 2610015 }],
  });
  const version = (await host.ask('/api/v1/model-versions/2610015')).body;
  expect(version).toMatchObject({
    modelId: 1240874,
    air: 'urn:air:sdxl:checkpoint:civitai:1240874@2610015',
    model: { name: 'Nova Flat XL', type: 'Checkpoint' },
    files: [
      { downloadUrl: expect.stringMatching(/\/api\/download\/models\/2610015$/) },
      { downloadUrl: expect.stringContaining('format=PickleTensor') },
    ],
  });
  for (const hash of [sha256, sha256.toLowerCase(), sha256.slice(0, 10)]) {
    expect((await host.ask(`/api/v1/model-versions/by-hash/${hash}`)).body).toEqual(version);
  }
  const post = { method: 'POST', body: JSON.stringify([sha256.toLowerCase(), 'a'.repeat(64)]) };
  expect((await host.ask('/api/v1/model-versions/by-hash/ids', post)).body).toEqual([
    { modelVersionId: 2610015, modelId: 1240874, hash: sha256 },
  ]);
  expect((await host.ask('/api/v1/model-versions/by-hash', post)).body).toMatchObject([
    { id: 2610015, downloadUrl: expect.stringContaining('undefined') },
  ]);
  expect((await host.ask('/api/v1/models?ids=1240874&ids=2&limit=100')).body).toMatchObject({
    items: [{ id: 1240874 }],
    metadata: {},
  });
});

test.each([
  ['/api/v1/models/5', 404, { error: 'No model with id 5' }],
  ['/api/v1/models/x', 400, {}],
  ['/api/v1/models/2147483648', 400, {}],
  ['/api/v1/model-versions/5', 404, { error: 'Model not found' }],
  ['/api/v1/model-versions/by-hash/ABC', 404, {}],
  ['/api/download/models/5', 404, { error: 'File not found' }],
  ['/api/download/models/2610015?format=GGUF', 404, { error: 'File not found' }],
])('%s answers %i', async (path, status, body) => {
  await using host = await started();
  expect(await host.ask(path)).toMatchObject({ status, body });
});

test('downloads: by what is asked for, and by who asks', async () => {
  await using host = await started();
  const { civitai } = host;
  const path = '/api/download/models/2610015';
  const target = async (query: string) => (await host.ask(path + query)).headers.get('location');
  expect(await target('')).toContain('/model/1/');
  expect(await target('?fileId=2')).toContain('/model/2/');
  expect(await target('?type=Model&format=PickleTensor&size=full&fp=fp32')).toContain('/model/2/');
  civitai.access.set(2610015, 'login');
  civitai.tokens.add('key');
  expect((await host.ask(path)).status).toBe(401);
  expect((await host.ask(path, { headers: { authorization: 'Bearer key' } })).status).toBe(307);
  const browser = { 'user-agent': 'Mozilla/5.0', accept: 'text/html' };
  const page = await host.ask(path, { headers: browser, redirect: 'follow' });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const [access, status] of [
    ['disabled', 401],
    ['early access', 403],
    ['archived', 410],
  ] as const) {
    civitai.access.set(2610015, access);
    expect((await host.ask(path, { headers: { authorization: 'Bearer key' } })).status).toBe(status);
  }
});

test('our fetcher follows a download to the storage, in ranges, and meets planted faults', async () => {
  await using host = await started();
  const { civitai } = host;
  civitai.contents.set(1, { beginning: new TextEncoder().encode('head') });
  const files = fetcherFor({ civitai });
  const url = 'https://civitai.com/api/download/models/2610015';
  const part = await files.open({ method: 'GET', url, headers: { range: 'bytes=0-5' } });
  expect(part).toMatchObject({
    status: 206,
    headers: { 'content-range': 'bytes 0-5/102912' },
    redirects: [{ from: url }],
  });
  expect(new TextDecoder().decode(await part.bytes())).toBe('head\0\0');
  const kindAfter = async (fault: typeof civitai.fault, timeoutMs = 60_000) => {
    civitai.storage.fault = fault;
    const work = files.open({ method: 'GET', url, timeoutMs }).then((answer) => answer.bytes());
    return work.then(
      ({ length }) => length,
      (error: unknown) => (error instanceof RemoteFailure ? error.kind : error),
    );
  };
  expect(await kindAfter(() => 'silence', 100)).toBe('timed_out');
  expect(await kindAfter(() => 'reset')).toBe('unreachable');
  const cut = { status: 200, body: { size: 1_000_000, beginning: new Uint8Array() }, cutAfter: 70_000 };
  expect(await kindAfter(() => cut)).toBe('unreachable');
  expect(await kindAfter(() => null)).toBe(102_912);
  await files.close();
});
