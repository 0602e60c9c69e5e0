import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import {
  ConversionError,
  type LegacyRecord,
  type ModelRecord,
} from '../../../../src/records/categories/category.ts';
import type { CategoryName } from '../../../../src/records/categories/index.ts';
import { baselines, findCategory } from '../../../support/categories.ts';

const form = (category: CategoryName) => findCategory(category)!.legacy!;
const toV2 = (category: CategoryName, legacy: object, previous: ModelRecord | null = null, name = 'a') =>
  form(category).toV2(name, legacy as LegacyRecord, previous, baselines);
const fromV2 = (category: CategoryName, record: ModelRecord, previous: object | null = null) =>
  form(category).fromV2('a', record, previous as LegacyRecord | null, baselines);

const hash = (digit: string) => digit.repeat(64);
const image = { name: 'a', baseline: 'stable diffusion 1' };

describe('a legacy record as v2 knows it', () => {
  const file = (file_name: string, more: object = {}) => ({
    ...{ file_name, file_url: '', sha256sum: 'FIXME', known_slow_download: false },
    ...more,
  });
  const yaml = { files: [{ path: 'v1.yaml' }], download: [{ file_name: 'v1.yaml', file_url: 'u' }] };
  const embedded_component_hashes = { vae: 'h' };
  const flags = { tags: [], showcases: [], trigger: [], nsfw: false, inpainting: false };
  const text = { name: 'a/Foo-7B', parameters: 0, description: '', style: '', settings: { temperature: 1 } };
  test.each<[CategoryName, object, object]>([
    ['image_generation', { ...image, nsfw: null }, { name: 'a', baseline: 'stable_diffusion_1', ...flags }],
    ['image_generation', { ...image, inpainting: true }, { inpainting: true }],
    [
      'image_generation',
      { ...image, baseline: 'stable diffusion 2' },
      { baseline: 'stable_diffusion_2_768' },
    ],
    ['image_generation', { ...image, baseline: 'SDXL' }, { baseline: 'stable_diffusion_xl' }],
    ['image_generation', { ...image, style: ' anime ', tags: [' q '] }, { style: 'anime', tags: ['q'] }],
    ['image_generation', { ...image, name: 'other' }, { name: 'other' }],
    [
      'image_generation',
      { ...image, config: { files: [{ path: 'A.YAML' }, { path: 'b.json' }, { path: '' }] } },
      { config: { download: [file('b.json')] } },
    ],
    [
      'image_generation',
      {
        ...image,
        config: { files: [{ path: 'x', content_hash: 'c', file_type: 'vae' }], embedded_component_hashes },
      },
      {
        config: {
          download: [file('x', { content_hash: 'c', file_purpose: 'vae' })],
          embedded_component_hashes,
        },
      },
    ],
    [
      'blip',
      {
        config: {
          files: [{ path: 'x' }, { path: 'CivitAI/y' }, { path: 'x', sha256sum: 's' }],
          download: [{ file_name: 'CivitAI/y', file_url: 'u' }, { file_name: 'x' }],
        },
      },
      {
        name: 'a',
        config: {
          download: [
            file('x', { sha256sum: 's' }),
            file('CivitAI/y', { file_url: 'u', known_slow_download: true }),
          ],
        },
      },
    ],
    ['blip', { config: yaml }, { config: { download: [] } }],
    ['controlnet', { type: 'control_hough', style: 'zzz' }, { controlnet_style: 'control_hough' }],
    ['controlnet', { style: 'control_x' }, { controlnet_style: 'control_x' }],
    ['esrgan', { type: 'esrgan', version: '1' }, { record_type: 'esrgan', version: '1' }],
    ['clip', { type: 'coca', pretrained_name: 'p' }, { pretrained_name: 'p' }],
    ['text_generation', text, { parameters: 0, nsfw: false, tags: [], settings: { temperature: 1 } }],
    ['text_generation', { name: 'a', parameters: 1, nsfw: true }, { nsfw: true }],
  ])('%s %j', (category, legacy, record) => {
    expect(toV2(category, legacy)).toMatchObject(record);
  });

  it('is complete, ordered and without what v2 has no field for', () => {
    const unknown = { style: 'x', nsfw: true, available: true, odd: 1 };
    const legacy = { name: 'a', type: 'coca', ...unknown, pretrained_name: 'p' };
    expect(JSON.stringify(toV2('clip', legacy))).toBe(
      JSON.stringify({
        record_type: 'clip',
        name: 'a',
        metadata: { schema_version: '2.0.0' },
        config: { download: [] },
        model_classification: { domain: 'image', purpose: 'feature_extractor' },
        pretrained_name: 'p',
      }),
    );
    expect(toV2('controlnet', { name: 'a' })).not.toHaveProperty('controlnet_style');
  });

  it('has no style when that of the legacy record is blank', () => {
    expect(toV2('image_generation', { ...image, style: ' ' })).not.toHaveProperty('style');
  });

  it('groups a text model by its key', () => {
    expect(
      toV2('text_generation', { name: 'x/Foo-7B', parameters: 1 }, null, 'x/Foo-7B').text_model_group,
    ).toBe('Foo');
  });
});

describe('a legacy record that v2 has no form for', () => {
  test.each<[CategoryName, object, string, string]>([
    ['image_generation', { name: 'a' }, 'baseline', 'Field required'],
    [
      'image_generation',
      { ...image, style: 'zzz' },
      'style',
      'Unknown style: zzz. Known: generalist, anime, ',
    ],
    ['image_generation', { ...image, tags: 'x' }, 'tags', ''],
    ['image_generation', { ...image, requirements: { clip_skip: {} } }, 'requirements.clip_skip', ''],
    ['controlnet', { type: 5 }, 'type', ''],
    ['blip', { name: 5 }, 'name', 'Input should be a valid string, got 5'],
    ['blip', { config: 'x' }, 'config', ''],
    ['blip', { config: { files: [{ path: 5 }] } }, 'config.files.0.path', 'Input should be a valid string'],
    [
      'blip',
      { config: { files: [], download: [{ file_name: 'x' }] } },
      'config.download.0.file_name',
      "Unknown download entry: 'x' is not a path of config.files",
    ],
    [
      'blip',
      { config: { files: [{ path: 'v1.yaml' }], download: [{ file_url: 'u' }] } },
      'config.download.0.file_name',
      'Unknown download entry: no file name is not a path of config.files',
    ],
    ['text_generation', { parameters: 'x' }, 'parameters', ''],
  ])('%s %j: %s: %s', (category, legacy, field, reason) => {
    const convert = () => toV2(category, legacy);
    expect(convert).toThrowError(ConversionError);
    expect(convert).toThrowError(
      expect.objectContaining({ field, message: expect.stringContaining(`${field}: ${reason}`) }),
    );
  });
});

const storedLegacy = {
  odd: { kept: null },
  name: 'a',
  type: 'ckpt',
  baseline: 'stable diffusion 1',
  tags: ['x'],
  config: {
    files: [
      { path: 'a.ckpt', md5sum: 'm', sha256sum: hash('a') },
      { path: 'v1.yaml' },
      { path: 'b.ckpt', sha256sum: hash('b') },
    ],
    download: [
      { file_name: 'a.ckpt', file_path: 'sub', file_url: 'https://x/a', zz: 1 },
      { file_name: 'b.ckpt', file_path: '', file_url: 'https://x/b' },
    ],
    more: 1,
  },
  nsfw: null,
  available: true,
  download_all: true,
  features_not_supported: ['hires_fix'],
};

describe('a v2 change, seen from v1', () => {
  const record = toV2('image_generation', storedLegacy);
  const [fileA, fileB] = (record.config as { download: [JsonObject, JsonObject] }).download;
  const changed = (changes: JsonObject) =>
    fromV2('image_generation', { ...record, ...changes }, storedLegacy) as JsonObject;

  it('changes what it is about, and appends what is new', () => {
    const more = { tags: ['x', 'y'], nsfw: true };
    const after = changed({ ...more, style: 'anime', baseline: 'stable_diffusion_2_512' });
    const expected = { ...storedLegacy, ...more, baseline: 'stable diffusion 2 512', style: 'anime' };
    expect(JSON.stringify(after)).toBe(JSON.stringify(expected));
  });

  it('keeps the fields of a file that only legacy knows, the checksum of other bytes excepted', () => {
    const download = [{ ...fileA, sha256sum: hash('c') }, fileB];
    expect((changed({ config: { download } }).config as JsonObject).files).toEqual([
      { path: 'a.ckpt', sha256sum: hash('c') },
      { path: 'v1.yaml' },
      { path: 'b.ckpt', sha256sum: hash('b') },
    ]);
    const moved = [{ ...fileA, file_url: 'https://y/a' }, fileB];
    expect(changed({ config: { download: moved } }).config).toEqual({
      ...storedLegacy.config,
      download: [
        { file_name: 'a.ckpt', file_path: 'sub', file_url: 'https://y/a', zz: 1 },
        storedLegacy.config.download[1],
      ],
    });
  });

  test.each([undefined, `sha256:${hash('a')}`, `${hash('a')} *a.ckpt`])(
    'keeps the checksum of a file whose hash nobody knew: %s',
    (sha256sum) => {
      const file = { path: 'a.ckpt', md5sum: 'm', ...(sha256sum && { sha256sum }) };
      const legacy = { ...image, config: { files: [file], download: [] } };
      const download = [{ file_name: 'a.ckpt', file_url: '', sha256sum: hash('c') }];
      const stored = { ...toV2('image_generation', legacy), config: { download } };
      expect((fromV2('image_generation', stored, legacy).config as JsonObject).files).toEqual([
        { path: 'a.ckpt', md5sum: 'm', sha256sum: hash('c') },
      ]);
    },
  );

  it('makes no download entry for a file that has none, unless it is about that file', () => {
    const config = {
      files: [{ path: 'a.ckpt' }, { path: 'b.ckpt' }],
      download: [{ file_name: 'a.ckpt', file_url: 'https://x/a' }],
    };
    const legacy = { ...image, config };
    const downloadsAfter = (urlOfA: string, urlOfB: string) => {
      const download = [
        { file_name: 'a.ckpt', file_url: urlOfA, sha256sum: 'FIXME' },
        { file_name: 'b.ckpt', file_url: urlOfB, sha256sum: 'FIXME' },
      ];
      const stored = { ...toV2('image_generation', legacy), config: { download } };
      return (fromV2('image_generation', stored, legacy).config as JsonObject).download;
    };
    const moved = { file_name: 'a.ckpt', file_url: 'https://y/a' };
    expect(downloadsAfter('https://y/a', '')).toEqual([moved]);
    expect(downloadsAfter('https://y/a', 'https://y/b')).toEqual([
      moved,
      { file_name: 'b.ckpt', file_path: '', file_url: 'https://y/b' },
    ]);
  });

  it('has the hashes of embedded components when there are any', () => {
    const config = { download: [], embedded_component_hashes: { vae: 'h' } };
    expect(fromV2('image_generation', { ...record, config }).config).toEqual({ files: [], ...config });
    const none = { download: [], embedded_component_hashes: {} };
    expect(fromV2('image_generation', { ...record, config: none }).config).toStrictEqual({
      files: [],
      download: [],
    });
  });

  it('adds and removes files, and leaves configuration files where they are', () => {
    const added = { file_name: 'c.ckpt', file_url: 'https://x/c', sha256sum: hash('c'), file_purpose: 'vae' };
    expect(changed({ config: { download: [added, fileB] } }).config).toEqual({
      files: [
        { path: 'c.ckpt', sha256sum: hash('c'), file_type: 'vae' },
        { path: 'v1.yaml' },
        { path: 'b.ckpt', sha256sum: hash('b') },
      ],
      download: [
        { file_name: 'c.ckpt', file_path: '', file_url: 'https://x/c' },
        storedLegacy.config.download[1],
      ],
      more: 1,
    });
  });

  it('is a new legacy record when there was none', () => {
    const { record_type: _, ...fields } = record;
    expect(
      JSON.stringify(fromV2('image_generation', { record_type: 'image_generation', ...fields, name: 'a' })),
    ).toBe(
      JSON.stringify({
        name: 'a',
        baseline: 'stable diffusion 1',
        type: 'ckpt',
        inpainting: false,
        tags: ['x'],
        showcases: [],
        trigger: [],
        nsfw: false,
        config: {
          files: [
            { path: 'a.ckpt', sha256sum: hash('a') },
            { path: 'b.ckpt', sha256sum: hash('b') },
          ],
          download: [
            { file_name: 'a.ckpt', file_path: '', file_url: 'https://x/a' },
            { file_name: 'b.ckpt', file_path: '', file_url: 'https://x/b' },
          ],
        },
      }),
    );
  });

  test.each<[CategoryName, object, object]>([
    ['controlnet', { controlnet_style: 'control_x' }, { name: 'a', type: 'control_x', style: 'control_x' }],
    ['esrgan', {}, { name: 'a', type: 'realesrgan' }],
    ['clip', { pretrained_name: 'p' }, { name: 'a', type: 'clip', pretrained_name: 'p' }],
  ])('has the type of its category: %s', (category, fields, legacy) => {
    const stored = findCategory(category)!
      .stored(baselines)
      .parse({ name: 'a', ...fields });
    expect(fromV2(category, stored)).toEqual({ ...legacy, config: { files: [], download: [] } });
  });

  const hough = { type: 'control_hough', style: 'zzz' };
  test.each<[CategoryName, JsonObject, JsonObject, JsonObject]>([
    ['controlnet', hough, { description: 'd' }, hough],
    ['controlnet', hough, { controlnet_style: 'b' }, { type: 'b', style: 'b' }],
    ['esrgan', { type: 'esrgan' }, { description: 'd' }, { type: 'esrgan' }],
    ['clip', { type: 'coca' }, { pretrained_name: 'p' }, { type: 'coca' }],
  ])('keeps a type that v2 cannot tell: %s %j %j', (category, legacy, change, kept) => {
    expect(fromV2(category, { ...toV2(category, legacy), ...change }, legacy)).toMatchObject(kept);
  });
});

describe('a v1 change, seen from v2', () => {
  const previous: ModelRecord = {
    ...toV2('image_generation', storedLegacy),
    baseline: 'stable_diffusion_1',
    finetune_series: { name: 'f' },
    metadata: { schema_version: '2.0.0', created_at: 5, created_by: 'ada#1' },
    model_classification: { domain: 'image', purpose: 'miscellaneous' },
    config: {
      download: [
        {
          file_name: 'a.ckpt',
          file_url: 'https://x/a',
          sha256sum: hash('a'),
          known_slow_download: true,
          size_bytes: 7,
        },
        { file_name: 'b.ckpt', file_url: 'https://x/b', sha256sum: hash('b'), size_bytes: 8 },
      ],
    },
  };
  const legacy = fromV2('image_generation', previous, storedLegacy);

  it('drops the size of a file whose bytes are others now', () => {
    const [first, ...others] = storedLegacy.config.files;
    const config = { ...storedLegacy.config, files: [{ ...first, sha256sum: hash('c') }, ...others] };
    expect(toV2('image_generation', { ...legacy, config }, previous).config).toEqual({
      download: [
        { file_name: 'a.ckpt', file_url: 'https://x/a', sha256sum: hash('c'), known_slow_download: true },
        { file_name: 'b.ckpt', file_url: 'https://x/b', sha256sum: hash('b'), size_bytes: 8 },
      ],
    });
  });

  it('takes what a body leaves out as taken away, but for config keys that no body can speak of', () => {
    const body = { ...image, type: 'ckpt', config: { files: [], download: [] } };
    const stored = form('image_generation').fromBody({ ...body, nsfw: null }, storedLegacy as LegacyRecord);
    expect(stored).toEqual({ ...body, config: { files: [], download: [], more: 1 } });
    expect(toV2('image_generation', stored, previous)).toMatchObject({ tags: [], config: { download: [] } });
  });

  it.each([null, { name: 'a' }])('takes a body as it is when there was no config: %j', (before) => {
    const body = { name: 'a', config: { files: [], download: [] } };
    expect(form('image_generation').fromBody(body, before)).toEqual(body);
  });
});
