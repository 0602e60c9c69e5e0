import type { BaselineFacts } from './baseline-facts.ts';

/**
 * Parts of fingerprints. `flux` matches the tensors common to all Flux architectures. `flux2`, `chroma` and
 * `hunyuanVideo` each match a tensor that only the models of that name have; the fingerprint of Flux.1
 * excludes all three.
 */
const flux =
  'double_blocks.0.img_attn.norm.key_norm.weight|double_blocks.0.img_attn.norm.key_norm.scale img_in.weight';
const flux2 = 'double_stream_modulation_img.lin.weight';
const chroma =
  'distilled_guidance_layer.norms.0.weight|distilled_guidance_layer.norms.0.scale|distilled_guidance_layer.0.norms.0.weight|distilled_guidance_layer.0.norms.0.scale';
const hunyuanVideo = 'txt_in.individual_token_refiner.blocks.0.norm1.weight';
const guidance = 'guidance_in.in_layer.weight';
const flux1 = `${flux} !${flux2} ${chroma
  .split('|')
  .map((name) => `!${name}`)
  .join(' ')} !${hunyuanVideo}`;

const lumina = 'noise_refiner.0.attention.k_norm.weight';

/** Returns the fingerprint of LoRAs for models with text embeddings of this width. */
const loraFingerprint = (width: number) =>
  ['*attn2_to_k.lora_down.weight', '*attn2.to_k.lora_A.weight']
    .map((name) => `${name}[-1]=${width}`)
    .join('|');

/** The facts shared by the two baselines of Stable Diffusion 2, whose models have the same tensors. */
const stableDiffusion2 = {
  category: 'image_generation',
  since: '2022-11',
  fingerprints: ['input_blocks.2.1.transformer_blocks.0.attn2.to_k.weight[-1]=1024'],
  lora_fingerprints: [loraFingerprint(1024)],
  storages: ['8 x 327680'],
};

/**
 * The initial baselines of every registry, in the order of listings, and the facts that identify them.
 * Sources of the fingerprints: the model detection of ComfyUI and InvokeAI, and diffusers.
 */
export const builtInBaselines: readonly BaselineFacts[] = [
  {
    name: 'infer',
    title: 'Inferred',
    category: 'image_generation',
    notes: 'Workers detect the architecture when they load the model.',
  },
  {
    name: 'stable_diffusion_1',
    title: 'Stable Diffusion 1',
    category: 'image_generation',
    native_resolution: 512,
    since: '2022-08',
    spellings: [
      'stable diffusion 1',
      'stable diffusion 1.4',
      'stable diffusion 1.5',
      'SD1',
      'SD14',
      'SD1.4',
      'SD15',
      'SD1.5',
      'stable_diffusion',
      'stable_diffusion_1.4',
      'stable_diffusion_1.5',
    ],
    legacy_spelling: 'stable diffusion 1',
    civitai_names: ['SD 1.4', 'SD 1.5', 'SD 1.5 LCM', 'SD 1.5 Hyper'],
    hub_names: [
      'stable-diffusion-v1',
      'stable-diffusion-1',
      ...['sd1-', 'sd1.', 'sdv1-', 'sdv1.', 'sd-1-', 'sd-1.', 'sd-v1-', 'sd-v1.'],
    ],
    unet_configs: ['cross_attention_dim=768'],
    modelspec_architectures: ['stable-diffusion-v1', 'stable-diffusion-v1-inpainting'],
    kohya_versions: ['sd_v1*'],
    gguf_architectures: ['sd1'],
    fingerprints: ['input_blocks.2.1.transformer_blocks.0.attn2.to_k.weight[-1]=768'],
    lora_fingerprints: [loraFingerprint(768)],
    storages: ['8 x 245760'],
  },
  {
    ...stableDiffusion2,
    name: 'stable_diffusion_2_768',
    title: 'Stable Diffusion 2 (768)',
    native_resolution: 768,
    legacy_spelling: 'stable diffusion 2',
    civitai_names: ['SD 2.1', 'SD 2.1 Unclip', 'SD 2.0 768', 'SD 2.1 768', 'SD 2.0'],
    hub_names: ['stable-diffusion-2'],
    unet_configs: ['cross_attention_dim=1024'],
    modelspec_architectures: ['stable-diffusion-v2-768-v'],
    kohya_versions: ['sd_v2_v*'],
    name_hints: ['768', '2.1', '2_1', '2 1', '2-1'],
  },
  {
    ...stableDiffusion2,
    name: 'stable_diffusion_2_512',
    title: 'Stable Diffusion 2 (512)',
    native_resolution: 512,
    legacy_spelling: 'stable diffusion 2 512',
    civitai_names: ['SD 2.0', 'SD 2.1', 'SD 2.1 Unclip'],
    hub_names: ['stable-diffusion-2-base', 'stable-diffusion-2-1-base'],
    unet_configs: ['cross_attention_dim=1024 sample_size=64'],
    modelspec_architectures: ['stable-diffusion-v2-512'],
    kohya_versions: ['sd_v2*'],
    name_hints: ['512', 'base'],
  },
  {
    name: 'stable_diffusion_xl',
    title: 'Stable Diffusion XL',
    category: 'image_generation',
    native_resolution: 1024,
    since: '2023-07',
    spellings: ['stable diffusion xl', 'SDXL'],
    civitai_names: [
      ...['SDXL 0.9', 'SDXL 1.0', 'SDXL 1.0 LCM', 'SDXL Lightning', 'SDXL Hyper', 'SDXL Turbo'],
      ...['SDXL Distilled', 'Pony', 'Illustrious', 'NoobAI'],
    ],
    hub_names: ['stable-diffusion-xl', 'sdxl', 'illustrious', 'noobai', 'pony'],
    hub_tags: ['diffusers:StableDiffusionXLPipeline'],
    unet_configs: ['cross_attention_dim=2048'],
    modelspec_architectures: ['stable-diffusion-xl-v1-base', 'stable-diffusion-xl-turbo-v1'],
    kohya_versions: ['sdxl_*'],
    gguf_architectures: ['sdxl'],
    fingerprints: ['input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight[-1]=2048'],
    lora_fingerprints: [loraFingerprint(2048)],
    storages: ['8 x 1310720'],
  },
  {
    name: 'stable_cascade',
    title: 'Stable Cascade',
    category: 'image_generation',
    native_resolution: 1024,
    since: '2024-02',
    spellings: ['stable cascade'],
    civitai_names: ['Stable Cascade'],
    hub_names: ['stable-cascade'],
    modelspec_architectures: ['stable-cascade-v1-stage-b', 'stable-cascade-v1-stage-c'],
    fingerprints: ['clf.1.weight clip_txt_mapper.weight|clip_mapper.weight'],
  },
  {
    name: 'flux_1',
    title: 'Flux.1',
    category: 'image_generation',
    native_resolution: 1024,
    since: '2024-08',
    kohya_versions: ['flux1'],
    lora_fingerprints: ['*double_blocks*'],
    notes: 'Of either kind, dev or schnell.',
  },
  {
    name: 'flux_schnell',
    title: 'Flux.1 schnell',
    category: 'image_generation',
    family: 'flux_1',
    native_resolution: 1024,
    since: '2024-08',
    spellings: ['flux schnell'],
    civitai_names: ['Flux.1 S'],
    hub_names: ['flux.1-schnell', 'flux1-schnell'],
    modelspec_architectures: ['flux-1-schnell'],
    fingerprints: [flux1],
  },
  {
    name: 'flux_dev',
    title: 'Flux.1 dev',
    category: 'image_generation',
    family: 'flux_1',
    native_resolution: 1024,
    since: '2024-08',
    spellings: ['flux dev'],
    civitai_names: ['Flux.1 D', 'Flux.1 Krea'],
    hub_names: ['flux.1-dev', 'flux1-dev'],
    modelspec_architectures: ['flux-1-dev'],
    fingerprints: [`${flux1} ${guidance}`],
  },
  {
    name: 'qwen_image',
    title: 'Qwen-Image',
    category: 'image_generation',
    native_resolution: 1024,
    since: '2025-08',
    spellings: ['qwen image', 'qwen-image', 'qwen'],
    civitai_names: ['Qwen'],
    hub_names: ['qwen-image'],
    gguf_architectures: ['qwen_image'],
    fingerprints: ['txt_norm.weight img_in.weight txt_in.weight *attn.add_q_proj.*'],
  },
  {
    name: 'z_image_turbo',
    title: 'Z-Image Turbo',
    category: 'image_generation',
    native_resolution: 1024,
    since: '2025-11',
    spellings: ['z image turbo', 'zimage-turbo', 'zimage'],
    civitai_names: ['ZImageTurbo'],
    hub_names: ['z-image-turbo'],
    fingerprints: [`cap_embedder.1.weight[0]=3840 ${lumina} cap_pad_token`],
    notes: 'The base model has the same tensors.',
  },
  {
    name: 'krea2_turbo',
    title: 'Krea 2 Turbo',
    category: 'image_generation',
    native_resolution: 1024,
    spellings: ['krea_2_turbo', 'krea2'],
  },
  {
    name: 'anima',
    title: 'Anima',
    category: 'image_generation',
    native_resolution: 1024,
    spellings: ['anima_base', 'anima_aesthetic', 'anima_turbo'],
  },
];

/** An architecture without a built-in baseline that can be recognised from its files. */
export type OtherArchitecture = Pick<
  BaselineFacts,
  'title' | 'category' | 'fingerprints' | 'gguf_architectures'
>;

/**
 * Architectures without a built-in baseline. If the file of a proposed model matches one of them, the draft
 * names the architecture. If several match, it names the first one.
 */
export const otherArchitectures: readonly OtherArchitecture[] = [
  {
    title: 'Stable Diffusion 3',
    category: 'image_generation',
    fingerprints: ['joint_blocks.0.context_block.attn.qkv.weight'],
    gguf_architectures: ['sd3'],
  },
  {
    title: 'AuraFlow',
    category: 'image_generation',
    fingerprints: ['double_layers.0.attn.w1q.weight'],
    gguf_architectures: ['aura'],
  },
  {
    title: 'Hunyuan Video',
    category: 'video_generation',
    fingerprints: [hunyuanVideo],
    gguf_architectures: ['hyvid'],
  },
  { title: 'Flux.2', category: 'image_generation', fingerprints: [`${flux} ${flux2}`] },
  { title: 'Chroma', category: 'image_generation', fingerprints: [`${flux} ${chroma}`] },
  {
    title: 'Lumina 2',
    category: 'image_generation',
    fingerprints: [`cap_embedder.1.weight[0]=2304 ${lumina}`],
    gguf_architectures: ['lumina2'],
  },
  {
    title: 'Wan',
    category: 'video_generation',
    fingerprints: ['head.modulation'],
    gguf_architectures: ['wan'],
  },
  {
    title: 'Stable Diffusion XL refiner',
    category: 'image_generation',
    fingerprints: ['input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight[-1]=1280'],
  },
  { title: 'Flux', category: 'image_generation', gguf_architectures: ['flux'] },
  { title: 'HiDream', category: 'image_generation', gguf_architectures: ['hidream'] },
  { title: 'Cosmos', category: 'image_generation', gguf_architectures: ['cosmos'] },
  { title: 'LTX-Video', category: 'video_generation', gguf_architectures: ['ltxv'] },
];
