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
  const problem = (type: string, ...path: (string | number)[]) => ({ type, loc: ['body', ...path] });
  const invalid = (msg: string, ...path: string[]) => ({ ...problem('value_error', ...path), msg });
  const badUrl = invalid('Value error, invalid download url', 'config');
  const unnamed = (at: number) => problem('value_error', 'config', 'download', at, 'file_name');
  const file = { path: 'a.ckpt' };
  const ofFile = (...download: object[]) => ({ name: 'a', config: { files: [file], download } });
  const manyNamed = Array(10).fill({ file_name: 'a.ckpt' });
  const keys =
    /^Value error, 'q' is not a generation parameter\. Valid keys are: dynatemp_exponent, .*, use_default_badwordsids$/;
  test.each<[CategoryName, object, object]>([
    ['blip', {}, problem('missing', 'name')],
    [
      'clip',
      { name: 'a', type: 'x' },
      { ...problem('literal_error', 'type'), msg: "Input should be 'clip' or 'coca'" },
    ],
    ['esrgan', { name: 'a', type: 'esrgan' }, problem('literal_error', 'type')],
    ['controlnet', { name: 'a' }, problem('missing', 'type')],
    ['controlnet', { name: 'a', type: 'control_hough' }, problem('literal_error', 'type')],
    ['image_generation', { name: 'a' }, problem('missing', 'baseline')],
    [
      'image_generation',
      { ...image, showcases: ['https://x/y.png', 'https://huggingface.co/x'] },
      invalid('Value error, huggingface showcases are not allowed', 'showcases'),
    ],
    ['image_generation', { ...image, style: 'zzz' }, problem('value_error', 'style')],
    ['blip', { name: 'a', config: [] }, problem('model_attributes_type', 'config')],
    ['blip', { name: 'a', config: { files: {} } }, problem('list_type', 'config', 'files')],
    ['blip', { name: 'a', config: { files: [{}] } }, problem('missing', 'config', 'files', 0, 'path')],
    ['blip', ofFile({ file_name: 'a.ckpt', file_url: 'http://[' }), badUrl],
    ['blip', ofFile({ file_name: 'a.ckpt', file_url: '//[' }), badUrl],
    ['blip', ofFile({ file_url: '' }), unnamed(0)],
    ['blip', ofFile(...manyNamed, { file_url: 'b.ckpt' }), unnamed(10)],
    ['text_generation', { name: 'a' }, problem('missing', 'parameters')],
    ['text_generation', { name: 'a', parameters: 0 }, problem('greater_than', 'parameters')],
    [
      'text_generation',
      { name: 'a', parameters: 1, settings: { q: 1 } },
      { ...problem('value_error', 'settings', 'q'), msg: expect.stringMatching(keys) },
    ],
  ])('%s %j', (category, body, refusal) => {
    expect(submit(category, body)).toMatchObject([refusal]);
  });

  test.each(['', 'model.ckpt', 'https://x/y?z=[1]', 'http://[::1]/x', '/to?u=http://[', 'not a url'])(
    'but not for the address %j',
    (url) => {
      expect(submit('blip', ofFile({ file_name: 'a.ckpt', file_url: url }))).toMatchObject({ name: 'a' });
    },
  );
});
