import type { KnownBaselines } from '../../../records/baselines/known-baselines.ts';
import {
  type Candidates,
  findByKohyaVersion,
  findByLoraTensors,
  findByModelspec,
  findByTensors,
  findOtherByTensors,
} from '../../../records/baselines/recognise.ts';

/**
 * The facts about a model, recognised by the tensors of its file. They take precedence over the file's
 * metadata.
 */
export interface TensorFingerprint {
  /**
   * The registry's baselines that the model may have. Empty: the registry has no baseline for such a model.
   * Several: the tensors do not distinguish these baselines.
   */
  readonly baselines: Candidates;
  /**
   * The display name of the model's family, even if the registry does not know the family; null when the
   * tensors match no family.
   */
  readonly family: string | null;
  /** The registry's category for models of this family; null when it is unknown. */
  readonly category: string | null;
  readonly inpainting: boolean;
  readonly hasVae: boolean;
  readonly hasTextEncoder: boolean;
  /** The role of the file; null for a complete image model (`family` is set) and for an unknown file. */
  readonly role: TensorRole | null;
}

type Tensors = ReadonlyMap<string, readonly number[]>;

/**
 * The prefix of the denoiser's tensor names in a full checkpoint. A file with the denoiser alone has no
 * prefix.
 */
const prefix = 'model.diffusion_model.';

export function createTensorFingerprint(knownBaselines: KnownBaselines, tensors: Tensors): TensorFingerprint {
  const findTensor = (name: string) => tensors.get(prefix + name) ?? tensors.get(name);
  const models = findByTensors(knownBaselines, tensors);
  const otherModel = models.length === 0 ? findOtherByTensors(tensors) : undefined;
  const role = findTensorRole(tensors, models.length > 0 || otherModel !== undefined);
  const isLora = role === 'lora';
  const baselines = isLora ? findByLoraTensors(knownBaselines, tensors) : models;
  return {
    baselines,
    family: joinTitles(baselines) ?? (isLora ? null : (otherModel?.title ?? null)),
    category: baselines[0]?.category ?? otherModel?.category ?? null,
    inpainting: findTensor('input_blocks.0.0.weight')?.[1] === 9,
    hasVae: hasAny(tensors, /^(first_stage_model\.decoder|vae\.decoder)\./),
    hasTextEncoder: hasAny(tensors, /^(cond_stage_model|conditioner\.embedders|text_encoders)\./),
    role,
  };
}

/** Joins the titles of baselines into a text such as `A or B`; null when there are no baselines. */
export function joinTitles(baselines: Candidates): string | null {
  return baselines.length === 0 ? null : baselines.map(({ title }) => title).join(' or ');
}

function hasAny(tensors: Tensors, pattern: RegExp): boolean {
  for (const name of tensors.keys()) if (pattern.test(name)) return true;
  return false;
}

/**
 * Returns the baseline that the metadata of a safetensors file states. Reads ModelSpec's
 * `modelspec.architecture`, then `ss_base_model_version` of kohya's trainer. `key` is the metadata key of the
 * stated baseline. Null when neither key states one of the registry's baselines.
 */
export function findStatedBaseline(
  knownBaselines: KnownBaselines,
  metadata: ReadonlyMap<string, string>,
): { baseline: string; key: string } | null {
  const architecture = metadata.get('modelspec.architecture')?.split('/')[0] ?? '';
  const [modelspecBaseline] = findByModelspec(knownBaselines, architecture);
  if (modelspecBaseline) return { baseline: modelspecBaseline.name, key: 'modelspec.architecture' };
  const [kohyaBaseline] = findByKohyaVersion(knownBaselines, metadata.get('ss_base_model_version') ?? '');
  return kohyaBaseline ? { baseline: kohyaBaseline.name, key: 'ss_base_model_version' } : null;
}

/** The purpose of a file, recognised by the names of its tensors. */
export type TensorRole = 'controlnet' | 'lora' | 'embedding' | 'upscaler' | 'text' | 'part';

/**
 * The tensor names that indicate each role. The first match wins. `controlnet` comes first, because a
 * ControlNet file may also contain names of other roles: it may be stored as patches, or together with its
 * base model.
 */
const rolePatterns: readonly (readonly [TensorRole, RegExp])[] = [
  [
    'controlnet',
    /^(control_model\.|controlnet_|control_type_proj\.|input_hint_block\.|lllite_|lora_controlnet$)/,
  ],
  [
    'lora',
    /^lora_(unet|te\d?|transformer)_|\.lora_(A|B|down|up|mid|magnitude_vector)\.|_lora\.(down|up)\.weight$|\.(hada_w[12]_[ab]|lokr_w[12](_[ab])?|dora_scale|oft_(blocks|diag))$/,
  ],
  ['embedding', /^(emb_params|clip_[lg]|string_to_param\..*|<[^>]*>)$/],
  ['upscaler', /^(params(_ema)?\.)?(model\.1\.sub\.0\.RDB1\.|body\.0\.rdb1\.|layers\.0\.residual_group\.)/],
];

/**
 * Further tensor names, tried after `rolePatterns`. They are not tried for a complete image model, because
 * such a model may have these names too.
 */
const fallbackRolePatterns: readonly (readonly [TensorRole, RegExp])[] = [
  [
    'text',
    /^((language_model\.)?model\.(language_model\.)?layers\.\d+\.(self_attn|mlp|input_layernorm)\.|transformer\.h\.\d+\.|gpt_neox\.layers\.|lm_head\.weight$)/,
  ],
  [
    'part',
    /^((down_blocks|up_blocks)\.\d+\.|(single_)?transformer_blocks\.\d+\.|(first_stage_model\.)?(decoder|encoder)\.(conv_in|mid)\b|text_model\.(encoder|embeddings)\.|encoder\.block\.0\.)/,
  ],
];

/**
 * Returns the role of a file; null for a complete image model and for unknown files.
 * @param isModel whether the tensors are known to be those of a complete image model
 */
function findTensorRole(tensors: Tensors, isModel: boolean): TensorRole | null {
  for (const [role, pattern] of isModel ? rolePatterns : [...rolePatterns, ...fallbackRolePatterns]) {
    // A file with more tensors than an embedding has is a complete model, regardless of their names.
    if (role === 'embedding' && tensors.size > 4) continue;
    for (const name of tensors.keys()) if (pattern.test(name)) return role;
  }
  return null;
}
