import { download, huggingFace, type Sample } from './sample.ts';

function tool(
  name: string,
  description: string,
  url: string,
  more: Parameters<typeof download>[1] = {},
): Sample {
  return { name, description, config: { download: [download(url, more)] } };
}

const blipFiles = 'https://storage.googleapis.com/sfr-vision-language-research/BLIP/models';
const realEsrgan = 'https://github.com/xinntao/Real-ESRGAN/releases/download';
const gfpganFiles = 'https://github.com/TencentARC/GFPGAN/releases/download';
const codeformerFiles = 'https://github.com/sczhou/CodeFormer/releases/download/v0.1.0';

export const blip: readonly Sample[] = [
  tool('BLIP', 'Captions images; the base size.', `${blipFiles}/model_base_caption_capfilt_large.pth`),
  tool('BLIP_Large', 'Captions images; the large size.', `${blipFiles}/model_large_caption.pth`),
  tool('BLIP_VQA', 'Answers questions about images.', `${blipFiles}/model_base_vqa_capfilt_large.pth`),
];

export const esrgan: readonly Sample[] = [
  tool(
    'RealESRGAN_x4plus',
    'Enlarges photographs four times.',
    `${realEsrgan}/v0.1.0/RealESRGAN_x4plus.pth`,
    {
      sha256sum: '4fa0d38905f75ac06eb49a7951b426670021be3018265fd191d2125df9d682f1',
    },
  ),
  tool('RealESRGAN_x2plus', 'Enlarges photographs twice.', `${realEsrgan}/v0.2.1/RealESRGAN_x2plus.pth`, {
    sha256sum: '49fafd45f8fd7aa8d31ab2a22d14d91b536c34494a5cfe31eb5d89c2fa266abb',
  }),
  tool(
    'RealESRGAN_x4plus_anime_6B',
    'Enlarges drawings four times; small and fast.',
    `${realEsrgan}/v0.2.2.4/RealESRGAN_x4plus_anime_6B.pth`,
    { sha256sum: 'f872d837d3c90ed2e05227bed711af5671a6fd1c9f7d7e91c911a61f155e99da' },
  ),
];

export const gfpgan: readonly Sample[] = [
  tool('GFPGAN', 'Restores faces; version 1.4.', `${gfpganFiles}/v1.3.4/GFPGANv1.4.pth`, {
    sha256sum: 'e2cd4703ab14f4d01fd1383a8a8b266f9a5833dacee8e6a79d3bf21a1b6be5ad',
  }),
  tool('GFPGAN_1.3', 'Restores faces; more natural, less sharp.', `${gfpganFiles}/v1.3.0/GFPGANv1.3.pth`),
  tool(
    'GFPGAN_1.2',
    'Restores faces; sharp, with some make-up.',
    `${gfpganFiles}/v0.2.0/GFPGANCleanv1-NoCE-C2.pth`,
  ),
];

export const codeformer: readonly Sample[] = [
  tool('CodeFormers', 'Restores faces, as faithfully as asked for.', `${codeformerFiles}/codeformer.pth`, {
    sha256sum: '1009e537e0c2a07d4cabce6355f53cb66767cd4b4297ec7a4a64ca4b8a5684b7',
  }),
  tool('CodeFormers_colorization', 'Colours faces.', `${codeformerFiles}/codeformer_colorization.pth`),
  tool(
    'CodeFormers_inpainting',
    'Fills in missing parts of faces.',
    `${codeformerFiles}/codeformer_inpainting.pth`,
  ),
];

export const safetyChecker: readonly Sample[] = [
  tool(
    'safety_checker',
    'The safety checker that came with Stable Diffusion.',
    huggingFace('CompVis/stable-diffusion-safety-checker', 'pytorch_model.bin'),
  ),
  tool(
    'nsfw_image_detection',
    'A vision transformer that tells safe images from others.',
    huggingFace('Falconsai/nsfw_image_detection', 'model.safetensors'),
  ),
  tool(
    'nsfw_image_detector_vit_base',
    'The same task, from larger images (384 pixels).',
    huggingFace('AdamCodd/vit-base-nsfw-detector', 'model.safetensors'),
  ),
];

export const miscellaneous: readonly Sample[] = [
  tool(
    'layer_diffuse',
    'Lets SDXL make images with a transparent background.',
    huggingFace('LayerDiffusion/layerdiffusion-v1', 'layer_xl_attn.safetensors'),
  ),
];

/** Creates the `config` for a file that OpenAI publishes. The URL of such a file contains its SHA-256. */
function openAi(file: string, sha256sum: string) {
  return {
    download: [
      download(`https://openaipublic.azureedge.net/clip/models/${sha256sum}/${file}`, { sha256sum }),
    ],
  };
}

export const clip: readonly Sample[] = [
  {
    name: 'ViT-L/14',
    description:
      "OpenAI's CLIP with a large vision transformer: what Stable Diffusion 1 reads its prompts with.",
    config: openAi('ViT-L-14.pt', 'b8cca3fd41ae0c99ba7e8951adf17d267cdb84cd88be6f7c2e0eca1737a03836'),
  },
  {
    name: 'ViT-B/32',
    description: "The fast one of OpenAI's CLIP models.",
    config: openAi('ViT-B-32.pt', '40d365715913c9da98579312b702a82c18be219cc2a73407c4526f58eba950af'),
  },
  {
    name: 'ViT-H-14',
    description:
      'OpenCLIP trained by LAION on two billion pairs: what Stable Diffusion 2 reads its prompts with.',
    pretrained_name: 'laion2b_s32b_b79k',
    config: {
      download: [
        download(huggingFace('laion/CLIP-ViT-H-14-laion2B-s32B-b79K', 'open_clip_pytorch_model.bin')),
      ],
    },
  },
];

/** Creates the record of a ControlNet 1.1 model for Stable Diffusion 1.5. */
function controlNet(style: string, file: string, description: string): Sample {
  return {
    name: style,
    description,
    version: '1.1',
    controlnet_style: style,
    config: { download: [download(huggingFace('lllyasviel/ControlNet-v1-1', file))] },
  };
}

export const controlnet: readonly Sample[] = [
  controlNet('control_canny', 'control_v11p_sd15_canny.pth', 'Follows edges found by the Canny detector.'),
  controlNet('control_depth', 'control_v11f1p_sd15_depth.pth', 'Follows a depth map.'),
  controlNet('control_openpose', 'control_v11p_sd15_openpose.pth', 'Follows the pose of people.'),
  controlNet('control_scribble', 'control_v11p_sd15_scribble.pth', 'Follows a scribble.'),
  controlNet('control_lineart', 'control_v11p_sd15_lineart.pth', 'Follows line art.'),
];
