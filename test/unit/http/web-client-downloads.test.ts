import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { legacyCategoryNames, minimalLegacyBody } from '../../support/least-bodies.ts';
import { importRealData } from '../../support/real-data-app.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

/*
 * The public web client edits downloads: it sends `files` empty or as they were, and the hash of each file in
 * its entry of `download`.
 */

const v1 = '/api/model_references/v1';
const v2 = '/api/model_references/v2';
const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
const withDownloads = legacyCategoryNames.filter((name) => name !== 'text_generation');

const entry = (file_name: string, sha256sum: string) => ({
  file_name,
  file_path: '',
  file_url: `https://huggingface.co/x/resolve/main/${file_name}`,
  sha256sum,
});

interface Config {
  files: JsonObject[];
  download: JsonObject[];
}

const direct = () => startTestApp({ settings: { canonicalFormat: 'legacy', queueEnabled: false } });

let app: TestApp;
let current: TestApp;
beforeAll(async () => {
  app = await direct();
  current = await startTestApp();
});
afterAll(async () => {
  for (const each of [app, current]) await each[Symbol.asyncDispose]();
});

async function write(app: TestApp, method: 'POST' | 'PUT', category: string, body: object): Promise<void> {
  const answer = await app.send(method, `${v1}/${category}`, { key: keys.approver, body });
  expect([answer.statusCode, answer.json().detail]).toEqual([method === 'POST' ? 201 : 200, undefined]);
}

async function configs(app: TestApp, category: string, name: string): Promise<{ v1: Config; v2: Config }> {
  const legacy = (await app.get(`${v1}/${category}`)).json()[name];
  const current = (await app.get(`${v2}/${category}`)).json()[name];
  return { v1: legacy.config, v2: current.config };
}

describe.each(withDownloads)('downloads of %s', (category) => {
  const body = (download: object[], files: object[] = []) => ({
    ...minimalLegacyBody(category, 'm'),
    config: { files, download },
  });

  it('make the files of both versions', async () => {
    await write(app, 'POST', category, body([entry('m.safetensors', one)]));
    const shown = await configs(app, category, 'm');
    expect(shown.v1.files).toEqual([{ path: 'm.safetensors', sha256sum: one }]);
    expect(shown.v1.download).toEqual([entry('m.safetensors', one)]);
    expect(shown.v2.download).toMatchObject([
      {
        file_name: 'm.safetensors',
        sha256sum: one,
        file_url: 'https://huggingface.co/x/resolve/main/m.safetensors',
      },
    ]);
  });

  it('are accepted through v2 on a deployment of that format', async () => {
    const record = {
      name: 'm',
      ...(category === 'image_generation' && { baseline: 'stable_diffusion_1', nsfw: false }),
      ...(category === 'controlnet' && { controlnet_style: 'control_canny' }),
      config: { files: [], download: [entry('m.safetensors', one)] },
    };
    await current.seed(category, record);
    const { v1: legacy, v2: shown } = await configs(current, category, 'm');
    expect(legacy.files).toEqual([{ path: 'm.safetensors', sha256sum: one }]);
    expect(shown.download).toMatchObject([{ file_name: 'm.safetensors', sha256sum: one }]);
  });
});

describe('an edit by the public web client', () => {
  const stored = {
    files: [
      { path: 'm.ckpt', md5sum: 'd41d', sha256sum: one, file_type: 'ckpt' },
      { path: 'v1-inference.yaml' },
    ],
    download: [
      { file_name: 'm.ckpt', file_path: '', file_url: 'https://huggingface.co/x/resolve/main/m.ckpt' },
    ],
  };
  let models = 0;
  const edited = async (files: object[], download: object[]) => {
    const body = minimalLegacyBody('clip', `edited ${++models}`);
    await write(app, 'POST', 'clip', { ...body, config: stored });
    await write(app, 'PUT', 'clip', { ...body, config: { files, download } });
    return configs(app, 'clip', `edited ${models}`);
  };

  it.each([
    ['empty', []],
    ['as they were', stored.files],
  ])('of something else keeps what only the files know, with files %s', async (_, files) => {
    for (const hash of [one, '']) {
      const { v1: config } = await edited(files, [entry('m.ckpt', hash)]);
      expect(config.files).toEqual(stored.files);
      expect(config.download).toEqual([entry('m.ckpt', one)]);
    }
  });

  it.each([
    ['empty', []],
    ['as they were', stored.files],
  ])('of a hash takes it, and drops the MD5 of the old bytes, with files %s', async (_, files) => {
    const { v1: config, v2: shown } = await edited(files, [entry('m.ckpt', other)]);
    expect(config.files).toEqual([{ path: 'm.ckpt', sha256sum: other, file_type: 'ckpt' }, stored.files[1]]);
    expect(shown.download).toMatchObject([{ file_name: 'm.ckpt', sha256sum: other }]);
  });

  it('in the files wins over the hash of before in a download', async () => {
    const files = [{ path: 'm.ckpt', sha256sum: other }];
    const { v1: config } = await edited(files, [entry('m.ckpt', one)]);
    expect(config.files).toMatchObject([{ path: 'm.ckpt', sha256sum: other }]);
    expect(config.download).toEqual([entry('m.ckpt', other)]);
  });

  it('without any download leaves no file', async () => {
    expect((await edited([], [])).v1).toEqual({ files: [], download: [] });
  });
});

describe('a hash that v2 changes', () => {
  it('is the one that v1 shows with the download', async () => {
    const body = { ...minimalLegacyBody('clip', 'both'), config: { download: [entry('m', one)] } };
    await write(app, 'POST', 'clip', body);
    await using after = await startTestApp({ settings: { databaseUrl: app.settings.databaseUrl } });
    const id = await after.propose('PUT', '/clip/model/both', {
      name: 'both',
      config: { download: [entry('m', other)] },
    });
    await after.approve(id);
    await after.apply(id);
    const { v1: config } = await configs(after, 'clip', 'both');
    expect(config).toEqual({ files: [{ path: 'm', sha256sum: other }], download: [entry('m', other)] });
  });
});

/** A config without what is a record's own: of each text its ending, of hashes that they are there. */
const shapeOf = (config: Config) =>
  JSON.stringify(config, (_, value) =>
    typeof value === 'string'
      ? value
          .replace(/^\w{32,}$/, 'hash')
          .split('.')
          .at(-1)
      : value,
  );

describeWithSharedData('public records of every shape', (folder) => {
  it('are saved by the web client without losing a file', async () => {
    await using filled = await direct();
    await importRealData(filled, folder);
    const seen = new Set<string>();
    const records = async (category: string): Promise<Record<string, JsonObject & { config: Config }>> =>
      (await filled.get(`${v1}/${category}`)).json();
    for (const category of withDownloads) {
      const before = await records(category);
      const kept: Record<string, Set<JsonObject>> = {};
      for (const [name, record] of Object.entries(before)) {
        const { files, download } = record.config;
        if (!download || seen.has(category + shapeOf(record.config))) continue;
        seen.add(category + shapeOf(record.config));
        kept[name] = new Set(files);
        const hashes = new Map(files.map(({ path, sha256sum }) => [path, sha256sum ?? '']));
        const form = download.map((each) => ({ ...each, sha256sum: hashes.get(each.file_name ?? '') ?? '' }));
        await write(filled, 'PUT', category, {
          ...record,
          ...(record.name === name ? {} : { name }),
          description: 'Edited.',
          config: { files: [], download: form },
        });
      }
      const after = await records(category);
      for (const [name, files] of Object.entries(kept))
        expect([category, name, new Set(after[name]?.config.files)]).toEqual([category, name, files]);
    }
  });
});
