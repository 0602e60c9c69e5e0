import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { CategoryName } from '../../../../src/records/categories/index.ts';
import { normaliseStored } from '../../../../src/records/model-views.ts';
import { parseInput } from '../../../../src/records/parse.ts';
import { baselines, categories, categoryNames, findCategory } from '../../../support/categories.ts';

function submit(category: CategoryName, body: unknown) {
  const result = parseInput(findCategory(category)!.record(baselines), body, 'body');
  return result.ok ? result.value : result.problems;
}

const metadata = { schema_version: '2.0.0' };
const config = { download: [] };
const image = { domain: 'image', purpose: 'generation' };

test('the categories, in the order clients see', () => {
  expect(categoryNames).toEqual([
    'image_generation',
    'text_generation',
    'clip',
    'controlnet',
    'blip',
    'esrgan',
    'gfpgan',
    'codeformer',
    'safety_checker',
    'video_generation',
    'audio_generation',
    'miscellaneous',
    'lora',
    'ti',
  ]);
  expect(categories.filter(({ legacy }) => legacy).map(({ name }) => name)).toHaveLength(10);
  expect(findCategory('toString')).toBeUndefined();
});

describe('a body and the record it becomes, key by key', () => {
  test.each<[CategoryName, object, object]>([
    [
      'image_generation',
      { name: 'X1', baseline: 'stable_diffusion_xl', nsfw: false },
      {
        record_type: 'image_generation',
        name: 'X1',
        metadata,
        config,
        model_classification: image,
        inpainting: false,
        baseline: 'stable_diffusion_xl',
        tags: [],
        showcases: [],
        trigger: [],
        nsfw: false,
      },
    ],
    [
      'image_generation',
      {
        name: 'X3',
        baseline: 'SDXL',
        nsfw: 'yes',
        style: ' anime ',
        tags: [' a ', 'b'],
        extra: 1,
        config: { download: [{ file_name: 'a', file_url: 'u', zz: 1 }], files: [] },
        metadata: { created_at: 5, foo: 1 },
        trigger: null,
        inpainting: null,
      },
      {
        record_type: 'image_generation',
        name: 'X3',
        metadata: { schema_version: '2.0.0', created_at: 5 },
        config: { download: [{ file_name: 'a', file_url: 'u', sha256sum: 'FIXME' }] },
        model_classification: image,
        baseline: 'stable_diffusion_xl',
        tags: ['a', 'b'],
        showcases: [],
        trigger: [],
        nsfw: true,
        style: 'anime',
      },
    ],
    [
      'text_generation',
      {
        name: 'org/New-7B-Q4',
        parameters: 7000000000,
        tags: ['chat '],
        style: 'weird',
        unknown: 3,
        guidance: { status: 'published' },
        capabilities: {
          tool_calling: { status: 'unsupported', qualification: null },
          structured_output: null,
        },
        context_window: { maximum_tokens: '8192', sources: [{ url: 'https://a.example', note: 'b' }] },
        interaction_modes: null,
      },
      {
        record_type: 'text_generation',
        name: 'org/New-7B-Q4',
        metadata,
        config,
        model_classification: { domain: 'text', purpose: 'generation' },
        parameters: 7000000000,
        nsfw: false,
        style: 'weird',
        tags: ['chat'],
        context_window: { maximum_tokens: 8192, sources: [{ url: 'https://a.example', note: 'b' }] },
        capabilities: { tool_calling: { status: 'unsupported', sources: [] } },
      },
    ],
    [
      'clip',
      { name: 'c' },
      {
        record_type: 'clip',
        name: 'c',
        metadata,
        config,
        model_classification: { domain: 'image', purpose: 'feature_extractor' },
      },
    ],
    [
      'video_generation',
      { name: 'v' },
      {
        record_type: 'video_generation',
        name: 'v',
        metadata,
        config,
        model_classification: { domain: 'video', purpose: 'generation' },
        nsfw: false,
      },
    ],
    [
      'lora',
      {
        showcases: [],
        trigger: [' t '],
        tags: null,
        name: 'l',
        finetune_series: { name: 'f', author: null },
      },
      {
        record_type: 'lora',
        name: 'l',
        finetune_series: { name: 'f' },
        metadata,
        config,
        model_classification: { domain: 'image', purpose: 'auxiliary_or_patch' },
        nsfw: false,
        trigger: [' t '],
        showcases: [],
      },
    ],
    [
      'blip',
      {
        name: 'b',
        size_on_disk_bytes: 0,
        model_classification: { purpose: 'miscellaneous', domain: 'audio' },
      },
      {
        record_type: 'blip',
        name: 'b',
        metadata,
        config,
        model_classification: { domain: 'audio', purpose: 'miscellaneous' },
        size_on_disk_bytes: 0,
      },
    ],
    [
      'controlnet',
      {
        name: 'c',
        controlnet_style: 'new_style',
        config: {
          embedded_component_hashes: { vae: 'h' },
          download: [
            {
              size_bytes: '7',
              known_slow_download: 'on',
              file_purpose: 'vae',
              content_hash: 'h',
              sha256sum: 's',
              file_url: '',
              file_name: 'f',
            },
          ],
        },
      },
      {
        record_type: 'controlnet',
        name: 'c',
        metadata,
        config: {
          download: [
            {
              file_name: 'f',
              file_url: '',
              sha256sum: 's',
              content_hash: 'h',
              file_purpose: 'vae',
              known_slow_download: true,
              size_bytes: 7,
            },
          ],
          embedded_component_hashes: { vae: 'h' },
        },
        model_classification: { domain: 'image', purpose: 'auxiliary_or_patch' },
        controlnet_style: 'new_style',
      },
    ],
  ])('%s %j', (category, body, record) => {
    expect(JSON.stringify(submit(category, body))).toBe(JSON.stringify(record));
  });
});

describe('a body that is refused', () => {
  const good = { name: 'n', baseline: 'stable_diffusion_1', nsfw: false };
  const missing = (field: string) => ({ type: 'missing', loc: ['body', field], msg: 'Field required' });
  test.each<[CategoryName, object, object[]]>([
    ['image_generation', {}, [missing('name'), missing('baseline'), missing('nsfw')]],
    ['text_generation', {}, [missing('name'), missing('parameters')]],
    ['clip', {}, [missing('name')]],
    [
      'image_generation',
      { ...good, style: 'Anime' },
      [{ type: 'value_error', loc: ['body'], msg: 'Value error, Unknown style: Anime', ctx: { error: {} } }],
    ],
    ['image_generation', { ...good, style: '' }, [{ loc: ['body'], msg: 'Value error, Unknown style: ' }]],
    [
      'image_generation',
      { ...good, baseline: 5, nsfw: null },
      [{ type: 'string_type' }, { type: 'bool_type' }],
    ],
    ['clip', { name: 'n', config: null }, [{ type: 'model_attributes_type', loc: ['body', 'config'] }]],
    ['clip', { name: 'n', metadata: null }, [{ type: 'model_attributes_type', loc: ['body', 'metadata'] }]],
    ['clip', { name: 'n', record_type: 'lora' }, [{ type: 'literal_error', loc: ['body', 'record_type'] }]],
    [
      'clip',
      { name: 'n', config: { download: [{ file_name: 'f', sha256sum: null }] } },
      [
        { type: 'missing', loc: ['body', 'config', 'download', 0, 'file_url'] },
        { type: 'string_type', loc: ['body', 'config', 'download', 0, 'sha256sum'] },
      ],
    ],
    [
      'clip',
      { name: 'n', model_classification: { domain: 'x' } },
      [
        {
          type: 'enum',
          loc: ['body', 'model_classification', 'domain'],
          msg: "Input should be 'image', 'text', 'video', 'audio' or 'rendered_3d'",
        },
        { type: 'missing', loc: ['body', 'model_classification', 'purpose'] },
      ],
    ],
    ['text_generation', [], [{ type: 'model_attributes_type', loc: ['body'] }]],
    [
      'text_generation',
      { name: 'n', parameters: 0 },
      [{ type: 'greater_than', loc: ['body', 'parameters'] }],
    ],
    [
      'text_generation',
      { name: 'n', parameters_count: 'x' },
      [{ type: 'int_parsing', loc: ['body', 'parameters'], input: 'x' }],
    ],
    [
      'text_generation',
      { name: 'n', parameters: 1, settings: { temperature: 1, q: 2 } },
      [{ type: 'value_error', loc: ['body', 'settings', 'q'], input: 2 }],
    ],
    [
      'text_generation',
      { name: 'n', parameters: 1, nsfw: null },
      [{ type: 'bool_type', loc: ['body', 'nsfw'] }],
    ],
    [
      'text_generation',
      {
        name: 'n',
        parameters: 1,
        context_window: { maximum_tokens: 0, sources: [{ url: 'ftp://x', more: 1 }] },
        interaction_modes: { flying: {} },
        capabilities: { tool_calling: { status: 'yes' } },
      },
      [
        { type: 'greater_than_equal', loc: ['body', 'context_window', 'maximum_tokens'] },
        {
          type: 'value_error',
          loc: ['body', 'context_window', 'sources', 0, 'url'],
          msg: "Value error, 'ftp://x' is not an address that begins with http:// or https://",
        },
        { type: 'extra_forbidden', loc: ['body', 'context_window', 'sources', 0, 'more'] },
        { type: 'extra_forbidden', loc: ['body', 'interaction_modes', 'flying'] },
        { type: 'enum', loc: ['body', 'capabilities', 'tool_calling', 'status'] },
      ],
    ],
  ])('%s %j', (category, body, problems) => {
    expect(submit(category, body)).toMatchObject(problems);
  });
});

describe('baselines of image records', () => {
  test.each([
    ['infer', 'infer'],
    ['stable_diffusion_1', 'stable_diffusion_1'],
    ['stable diffusion 1.5', 'stable_diffusion_1'],
    ['SD1', 'stable_diffusion_1'],
    ['SDXL', 'stable_diffusion_xl'],
    ['stable diffusion xl', 'stable_diffusion_xl'],
    ['stable_cascade', 'stable_cascade'],
    ['flux dev', 'flux_dev'],
    ['qwen-image', 'qwen_image'],
    ['qwen', 'qwen_image'],
    ['zimage', 'z_image_turbo'],
  ])('%s is accepted and stored as %s', (sent, baseline) => {
    expect(submit('image_generation', { name: 'n', baseline: sent, nsfw: false })).toMatchObject({
      baseline,
    });
    expect(submit('lora', { name: 'n', baseline: sent })).toMatchObject({ baseline });
  });

  // Whether there is such a baseline is a question of the catalogue, which the transaction of a write reads.
  test.each(['sora', 'stable diffusion 2', 'sdxl', ''])('%j is kept as it is', (baseline) => {
    expect(submit('image_generation', { name: 'n', baseline, nsfw: false })).toMatchObject({ baseline });
    expect(submit('lora', { name: 'n', baseline })).toMatchObject({ baseline });
  });
});

describe('the parameter count of a text model', () => {
  test.each([
    [{ parameters: 7 }, 7],
    [{ parameters_count: '7' }, 7],
    [{ parameters: 7, parameters_count: 8 }, 7],
  ])('%j is %d parameters', (body, parameters) => {
    const record = submit('text_generation', { name: 'n', ...body });
    expect(record).toMatchObject({ parameters });
    expect(record).not.toHaveProperty('parameters_count');
  });
});

describe('a stored record that is read again', () => {
  it('keeps server metadata and what a submission may not say, and takes a missing name from its key', () => {
    const stored = {
      record_type: 'text_generation',
      parameters: 0,
      settings: { odd: 1 },
      metadata: { created_at: 5 },
      model_name: 'x',
    };
    expect(normaliseStored(findCategory('text_generation')!, 'a/b', stored, baselines)).toEqual({
      ok: true,
      value: {
        record_type: 'text_generation',
        name: 'a/b',
        metadata: { schema_version: '2.0.0', created_at: 5 },
        config,
        model_classification: { domain: 'text', purpose: 'generation' },
        parameters: 0,
        nsfw: false,
        settings: { odd: 1 },
      },
    });
  });

  it('says what is wrong with it', () => {
    expect(normaliseStored(findCategory('clip')!, 'a', [], baselines)).toMatchObject({
      ok: false,
      problems: [{ type: 'model_attributes_type', loc: ['body'] }],
    });
  });

  it('has its own name, and a config without downloads', () => {
    expect(
      normaliseStored(findCategory('clip')!, 'key', { name: 'own', config: {} }, baselines),
    ).toMatchObject({
      value: { name: 'own', config: { download: [] } },
    });
  });
});

describe.each(categories)('$name', (category) => {
  const minimal = { name: 'n', baseline: 'infer', nsfw: true, parameters: 1 };

  it('writes its fields in declaration order, and the same record again when that is read', () => {
    const full = Object.fromEntries(category.fields.map((field) => [field, undefined]).reverse());
    const record = submit(category.name as CategoryName, { ...full, ...minimal }) as object;
    const keys = Object.keys(record);
    expect(keys).toEqual(category.fields.filter((field) => keys.includes(field)));
    expect(JSON.stringify(submit(category.name as CategoryName, record))).toBe(JSON.stringify(record));
  });

  it('flags only fields that it has', () => {
    for (const field of category.criticalFields) expect(category.fields).toContain(field);
    expect(category.criticalFields).not.toEqual([]);
  });

  it('is documented under its own name, as what it reads', () => {
    const schema = z.toJSONSchema(category.record(baselines), { io: 'input' });
    expect(schema.$ref).toBe(`#/$defs/${category.recordName}`);
    const shape = schema.$defs?.[category.recordName];
    expect(Object.keys(shape?.properties ?? {})).toEqual(category.fields);
    expect(shape?.required).toContain('name');
    if (category.legacy)
      expect(z.toJSONSchema(category.legacy.body(baselines), { io: 'input' }).$ref).toMatch(
        category.legacy.recordName,
      );
  });
});
