import { createDownload, createHuggingFaceUrl, type Sample } from './sample.ts';

function createTool(
  name: string,
  description: string,
  url: string,
  more: Parameters<typeof createDownload>[1] = {},
): Sample {
  return { name, description, config: { download: [createDownload(url, more)] } };
}

const blipFiles = 'https://storage.googleapis.com/sfr-vision-language-research/BLIP/models';
const realEsrgan = 'https://github.com/xinntao/Real-ESRGAN/releases/download';
const gfpganFiles = 'https://github.com/TencentARC/GFPGAN/releases/download';
const codeformerFiles = 'https://github.com/sczhou/CodeFormer/releases/download/v0.1.0';

export const blip: readonly Sample[] = [
  createTool('BLIP', 'Captions images; the base size.', `${blipFiles}/model_base_caption_capfilt_large.pth`),
  createTool('BLIP_Large', 'Captions images; the large size.', `${blipFiles}/model_large_caption.pth`),
  createTool('BLIP_VQA', 'Answers questions about images.', `${blipFiles}/model_base_vqa_capfilt_large.pth`),
];

export const esrgan: readonly Sample[] = [
  createTool(
    'RealESRGAN_x4plus',
    'Enlarges photographs four times.',
    `${realEsrgan}/v0.1.0/RealESRGAN_x4plus.pth`,
    {
      sha256sum: '4fa0d38905f75ac06eb49a7951b426670021be3018265fd191d2125df9d682f1',
    },
  ),
  createTool(
    'RealESRGAN_x2plus',
    'Enlarges photographs twice.',
    `${realEsrgan}/v0.2.1/RealESRGAN_x2plus.pth`,
    {
      sha256sum: '49fafd45f8fd7aa8d31ab2a22d14d91b536c34494a5cfe31eb5d89c2fa266abb',
    },
  ),
  createTool(
    'RealESRGAN_x4plus_anime_6B',
    'Enlarges drawings four times; small and fast.',
    `${realEsrgan}/v0.2.2.4/RealESRGAN_x4plus_anime_6B.pth`,
    { sha256sum: 'f872d837d3c90ed2e05227bed711af5671a6fd1c9f7d7e91c911a61f155e99da' },
  ),
];

export const gfpgan: readonly Sample[] = [
  createTool('GFPGAN', 'Restores faces; version 1.4.', `${gfpganFiles}/v1.3.4/GFPGANv1.4.pth`, {
    sha256sum: 'e2cd4703ab14f4d01fd1383a8a8b266f9a5833dacee8e6a79d3bf21a1b6be5ad',
  }),
  createTool(
    'GFPGAN_1.3',
    'Restores faces; more natural, less sharp.',
    `${gfpganFiles}/v1.3.0/GFPGANv1.3.pth`,
  ),
  createTool(
    'GFPGAN_1.2',
    'Restores faces; sharp, with some make-up.',
    `${gfpganFiles}/v0.2.0/GFPGANCleanv1-NoCE-C2.pth`,
  ),
];

export const codeformer: readonly Sample[] = [
  createTool(
    'CodeFormers',
    'Restores faces, as faithfully as asked for.',
    `${codeformerFiles}/codeformer.pth`,
    {
      sha256sum: '1009e537e0c2a07d4cabce6355f53cb66767cd4b4297ec7a4a64ca4b8a5684b7',
    },
  ),
  createTool('CodeFormers_colorization', 'Colours faces.', `${codeformerFiles}/codeformer_colorization.pth`),
  createTool(
    'CodeFormers_inpainting',
    'Fills in missing parts of faces.',
    `${codeformerFiles}/codeformer_inpainting.pth`,
  ),
];

export const safetyChecker: readonly Sample[] = [
  createTool(
    'safety_checker',
    'The safety checker that came with Stable Diffusion.',
    createHuggingFaceUrl('CompVis/stable-diffusion-safety-checker', 'pytorch_model.bin'),
  ),
  createTool(
    'nsfw_image_detection',
    'A vision transformer that tells safe images from others.',
    createHuggingFaceUrl('Falconsai/nsfw_image_detection', 'model.safetensors'),
  ),
  createTool(
    'nsfw_image_detector_vit_base',
    'The same task, from larger images (384 pixels).',
    createHuggingFaceUrl('AdamCodd/vit-base-nsfw-detector', 'model.safetensors'),
  ),
];

export const miscellaneous: readonly Sample[] = [
  createTool(
    'layer_diffuse',
    'Lets SDXL make images with a transparent background.',
    createHuggingFaceUrl('LayerDiffusion/layerdiffusion-v1', 'layer_xl_attn.safetensors'),
  ),
];

/** Creates the `config` for a file that OpenAI publishes. The URL of such a file contains its SHA-256. */
function createOpenAiConfig(file: string, sha256sum: string) {
  return {
    download: [
      createDownload(`https://openaipublic.azureedge.net/clip/models/${sha256sum}/${file}`, { sha256sum }),
    ],
  };
}

export const clip: readonly Sample[] = [
  {
    name: 'ViT-L/14',
    description:
      "OpenAI's CLIP with a large vision transformer: what Stable Diffusion 1 reads its prompts with.",
    config: createOpenAiConfig(
      'ViT-L-14.pt',
      'b8cca3fd41ae0c99ba7e8951adf17d267cdb84cd88be6f7c2e0eca1737a03836',
    ),
  },
  {
    name: 'ViT-B/32',
    description: "The fast one of OpenAI's CLIP models.",
    config: createOpenAiConfig(
      'ViT-B-32.pt',
      '40d365715913c9da98579312b702a82c18be219cc2a73407c4526f58eba950af',
    ),
  },
  {
    name: 'ViT-H-14',
    description:
      'OpenCLIP trained by LAION on two billion pairs: what Stable Diffusion 2 reads its prompts with.',
    pretrained_name: 'laion2b_s32b_b79k',
    config: {
      download: [
        createDownload(
          createHuggingFaceUrl('laion/CLIP-ViT-H-14-laion2B-s32B-b79K', 'open_clip_pytorch_model.bin'),
        ),
      ],
    },
  },
];

/** Creates the record of a ControlNet 1.1 model for Stable Diffusion 1.5. */
function createControlNet(style: string, file: string, description: string): Sample {
  return {
    name: style,
    description,
    version: '1.1',
    controlnet_style: style,
    config: { download: [createDownload(createHuggingFaceUrl('lllyasviel/ControlNet-v1-1', file))] },
  };
}

export const controlnet: readonly Sample[] = [
  createControlNet(
    'control_canny',
    'control_v11p_sd15_canny.pth',
    'Follows edges found by the Canny detector.',
  ),
  createControlNet('control_depth', 'control_v11f1p_sd15_depth.pth', 'Follows a depth map.'),
  createControlNet('control_openpose', 'control_v11p_sd15_openpose.pth', 'Follows the pose of people.'),
  createControlNet('control_scribble', 'control_v11p_sd15_scribble.pth', 'Follows a scribble.'),
  createControlNet('control_lineart', 'control_v11p_sd15_lineart.pth', 'Follows line art.'),
];
