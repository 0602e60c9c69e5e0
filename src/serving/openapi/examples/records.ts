import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../kernel/json.ts';
import { categories } from '../../../records/categories/index.ts';

/** When the model was last written: Unix seconds. */
export const updatedAt = 1_767_268_800;

export const requestor = { id: '48213', username: 'modelkeeper#48213' } as const;
export const approver = { id: '20371', username: 'curator#20371' } as const;

const huggingFace = (repository: string, file: string, sha256sum: string) => ({
  download: [
    {
      file_name: file,
      file_url: `https://huggingface.co/${repository}/resolve/main/${file}`,
      sha256sum,
      size_bytes: 4_265_146_304,
    },
  ],
});

/** One well-known model per category, as a person would submit it. */
const drafts: Readonly<Record<string, JsonObject>> = {
  image_generation: {
    name: 'stable_diffusion',
    description: 'Stable Diffusion 1.5, the common ancestor of most early finetunes.',
    version: '1.5',
    baseline: 'stable_diffusion_1',
    nsfw: false,
    style: 'generalist',
    tags: ['base model'],
    homepage: 'https://huggingface.co/stable-diffusion-v1-5/stable-diffusion-v1-5',
    config: huggingFace(
      'stable-diffusion-v1-5/stable-diffusion-v1-5',
      'v1-5-pruned-emaonly.safetensors',
      '6ce0161689b3853acaa03779ec93eafe75a02f4ced659bee03f50797806fa2fa',
    ),
    size_on_disk_bytes: 4_265_146_304,
  },
  text_generation: {
    name: 'mistralai/Mistral-7B-Instruct-v0.3',
    description: 'A small model that follows instructions, with function calling.',
    baseline: 'mistralai/Mistral-7B-v0.3',
    parameters: 7_000_000_000,
    style: 'generalist',
    url: 'https://huggingface.co/mistralai/Mistral-7B-Instruct-v0.3',
    tags: ['instruct'],
    instruct_format: 'Mistral',
    settings: { temperature: 0.7 },
    // Backends load text models by their name.
    config: { download: [] },
  },
  clip: { name: 'ViT-L/14', description: 'Reads the prompts of Stable Diffusion 1.' },
  controlnet: {
    name: 'control_canny',
    description: 'Follows edges found by the Canny detector.',
    version: '1.1',
    controlnet_style: 'control_canny',
  },
  controlnet_annotator: { name: 'dpt_hybrid-midas', description: 'Estimates the depth of an image.' },
  blip: { name: 'BLIP_Large', description: 'Captions images; the large size.' },
  esrgan: { name: 'RealESRGAN_x4plus', description: 'Enlarges photographs four times.' },
  gfpgan: { name: 'GFPGAN', description: 'Restores faces.', version: '1.4' },
  codeformer: { name: 'CodeFormers', description: 'Restores faces, as faithfully as asked for.' },
  safety_checker: { name: 'safety_checker', description: 'Finds images that are not for everyone.' },
  video_generation: {
    name: 'LTX-Video 2B',
    description: 'Makes video as fast as it plays.',
    nsfw: false,
    tags: ['text to video'],
  },
  audio_generation: {
    name: 'MusicGen small',
    description: 'Music from a description.',
    nsfw: false,
    tags: ['music'],
  },
  miscellaneous: { name: 'layer_diffuse', description: 'Gives images of SDXL a transparent background.' },
  lora: {
    name: 'Detail Tweaker',
    description: 'More detail, or less with a negative weight.',
    baseline: 'stable_diffusion_1',
    trigger: ['detailed'],
  },
  ti: {
    name: 'EasyNegative',
    description: 'For the negative prompt: what images should not look like.',
    baseline: 'stable_diffusion_1',
    trigger: ['easynegative'],
  },
};

const metadata = {
  schema_version: '2.0.0',
  created_at: 1_735_732_800,
  updated_at: updatedAt,
  created_by: requestor.username,
  updated_by: requestor.username,
};

const byCategory = categories.map((category) => {
  const draft = drafts[category.name] ?? { name: `${category.name}_model` };
  const name = String(draft.name);
  const record = category.record.parse({ metadata, config: files(name), ...draft });
  return { category, record, legacy: category.legacy?.fromV2(record.name, record, null) };
});

function files(name: string) {
  const repository = name.toLowerCase().replace(/[^a-z0-9.]+/g, '-');
  const hash = createHash('sha256').update(name).digest('hex');
  return huggingFace(`example-org/${repository}`, `${repository}.safetensors`, hash);
}

/** The name of the model in the examples of a category. */
export const modelNames: ReadonlyMap<string, string> = new Map(
  byCategory.map(({ category, record }) => [category.name, record.name]),
);

function recordOf(category: string) {
  const found = byCategory.find((one) => one.category.name === category);
  if (!found?.legacy) throw new Error(`${category} has no examples`);
  return { record: found.record, legacy: found.legacy };
}

/** What the examples of queue, audit and feed are about. */
export const image = recordOf('image_generation');
export const text = recordOf('text_generation');

/** The records of every category in both formats, by component. */
export const recordExamples: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    byCategory.flatMap(({ category, record, legacy }) => [
      [category.recordName, record],
      ...(category.legacy ? [[category.legacy.recordName, legacy] as const] : []),
    ]),
  ),
  LegacyRecord: image.legacy,
  LegacyTextGenerationEntry: {
    name: text.record.name,
    model_name: 'Mistral-7B-Instruct-v0.3',
    baseline: text.record.baseline,
    parameters: text.record.parameters,
    description: text.record.description,
    version: '1',
    style: 'generalist',
    nsfw: false,
    tags: ['7B', 'generalist', 'instruct'],
    display_name: 'Mistral 7B Instruct v0.3',
    url: text.record.url,
    instruct_format: text.record.instruct_format,
    settings: text.record.settings,
  },
};
