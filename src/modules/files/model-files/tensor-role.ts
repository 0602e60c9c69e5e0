/** The purpose of a file, recognised by the names of its tensors. */
export type TensorRole = 'controlnet' | 'lora' | 'embedding' | 'upscaler' | 'text' | 'part';

type Tensors = ReadonlyMap<string, readonly number[]>;

/**
 * The tensor names that reveal each role; the first match counts. `controlnet` comes first, because a
 * ControlNet file may also hold names of other roles: it may be stored as patches, or together with its base
 * model.
 */
const names: readonly (readonly [TensorRole, RegExp])[] = [
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
 * The tensor names that are tried after `names`. They are not tried when the file is a whole image model,
 * because such a model may have these names too.
 */
const lastNames: readonly (readonly [TensorRole, RegExp])[] = [
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
 * Gives the role of a file; null for a whole image model and for unknown files.
 * @param isModel whether the tensors are known to be a whole image model's
 */
export function tensorRole(tensors: Tensors, isModel: boolean): TensorRole | null {
  for (const [role, pattern] of isModel ? names : [...names, ...lastNames]) {
    // A file with more tensors than an embedding has is a whole model, whatever their names are.
    if (role === 'embedding' && tensors.size > 4) continue;
    for (const name of tensors.keys()) if (pattern.test(name)) return role;
  }
  return null;
}
