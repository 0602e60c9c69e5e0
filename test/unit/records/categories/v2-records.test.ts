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

test('the categories, in the order clients see', () => {
  expect(categoryNames.join(' ')).toBe(
    'image_generation text_generation clip controlnet blip esrgan gfpgan codeformer safety_checker ' +
      'video_generation audio_generation miscellaneous lora ti',
  );
  expect(categories.filter(({ legacy }) => legacy).map(({ name }) => name)).toHaveLength(10);
  expect(findCategory('toString')).toBeUndefined();
});

describe('a body and the record it becomes, key by key', () => {
  /** The fields that all records have, in their order. */
  const common = (domain: string, purpose: string, own: object = {}) => ({
    ...{ metadata, config, ...own },
    model_classification: { domain, purpose },
  });
  const lists = { tags: [], showcases: [], trigger: [] };
  const window = { maximum_tokens: '8192', sources: [{ url: 'https://a.example', note: 'b' }] };
  const unsupported = { status: 'unsupported', qualification: null };
  const file = { file_name: 'a', file_url: 'u' };
  const mixed = { size_bytes: '7', known_slow_download: 'on', file_purpose: 'vae', content_hash: 'h' };
  const ordered = { sha256sum: 's', content_hash: 'h', file_purpose: 'vae', known_slow_download: true };
  const embedded_component_hashes = { vae: 'h' };
  test.each<[CategoryName, string, object, object]>([
    [
      'image_generation',
      'X1',
      { baseline: 'stable_diffusion_xl', nsfw: false },
      {
        ...{ ...common('image', 'generation'), inpainting: false },
        ...{ baseline: 'stable_diffusion_xl', ...lists, nsfw: false },
      },
    ],
    [
      'image_generation',
      'X3',
      {
        ...{ baseline: 'SDXL', nsfw: 'yes', style: ' anime ', tags: [' a ', 'b'], extra: 1 },
        config: { download: [{ ...file, zz: 1 }], files: [] },
        ...{ metadata: { created_at: 5, foo: 1 }, trigger: null, inpainting: null },
      },
      {
        ...common('image', 'generation', {
          metadata: { ...metadata, created_at: 5 },
          config: { download: [{ ...file, sha256sum: 'FIXME' }] },
        }),
        ...{ baseline: 'stable_diffusion_xl', ...lists, tags: ['a', 'b'], nsfw: true, style: 'anime' },
      },
    ],
    [
      'text_generation',
      'org/New-7B-Q4',
      {
        ...{ parameters: 7000000000, tags: ['chat '], style: 'weird', unknown: 3 },
        ...{ guidance: { status: 'published' }, context_window: window, interaction_modes: null },
        capabilities: { tool_calling: unsupported, structured_output: null },
      },
      {
        ...{ ...common('text', 'generation'), parameters: 7000000000, nsfw: false },
        ...{ style: 'weird', tags: ['chat'], context_window: { ...window, maximum_tokens: 8192 } },
        capabilities: { tool_calling: { status: 'unsupported', sources: [] } },
      },
    ],
    ['clip', 'c', {}, common('image', 'feature_extractor')],
    ['video_generation', 'v', {}, { ...common('video', 'generation'), nsfw: false }],
    [
      'lora',
      'l',
      { showcases: [], trigger: [' t '], tags: null, finetune_series: { name: 'f', author: null } },
      {
        ...{ finetune_series: { name: 'f' }, ...common('image', 'auxiliary_or_patch') },
        ...{ nsfw: false, trigger: [' t '], showcases: [] },
      },
    ],
    [
      'blip',
      'b',
      { size_on_disk_bytes: 0, model_classification: { purpose: 'miscellaneous', domain: 'audio' } },
      { ...common('audio', 'miscellaneous'), size_on_disk_bytes: 0 },
    ],
    [
      'controlnet',
      'c',
      {
        controlnet_style: 'new_style',
        config: {
          embedded_component_hashes,
          download: [{ ...mixed, sha256sum: 's', file_url: '', file_name: 'f' }],
        },
      },
      {
        ...common('image', 'auxiliary_or_patch', {
          config: {
            download: [{ file_name: 'f', file_url: '', ...ordered, size_bytes: 7 }],
            embedded_component_hashes,
          },
        }),
        controlnet_style: 'new_style',
      },
    ],
  ])('%s %s: %j', (category, name, body, fields) => {
    const record = { record_type: category, name, ...fields };
    expect(JSON.stringify(submit(category, { name, ...body }))).toBe(JSON.stringify(record));
  });
});

describe('a body that is refused', () => {
  const good = { name: 'n', baseline: 'stable_diffusion_1', nsfw: false };
  const text = { name: 'n', parameters: 1 };
  const problem = (type: string, ...path: (string | number)[]) => ({ type, loc: ['body', ...path] });
  const missing = (field: string) => ({ ...problem('missing', field), msg: 'Field required' });
  const style = 'Value error, Unknown style: Anime';
  const domains = "Input should be 'image', 'text', 'video', 'audio' or 'rendered_3d'";
  const scheme = "Value error, 'ftp://x' must begin with http:// or https://";
  const file = ['config', 'download', 0] as const;
  const source = ['context_window', 'sources', 0] as const;
  test.each<[CategoryName, object, object[]]>([
    ['image_generation', {}, [missing('name'), missing('baseline'), missing('nsfw')]],
    ['text_generation', {}, [missing('name'), missing('parameters')]],
    ['clip', {}, [missing('name')]],
    [
      'image_generation',
      { ...good, style: 'Anime' },
      [{ ...problem('value_error'), msg: style, ctx: { error: {} } }],
    ],
    ['image_generation', { ...good, style: '' }, [{ loc: ['body'], msg: 'Value error, Unknown style: ' }]],
    [
      'image_generation',
      { ...good, baseline: 5, nsfw: null },
      [problem('string_type', 'baseline'), problem('bool_type', 'nsfw')],
    ],
    ['clip', { name: 'n', config: null }, [problem('model_attributes_type', 'config')]],
    ['clip', { name: 'n', metadata: null }, [problem('model_attributes_type', 'metadata')]],
    ['clip', { name: 'n', record_type: 'lora' }, [problem('literal_error', 'record_type')]],
    [
      'clip',
      { name: 'n', config: { download: [{ file_name: 'f', sha256sum: null }] } },
      [problem('missing', ...file, 'file_url'), problem('string_type', ...file, 'sha256sum')],
    ],
    [
      'clip',
      { name: 'n', model_classification: { domain: 'x' } },
      [
        { ...problem('enum', 'model_classification', 'domain'), msg: domains },
        problem('missing', 'model_classification', 'purpose'),
      ],
    ],
    ['text_generation', [], [problem('model_attributes_type')]],
    ['text_generation', { ...text, parameters: 0 }, [problem('greater_than', 'parameters')]],
    [
      'text_generation',
      { name: 'n', parameters_count: 'x' },
      [{ ...problem('int_parsing', 'parameters'), input: 'x' }],
    ],
    [
      'text_generation',
      { ...text, settings: { temperature: 1, q: 2 } },
      [{ ...problem('value_error', 'settings', 'q'), input: 2 }],
    ],
    ['text_generation', { ...text, nsfw: null }, [problem('bool_type', 'nsfw')]],
    [
      'text_generation',
      {
        ...{ ...text, interaction_modes: { flying: {} }, capabilities: { tool_calling: { status: 'yes' } } },
        context_window: { maximum_tokens: 0, sources: [{ url: 'ftp://x', more: 1 }] },
      },
      [
        problem('greater_than_equal', 'context_window', 'maximum_tokens'),
        { ...problem('value_error', ...source, 'url'), msg: scheme },
        problem('extra_forbidden', ...source, 'more'),
        problem('extra_forbidden', 'interaction_modes', 'flying'),
        problem('enum', 'capabilities', 'tool_calling', 'status'),
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
    const own = { record_type: 'text_generation', parameters: 0, settings: { odd: 1 } };
    const stored = { ...own, metadata: { created_at: 5 }, model_name: 'x' };
    expect(normaliseStored(findCategory('text_generation')!, 'a/b', stored, baselines)).toEqual({
      ok: true,
      value: {
        ...{ ...own, name: 'a/b', metadata: { ...metadata, created_at: 5 }, config, nsfw: false },
        model_classification: { domain: 'text', purpose: 'generation' },
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
    const own = normaliseStored(findCategory('clip')!, 'key', { name: 'own', config: {} }, baselines);
    expect(own).toMatchObject({ value: { name: 'own', config } });
  });
});

describe.each(categories)('$name', (category) => {
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
