import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import type { CategoryName } from '../../../../src/records/categories/index.ts';
import { parseInput } from '../../../../src/records/parse.ts';
import { baselines, findCategory } from '../../../support/categories.ts';

function submit(category: CategoryName, body: unknown) {
  const result = parseInput(findCategory(category)!.legacy!.body(baselines), body, 'body');
  return result.ok ? result.value : result.problems;
}

const config = { files: [], download: [] };

describe('an accepted v1 body, key by key', () => {
  test.each<[CategoryName, object, object]>([
    ['blip', { name: 'a' }, { name: 'a', type: 'blip', config }],
    ['clip', { name: 'a', config: null }, { name: 'a', type: 'clip', config }],
    [
      'clip',
      { name: 'a', type: 'coca', pretrained_name: 'p' },
      { name: 'a', type: 'coca', config, pretrained_name: 'p' },
    ],
    ['codeformer', { name: 'a' }, { name: 'a', type: 'CodeFormers', config }],
    ['esrgan', { name: 'a', nsfw: 'no' }, { name: 'a', type: 'realesrgan', nsfw: false, config }],
    ['gfpgan', { name: 'a' }, { name: 'a', type: 'gfpgan', config }],
    ['safety_checker', { name: 'a' }, { name: 'a', type: 'safety_checker', config }],
    [
      'miscellaneous',
      { baseline: 'x', name: 'a', available: false, none: null },
      { name: 'a', type: 'layer_diffuse', config, available: false, baseline: 'x' },
    ],
    [
      'controlnet',
      { name: 'a', type: 'control_canny', config: { files: null, more: 1 } },
      { name: 'a', type: 'control_canny', config },
    ],
    [
      'clip',
      { name: 'a', config: { download: ['u', 'mirror'].map((file_url) => ({ file_name: 'x', file_url })) } },
      {
        name: 'a',
        type: 'clip',
        config: {
          files: [{ path: 'x' }],
          download: ['u', 'mirror'].map((file_url) => ({ file_name: 'x', file_path: '', file_url })),
        },
      },
    ],
    [
      'text_generation',
      {
        name: 'a/B-7B',
        parameters: '7000000000',
        tags: ['x'],
        settings: { temperature: 1 },
        odd: { deep: null },
      },
      {
        name: 'a/B-7B',
        config,
        parameters: 7000000000,
        tags: ['x'],
        settings: { temperature: 1 },
        odd: { deep: null },
      },
    ],
    [
      'image_generation',
      {
        name: 'L1',
        baseline: 'stable diffusion 1',
        nsfw: false,
        style: 'anime',
        description: 'd',
        tags: ['b', 'a'],
        unknown_field: 5,
        min_bridge_version: 3,
        showcases: ['https://x/y.png'],
        trigger: null,
        size_on_disk_bytes: 10,
        config: {
          files: [
            { path: 'a.safetensors', sha256sum: '000', md5sum: null, extra: 1 },
            { path: 'v1-inference.yaml' },
          ],
          download: [{ file_name: 'a.safetensors', file_url: 'https://x/y', zz: 1 }],
          more: 1,
        },
      },
      {
        name: 'L1',
        baseline: 'stable diffusion 1',
        type: 'ckpt',
        inpainting: false,
        description: 'd',
        tags: ['b', 'a'],
        showcases: ['https://x/y.png'],
        style: 'anime',
        nsfw: false,
        config: {
          files: [{ path: 'a.safetensors', sha256sum: '000', extra: 1 }, { path: 'v1-inference.yaml' }],
          download: [{ file_name: 'a.safetensors', file_path: '', file_url: 'https://x/y', zz: 1 }],
        },
        size_on_disk_bytes: 10,
        min_bridge_version: 3,
        unknown_field: 5,
      },
    ],
  ])('%s %j', (category, body, payload) => {
    const accepted = submit(category, body);
    expect(JSON.stringify(accepted)).toBe(JSON.stringify(payload));
    expect(accepted).toStrictEqual(payload);
  });

  test.each([
    ['stable_diffusion_1', 'stable diffusion 1'],
    ['stable diffusion 2', 'stable diffusion 2'],
    ['stable_diffusion_2_512', 'stable diffusion 2 512'],
    ['stable_diffusion_xl', 'stable_diffusion_xl'],
    ['SDXL', 'stable_diffusion_xl'],
    ['SD1.5', 'stable diffusion 1'],
  ])('the baseline %s is written %s', (baseline, written) => {
    expect((submit('image_generation', { name: 'a', baseline }) as JsonObject).baseline).toBe(written);
  });
});

describe('a v1 body that is refused', () => {
  const image = { name: 'a', baseline: 'stable_diffusion_xl' };
  const file = { path: 'a.ckpt' };
  test.each<[CategoryName, object, object[]]>([
    ['blip', {}, [{ type: 'missing', loc: ['body', 'name'] }]],
    [
      'clip',
      { name: 'a', type: 'x' },
      [{ type: 'literal_error', loc: ['body', 'type'], msg: "Input should be 'clip' or 'coca'" }],
    ],
    ['esrgan', { name: 'a', type: 'esrgan' }, [{ type: 'literal_error', loc: ['body', 'type'] }]],
    ['controlnet', { name: 'a' }, [{ type: 'missing', loc: ['body', 'type'] }]],
    ['controlnet', { name: 'a', type: 'control_hough' }, [{ type: 'literal_error', loc: ['body', 'type'] }]],
    ['image_generation', { name: 'a' }, [{ type: 'missing', loc: ['body', 'baseline'] }]],
    [
      'image_generation',
      { ...image, showcases: ['https://x/y.png', 'https://huggingface.co/x'] },
      [
        {
          type: 'value_error',
          loc: ['body', 'showcases'],
          msg: 'Value error, huggingface showcases are not allowed',
        },
      ],
    ],
    ['image_generation', { ...image, style: 'zzz' }, [{ type: 'value_error', loc: ['body', 'style'] }]],
    ['blip', { name: 'a', config: [] }, [{ type: 'model_attributes_type', loc: ['body', 'config'] }]],
    ['blip', { name: 'a', config: { files: {} } }, [{ type: 'list_type', loc: ['body', 'config', 'files'] }]],
    [
      'blip',
      { name: 'a', config: { files: [{}] } },
      [{ type: 'missing', loc: ['body', 'config', 'files', 0, 'path'] }],
    ],
    [
      'blip',
      { name: 'a', config: { files: [file], download: [{ file_name: 'a.ckpt', file_url: 'http://[' }] } },
      [{ type: 'value_error', loc: ['body', 'config'], msg: 'Value error, invalid download url' }],
    ],
    [
      'blip',
      { name: 'a', config: { files: [file], download: [{ file_url: '' }] } },
      [{ type: 'value_error', loc: ['body', 'config', 'download', 0, 'file_name'] }],
    ],
    [
      'blip',
      { name: 'a', config: { files: [file], download: [{ file_name: 'a.ckpt', file_url: '//[' }] } },
      [{ type: 'value_error', loc: ['body', 'config'], msg: 'Value error, invalid download url' }],
    ],
    [
      'blip',
      {
        name: 'a',
        config: {
          files: [file],
          download: [...Array(10).fill({ file_name: 'a.ckpt' }), { file_url: 'b.ckpt' }],
        },
      },
      [{ type: 'value_error', loc: ['body', 'config', 'download', 10, 'file_name'] }],
    ],
    ['text_generation', { name: 'a' }, [{ type: 'missing', loc: ['body', 'parameters'] }]],
    [
      'text_generation',
      { name: 'a', parameters: 0 },
      [{ type: 'greater_than', loc: ['body', 'parameters'] }],
    ],
    [
      'text_generation',
      { name: 'a', parameters: 1, settings: { q: 1 } },
      [
        {
          type: 'value_error',
          loc: ['body', 'settings', 'q'],
          msg: expect.stringMatching(
            /^Value error, 'q' is not a generation parameter\. Valid keys are: dynatemp_exponent, .*, use_default_badwordsids$/,
          ),
        },
      ],
    ],
  ])('%s %j', (category, body, problems) => {
    expect(submit(category, body)).toMatchObject(problems);
  });

  test.each(['', 'model.ckpt', 'https://x/y?z=[1]', 'http://[::1]/x', '/to?u=http://[', 'not a url'])(
    'but not for the address %j',
    (url) => {
      const body = {
        name: 'a',
        config: { files: [file], download: [{ file_name: 'a.ckpt', file_url: url }] },
      };
      expect(submit('blip', body)).toMatchObject({ name: 'a' });
    },
  );
});
