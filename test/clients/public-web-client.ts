import type { JsonObject } from '../../src/kernel/json.ts';

/** A file as people fill it into the web client's form. */
const file = {
  file_name: 'a-model.safetensors',
  file_url: 'https://huggingface.co/an-author/a-model/resolve/main/a-model.safetensors',
  sha256sum: 'a3c1f0e4b5d697887869504132231405f6e7d8c9bacbdcedfe0f102132435465',
};

/** What the web client sends for a model of a category, made after what was recorded of it. */
interface WebClientBodies {
  readonly create: JsonObject;
  /** The form is filled from the read record; all of it comes back. */
  readonly edit: (read: JsonObject) => JsonObject;
}

/** In v1 it writes no `files`: name and hash of a file stand in `download`. */
const ofV1 = (own: JsonObject): WebClientBodies => ({
  create: {
    ...own,
    name: 'web model',
    description: 'Made in the web client.',
    version: '1.0',
    config: { files: [], download: [{ ...file, file_path: '' }] },
  },
  edit: (read) => ({
    ...read,
    description: 'Edited in the web client.',
    config: { files: [], download: [{ ...file, file_path: '' }] },
  }),
});

const ofV2 = (own: JsonObject): WebClientBodies => ({
  create: {
    ...own,
    name: 'web model',
    description: 'Made in the web client.',
    version: '1.0',
    config: { download: [file] },
  },
  edit: (read) => ({ ...read, description: 'Edited in the web client.' }),
});

const imagesOfV1 = { type: 'ckpt', baseline: 'stable diffusion 1', nsfw: false, inpainting: false };
const imagesOfV2 = { baseline: 'stable_diffusion_1', nsfw: false, inpainting: false };

export const bodiesOfV1: Readonly<Record<string, WebClientBodies>> = {
  image_generation: ofV1({ ...imagesOfV1, style: 'realistic', tags: ['portrait'], trigger: [] }),
  clip: ofV1({ type: 'clip' }),
  esrgan: ofV1({ type: 'realesrgan' }),
  miscellaneous: ofV1({ type: 'layer_diffuse' }),
  blip: ofV1({ type: 'blip' }),
};

export const bodiesOfV2: Readonly<Record<string, WebClientBodies>> = {
  image_generation: ofV2({ ...imagesOfV2, style: 'realistic', tags: ['portrait'], trigger: [] }),
  clip: ofV2({}),
  esrgan: ofV2({}),
  miscellaneous: ofV2({}),
  blip: ofV2({}),
};

export const webClientFile = file;
