import { createDownload, createHuggingFaceUrl, type Sample } from './sample.ts';

function createMedia(
  name: string,
  description: string,
  repository: string,
  file: string,
  tags: string[],
): Sample {
  return {
    name,
    description,
    nsfw: false,
    tags,
    config: { download: [createDownload(createHuggingFaceUrl(repository, file))] },
  };
}

export const videoGeneration: readonly Sample[] = [
  createMedia(
    'LTX-Video 2B',
    'Makes video as fast as it plays.',
    'Lightricks/LTX-Video',
    'ltx-video-2b-v0.9.safetensors',
    ['text to video'],
  ),
  createMedia(
    'Stable Video Diffusion XT',
    'Moves a still image for 25 frames.',
    'stabilityai/stable-video-diffusion-img2vid-xt',
    'svd_xt.safetensors',
    ['image to video'],
  ),
  createMedia(
    'Wan 2.1 T2V 1.3B',
    'Text to video on a consumer card.',
    'Wan-AI/Wan2.1-T2V-1.3B',
    'diffusion_pytorch_model.safetensors',
    ['text to video'],
  ),
];

export const audioGeneration: readonly Sample[] = [
  createMedia(
    'MusicGen small',
    'Music from a description; 300 million parameters.',
    'facebook/musicgen-small',
    'model.safetensors',
    ['music'],
  ),
  createMedia(
    'Stable Audio Open 1.0',
    'Sounds and short pieces of up to 47 seconds.',
    'stabilityai/stable-audio-open-1.0',
    'model.safetensors',
    ['music', 'sound'],
  ),
  createMedia(
    'Bark',
    'Speech with laughter and sighs, in many languages.',
    'suno/bark',
    'pytorch_model.bin',
    ['speech'],
  ),
];
