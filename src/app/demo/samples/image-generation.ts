import { createCardLicense, createDownload, createHuggingFaceUrl, type Sample } from './sample.ts';

const openRailLicense = {
  commercial_use: 'allowed_with_conditions',
  redistribution: 'allowed_with_conditions',
  obligations: ['include_license', 'responsible_use_restrictions'],
};

export const imageGeneration: readonly Sample[] = [
  {
    name: 'stable_diffusion',
    description: 'Stable Diffusion 1.5, the common ancestor of most early finetunes.',
    version: '1.5',
    baseline: 'stable_diffusion_1',
    nsfw: false,
    style: 'generalist',
    homepage: 'https://huggingface.co/stable-diffusion-v1-5/stable-diffusion-v1-5',
    licensing: createCardLicense(
      'stable-diffusion-v1-5/stable-diffusion-v1-5',
      'OpenRAIL-M',
      openRailLicense,
    ),
    config: {
      download: [
        createDownload(
          createHuggingFaceUrl(
            'stable-diffusion-v1-5/stable-diffusion-v1-5',
            'v1-5-pruned-emaonly.safetensors',
          ),
          {
            sha256sum: '6ce0161689b3853acaa03779ec93eafe75a02f4ced659bee03f50797806fa2fa',
          },
        ),
      ],
    },
  },
  {
    name: 'stable_diffusion_inpainting',
    description: 'Stable Diffusion 1.5, trained further to fill in masked parts of an image.',
    version: '1.5',
    baseline: 'stable_diffusion_1',
    inpainting: true,
    nsfw: false,
    style: 'generalist',
    homepage: 'https://huggingface.co/stable-diffusion-v1-5/stable-diffusion-inpainting',
    config: {
      download: [
        createDownload(
          createHuggingFaceUrl(
            'stable-diffusion-v1-5/stable-diffusion-inpainting',
            'sd-v1-5-inpainting.ckpt',
          ),
        ),
      ],
    },
  },
  {
    name: 'SDXL 1.0',
    description: 'Stable Diffusion XL: larger than its predecessors, made for 1024 × 1024 pixels.',
    version: '1.0',
    baseline: 'stable_diffusion_xl',
    nsfw: false,
    style: 'generalist',
    homepage: 'https://huggingface.co/stabilityai/stable-diffusion-xl-base-1.0',
    licensing: createCardLicense('stabilityai/stable-diffusion-xl-base-1.0', 'OpenRAIL++-M', openRailLicense),
    config: {
      download: [
        createDownload(
          createHuggingFaceUrl('stabilityai/stable-diffusion-xl-base-1.0', 'sd_xl_base_1.0.safetensors'),
          {
            sha256sum: '31e35c80fc4829d14f90153f4c74cd59c90b779f6afe05a74cd6120b893f7e5b',
          },
        ),
      ],
    },
  },
  {
    name: 'Stable Cascade 1.0',
    description: 'Works in a strongly compressed space, in stages that are files of their own.',
    version: '1.0',
    baseline: 'stable_cascade',
    nsfw: false,
    style: 'generalist',
    homepage: 'https://huggingface.co/stabilityai/stable-cascade',
    config: {
      download: [
        createDownload(createHuggingFaceUrl('stabilityai/stable-cascade', 'stage_c.safetensors')),
        createDownload(createHuggingFaceUrl('stabilityai/stable-cascade', 'stage_b.safetensors')),
      ],
    },
  },
  {
    name: 'FLUX.1 [schnell]',
    description: 'A distilled rectified-flow transformer that needs one to four steps. Apache 2.0.',
    version: '1.0',
    baseline: 'flux_schnell',
    nsfw: false,
    style: 'generalist',
    requirements: { min_steps: 1, max_steps: 4, cfg_scale: 1 },
    homepage: 'https://huggingface.co/black-forest-labs/FLUX.1-schnell',
    licensing: createCardLicense('black-forest-labs/FLUX.1-schnell', 'Apache-2.0', {
      commercial_use: 'allowed',
      redistribution: 'allowed_with_conditions',
      obligations: ['include_license'],
    }),
    config: {
      download: [
        createDownload(createHuggingFaceUrl('black-forest-labs/FLUX.1-schnell', 'flux1-schnell.safetensors')),
        createDownload(createHuggingFaceUrl('black-forest-labs/FLUX.1-schnell', 'ae.safetensors'), {
          file_purpose: 'vae',
        }),
      ],
    },
  },
];
