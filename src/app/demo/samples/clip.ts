import { download, huggingFace, type Sample } from './sample.ts';

/** Makes the `config` for a file that OpenAI publishes. Such a file's address contains its SHA-256. */
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
