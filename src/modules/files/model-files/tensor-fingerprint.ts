import { type TensorRole, tensorRole } from './tensor-role.ts';

/** The kind of model that tensors reveal. They decide; the metadata of a file only confirms. */
export interface TensorFingerprint {
  /** The registry's baseline; null when it has none for this kind, or when the kind is unknown. */
  readonly baseline: string | null;
  /** The family in words, also where the registry has no baseline for it. */
  readonly family: string | null;
  readonly inpainting: boolean;
  readonly hasVae: boolean;
  readonly hasTextEncoder: boolean;
  /** null: a whole image model if there is a family, else unknown. */
  readonly role: TensorRole | null;
}

type Tensors = ReadonlyMap<string, readonly number[]>;

/** The prefix of names in full checkpoints; files with the denoiser alone lack it. */
const prefix = 'model.diffusion_model.';

interface Kind {
  readonly family: string;
  readonly baseline: string | null;
  readonly fits: (own: (name: string) => readonly number[] | undefined, tensors: Tensors) => boolean;
}

/** The first match counts. Sources: ComfyUI's and InvokeAI's model detection, diffusers. */
const kinds: readonly Kind[] = [
  {
    family: 'Stable Diffusion 3',
    baseline: null,
    fits: (own) => has(own('joint_blocks.0.context_block.attn.qkv.weight')),
  },
  {
    family: 'Stable Cascade',
    baseline: 'stable_cascade',
    fits: (own) =>
      has(own('clf.1.weight')) && (has(own('clip_txt_mapper.weight')) || has(own('clip_mapper.weight'))),
  },
  { family: 'AuraFlow', baseline: null, fits: (own) => has(own('double_layers.0.attn.w1q.weight')) },
  {
    family: 'Hunyuan Video',
    baseline: null,
    fits: (own) => has(own('txt_in.individual_token_refiner.blocks.0.norm1.weight')),
  },
  {
    family: 'Flux.2',
    baseline: null,
    fits: (own) => isFlux(own) && has(own('double_stream_modulation_img.lin.weight')),
  },
  {
    family: 'Chroma',
    baseline: null,
    fits: (own) =>
      isFlux(own) &&
      ['distilled_guidance_layer.norms.0', 'distilled_guidance_layer.0.norms.0'].some((name) =>
        hasNorm(own, name),
      ),
  },
  {
    family: 'Flux.1 dev',
    baseline: 'flux_dev',
    fits: (own) => isFlux(own) && has(own('guidance_in.in_layer.weight')),
  },
  { family: 'Flux.1 schnell', baseline: 'flux_schnell', fits: isFlux },
  {
    family: 'Lumina 2',
    baseline: null,
    fits: (own) => own('cap_embedder.1.weight')?.[0] === 2304 && isLumina(own),
  },
  {
    // The base model has the same tensors.
    family: 'Z-Image',
    baseline: 'z_image_turbo',
    fits: (own) => own('cap_embedder.1.weight')?.[0] === 3840 && isLumina(own) && has(own('cap_pad_token')),
  },
  {
    family: 'Qwen-Image',
    baseline: 'qwen_image',
    fits: (own, tensors) =>
      has(own('txt_norm.weight')) &&
      has(own('img_in.weight')) &&
      has(own('txt_in.weight')) &&
      [...tensors.keys()].some((name) => name.includes('attn.add_q_proj.')),
  },
  { family: 'Wan', baseline: null, fits: (own) => has(own('head.modulation')) },
  {
    family: 'Stable Diffusion XL',
    baseline: 'stable_diffusion_xl',
    fits: (own) => own('input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight')?.at(-1) === 2048,
  },
  {
    family: 'Stable Diffusion XL refiner',
    baseline: null,
    fits: (own) => own('input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight')?.at(-1) === 1280,
  },
  {
    family: 'Stable Diffusion 1',
    baseline: 'stable_diffusion_1',
    fits: (own) => own('input_blocks.2.1.transformer_blocks.0.attn2.to_k.weight')?.at(-1) === 768,
  },
  {
    // The shapes of the 512 and 768 models are the same: only the metadata can tell which it is.
    family: 'Stable Diffusion 2',
    baseline: null,
    fits: (own) => own('input_blocks.2.1.transformer_blocks.0.attn2.to_k.weight')?.at(-1) === 1024,
  },
];

/** The family whose baselines have the same tensors. */
export const ambiguousFamily = 'Stable Diffusion 2';

export function tensorFingerprint(tensors: Tensors): TensorFingerprint {
  const own = (name: string) => tensors.get(prefix + name) ?? tensors.get(name);
  const model = kinds.find(({ fits }) => fits(own, tensors));
  const role = tensorRole(tensors, model !== undefined);
  const kind = role === 'lora' ? loraKind(tensors) : model;
  return {
    family: kind?.family ?? null,
    baseline: kind?.baseline ?? null,
    inpainting: own('input_blocks.0.0.weight')?.[1] === 9,
    hasVae: hasAny(tensors, /^(first_stage_model\.decoder|vae\.decoder)\./),
    hasTextEncoder: hasAny(tensors, /^(cond_stage_model|conditioner\.embedders|text_encoders)\./),
    role,
  };
}

/** Tells the kind of a LoRA by the input width of its cross-attention patches. */
function loraKind(tensors: Tensors): Pick<Kind, 'family' | 'baseline'> | undefined {
  const names = [...tensors.keys()];
  if (names.some((name) => /double_blocks/.test(name))) return { family: 'Flux.1', baseline: 'flux_1' };
  for (const [name, shape] of tensors) {
    if (!/attn2_to_k\.lora_down\.weight$|attn2\.to_k\.lora_A\.weight$/.test(name)) continue;
    const found = kinds.find(({ family }) => family === loraFamilies[shape.at(-1) ?? 0]);
    if (found) return found;
  }
  return undefined;
}

const loraFamilies: Readonly<Record<number, string>> = {
  768: 'Stable Diffusion 1',
  1024: 'Stable Diffusion 2',
  2048: 'Stable Diffusion XL',
};

function has(shape: readonly number[] | undefined): boolean {
  return shape !== undefined;
}

function hasNorm(own: (name: string) => readonly number[] | undefined, name: string): boolean {
  return has(own(`${name}.weight`)) || has(own(`${name}.scale`));
}

function isFlux(own: (name: string) => readonly number[] | undefined): boolean {
  return hasNorm(own, 'double_blocks.0.img_attn.norm.key_norm') && has(own('img_in.weight'));
}

function isLumina(own: (name: string) => readonly number[] | undefined): boolean {
  return has(own('noise_refiner.0.attention.k_norm.weight'));
}

function hasAny(tensors: Tensors, pattern: RegExp): boolean {
  for (const name of tensors.keys()) if (pattern.test(name)) return true;
  return false;
}

/**
 * Gives the baseline that the metadata of a safetensors file names, by ModelSpec (`modelspec.architecture`)
 * or by kohya's trainer (`ss_base_model_version`); null when it names none of the registry's.
 */
export function statedBaseline(
  metadata: ReadonlyMap<string, string>,
): { baseline: string; key: string } | null {
  const architecture = metadata.get('modelspec.architecture')?.split('/')[0] ?? '';
  for (const [pattern, baseline] of architectures) {
    if (pattern.test(architecture)) return { baseline, key: 'modelspec.architecture' };
  }
  const trainedOn = metadata.get('ss_base_model_version') ?? '';
  for (const [pattern, baseline] of trainers) {
    if (pattern.test(trainedOn)) return { baseline, key: 'ss_base_model_version' };
  }
  return null;
}

const architectures: readonly (readonly [RegExp, string])[] = [
  [/^stable-diffusion-v1(-inpainting)?$/, 'stable_diffusion_1'],
  [/^stable-diffusion-v2-512$/, 'stable_diffusion_2_512'],
  [/^stable-diffusion-v2-768-v$/, 'stable_diffusion_2_768'],
  [/^stable-diffusion-xl(-v1-base|-turbo-v1)$/, 'stable_diffusion_xl'],
  [/^stable-cascade-v1-stage-[bc]$/, 'stable_cascade'],
  [/^flux-1-dev$/, 'flux_dev'],
  [/^flux-1-schnell$/, 'flux_schnell'],
];

const trainers: readonly (readonly [RegExp, string])[] = [
  [/^sdxl_/, 'stable_diffusion_xl'],
  [/^sd_v1/, 'stable_diffusion_1'],
  [/^sd_v2_v/, 'stable_diffusion_2_768'],
  [/^sd_v2/, 'stable_diffusion_2_512'],
  [/^flux1$/, 'flux_1'],
];
