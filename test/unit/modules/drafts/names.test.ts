import { expect, test } from 'vitest';
import { parseImageName } from '../../../../src/modules/drafts/image-fields.ts';
import {
  findBaseByName,
  findFormatByBase,
  findFormatByName,
  parseParameterCount,
} from '../../../../src/modules/drafts/text-families.ts';

test.each([
  ['volrath50/fantasy-card-diffusion', 'Fantasy Card Diffusion', null],
  ['dreamlike-art/dreamlike-diffusion-1.0', 'Dreamlike Diffusion', '1.0'],
  ['cagliostrolab/animagine-xl-3.0', 'Animagine XL', '3.0'],
  ['eimiss/EimisAnimeDiffusion_1.0v', 'Eimis Anime Diffusion', '1.0'],
  ['NoCrypt/SomethingV2_2', 'Something', '2.2'],
  ['ShadoWxShinigamI/Midjourney-v4-PaintArt', 'Midjourney PaintArt', null],
  ['JosephusCheung/ACertainThing', 'ACertainThing', null],
  ['somebody/MeinaMix', 'MeinaMix', null],
  ['somebody/project-unreal-engine-5', 'Project Unreal Engine 5', null],
  ['somebody/sd-v1-5-inpainting', 'SD V1 5 Inpainting', null],
  ['somebody/v2', 'V2', null],
])('the image model of %s is named %s', (path, name, version) => {
  expect(parseImageName(path)).toEqual({ name, version });
});

test.each([
  ['Sao10K/L3-8B-Stheno-v3.2', 'meta-llama/Meta-Llama-3-8B', 'Llama 3'],
  ['meta-llama/Meta-Llama-3.1-8B-Instruct', 'meta-llama/Llama-3.1-8B', 'Llama 3'],
  // What everybody begins with was made of nothing.
  ['meta-llama/Llama-3.1-8B', null, 'Llama 3'],
  // Sizes that the family does not have: merged of several, or stacked.
  ['MarsupialAI/IxChel-L3-12B', null, 'Llama 3'],
  ['xxx777xxxASD/L3_SnowStorm_4x8B', null, 'Llama 3'],
  // 34 is no version, nor is 3 of 3B.
  ['codellama/CodeLlama-34b-hf', null, null],
  ['SicariusSicariiStuff/Impish_LLAMA_3B', null, null],
  ['Qwen/Qwen3-30B-A3B-Thinking-2507', 'Qwen/Qwen3-30B-A3B-Base', 'ChatML'],
  ['KoboldAI/OPT-2.7B-Erebus', 'facebook/opt-2.7b', null],
  ['microsoft/WizardLM-2-8x22B', 'mistralai/Mixtral-8x22B-v0.1', 'Vicuna'],
  ['cognitivecomputations/dolphin-2.9.3-mistral-nemo-12b', 'mistralai/Mistral-Nemo-Base-2407', 'ChatML'],
  ['acme/Nothing-Known-13B', null, null],
])('the name %s tells of %s and %s', (id, base, format) => {
  expect([findBaseByName(id, null), findFormatByName(id)]).toEqual([base, format]);
});

test('a name without a size has that of what was counted', () => {
  const id = 'Tap-M/Luna-AI-Llama2-Uncensored';
  expect([7.14e9, 11e9, null].map((parameters) => findBaseByName(id, parameters))).toEqual([
    'meta-llama/Llama-2-7b-hf',
    null,
    null,
  ]);
});

test('a base that others make of for several formats tells none', () => {
  expect(['Qwen/Qwen3-8B', 'google/gemma-2-27b', 'acme/other'].map(findFormatByBase)).toEqual([
    'ChatML',
    null,
    null,
  ]);
});

test.each([
  ['acme/Example-12B-v1', 12e9, false],
  ['facebook/opt-125m', 125e6, false],
  ['bigscience/bloom-1b7', 1.7e9, false],
  ['Qwen/Qwen-1_8B-Chat', 1.8e9, false],
  ['mistralai/Mixtral-8x22B-Instruct-v0.1', 176e9, true],
  ['Qwen/Qwen3-30B-A3B', 30e9, true],
  // An author is no size.
  ['Sao10K/Stheno', null, false],
])('the name %s says %d parameters', (id, count, isMixture) => {
  expect(parseParameterCount(id)).toEqual({ count, isMixture });
});
