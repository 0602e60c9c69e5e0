import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RemoteRequest } from '../../../../src/outside/remote-files.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { type EmulatedCivitai, startCivitai } from '../../../support/emulators/civitai.ts';
import { sha256Of, textContent } from '../../../support/emulators/content.ts';
import { fetcherFor } from '../../../support/emulators/fetcher-for.ts';
import { type EmulatedHub, startHuggingFace } from '../../../support/emulators/hugging-face.ts';
import { keys } from '../../../support/identity-server.ts';
import { safetensorsOf } from '../../../support/model-headers.ts';
import { asking } from './request-setup.ts';

const sdxl = safetensorsOf({
  'model.diffusion_model.input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight': [640, 2048],
});
const file = { beginning: sdxl, size: 5_000_000, sha256: sha256Of({ beginning: sdxl, size: sdxl.length }) };
const version = (number: number, sha256: string) => ({
  id: 10010 + number,
  name: `v${number}.0`,
  baseModel: 'SDXL 1.0',
  files: [
    {
      id: number,
      name: `first-${number}.safetensors`,
      sizeKB: 6_775_883,
      type: 'Model' as const,
      primary: true,
      hashes: { SHA256: sha256 },
    },
  ],
});
const [newHash, oldHash] = ['1a'.repeat(32), '2b'.repeat(32)];
const page = 'https://civitai.com/models/1001';

let app: TestApp;
let civitai: EmulatedCivitai;
let hub: EmulatedHub;
let sent: RemoteRequest[];
beforeEach(async () => {
  civitai = await startCivitai(
    {
      id: 1001,
      name: 'First Light',
      type: 'Checkpoint',
      nsfw: false,
      modelVersions: [version(2, newHash), version(1, oldHash)],
    },
    // The same file, uploaded by somebody else under another name.
    {
      id: 2002,
      name: 'Copied Light',
      type: 'Checkpoint',
      nsfw: false,
      modelVersions: [{ ...version(2, newHash), id: 20021 }],
    },
  );
  hub = await startHuggingFace({
    id: 'acme/lights',
    commit: 'd'.repeat(40),
    files: { 'README.md': textContent('---\nlicense: apache-2.0\n---\n'), 'lights.safetensors': file },
    about: { pipeline_tag: 'text-to-image', tags: ['diffusers'], cardData: { license: 'apache-2.0' } },
  });
  const fetcher = fetcherFor({ hub, civitai });
  sent = [];
  const open = (request: RemoteRequest) => {
    sent.push(request);
    return fetcher.open(request);
  };
  app = await startTestApp({ overrides: { remoteFiles: { open } } });
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await Promise.all([civitai, hub].map((host) => host[Symbol.asyncDispose]()));
});
const { ask, asked, look, decide, read, send } = asking(() => app);

const found = async (body: object) => {
  const { models, requests } = await look(body);
  return {
    models: models.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
    requests: requests.map(({ request_id }: { request_id: number }) => request_id),
  };
};

it('keeps what a link leads to: page, baseline, version, size, files with hashes', async () => {
  const id = await asked({ category: undefined, link: page });
  expect(await read(id)).toMatchObject({
    category: 'image_generation',
    name: 'First Light',
    link: page,
    known: {
      baseline: 'stable_diffusion_xl',
      version: '2.0',
      size_on_disk_bytes: 6_938_504_192,
      files: [{ file_name: 'first-2.safetensors', sha256sum: newHash }],
    },
  });
  const other = await asked({ category: undefined, link: 'https://huggingface.co/acme/lights' });
  expect(await read(other)).toMatchObject({
    category: 'image_generation',
    known: { license: 'apache-2.0', files: [{ sha256sum: file.sha256 }] },
  });
});

it.each([
  [keys.nobody, true],
  [keys.requestor, false],
])('reads links without tokens unless a requestor asks (%s)', async (key, withoutToken) => {
  const link = 'https://huggingface.co/acme/lights';
  await send('POST', '/look', key, { link });
  await asked({ category: undefined, link }, key);
  expect(sent.length).toBeGreaterThan(2);
  expect(new Set(sent.map((request) => request.withoutToken))).toEqual(new Set([withoutToken]));
});

it('is taken while its host does not answer, and says why nothing is known', async () => {
  await civitai[Symbol.asyncDispose]();
  const wish = { category: 'image_generation', name: 'First Light', link: page };
  const { problem, known } = await look(wish);
  expect([known, typeof problem]).toEqual([null, 'string']);
  expect(await read(await asked(wish))).toMatchObject({ link: page, known: null });
});

it('finds requests for the same page, version, repository and file', async () => {
  const first = await asked({ category: undefined, link: page });
  const lights = await asked({ category: undefined, link: 'https://huggingface.co/acme/lights' });
  expect(await found({ link: `${page}?modelVersionId=10012` })).toMatchObject({ requests: [first] });
  expect(await found({ link: 'https://civitai.com/models/2002' })).toMatchObject({ requests: [first] });
  expect(
    await found({ link: 'https://huggingface.co/acme/lights/blob/main/lights.safetensors' }),
  ).toMatchObject({
    requests: [lights],
  });
  // The same file under another name, and the same version by another link, are seconded instead.
  for (const link of ['https://civitai.com/models/2002', `${page}?modelVersionId=10012`]) {
    const refused = await ask({ link, name: 'Another name' }, keys.requestor);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      `Request ${first} already asks for this model: second it instead.`,
    ]);
  }
  // Another version of the page is shown, and may be asked for.
  const older = `${page}?modelVersionId=10011`;
  expect(await found({ link: older, name: 'First Light v1' })).toMatchObject({ requests: [first] });
  expect((await ask({ link: older, name: 'First Light v1' }, keys.requestor)).statusCode).toBe(201);
});

it('finds declined requests for the same file, with their reason', async () => {
  const first = await asked({ category: undefined, link: page });
  await decide(first, 'decline', { reason: 'not ours' });
  const again = await ask({ link: 'https://civitai.com/models/2002' }, keys.requestor);
  expect(again.json().detail).toContain(`Request ${first} was declined: not ours`);
});

it('finds models by file, page and version', async () => {
  await app.seed('image_generation', {
    name: 'Known Light',
    version: '1.0',
    baseline: 'stable_diffusion_xl',
    nsfw: false,
    homepage: `${page}?modelVersionId=10011`,
    config: {
      download: [{ file_name: 'a.safetensors', file_url: 'https://x.example/a', sha256sum: newHash }],
    },
  });
  expect((await found({ link: 'https://civitai.com/models/2002' })).models).toEqual([
    ['same_file', 'Known Light'],
  ]);
  expect((await found({ link: `${page}?modelVersionId=10011` })).models).toEqual([
    ['same_page', 'Known Light'],
  ]);
  const refused = await ask({ link: 'https://civitai.com/models/2002' });
  const reason = "The model 'Known Light' of image_generation already exists (same_file).";
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { detail: `${reason} To create the request anyway, set anyway=true.`, code: 'anyway_needed', reason },
  ]);
  expect((await ask({ link: 'https://civitai.com/models/2002', anyway: true })).statusCode).toBe(201);
});
