/**
 * The baseline that a safetensors file's metadata names, by ModelSpec (`modelspec.architecture`) or as kohya's
 * trainer writes it (`ss_base_model_version`); null when it names none of the registry's.
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
