/** The registry's baseline of each of Civitai's base models; others have none, and none is guessed. */
export function civitaiBaseline(baseModel: string): { baseline: string; certain: boolean } | null {
  const found = baselines[baseModel.trim()];
  return found === undefined ? null : { baseline: found, certain: !ambiguous.has(baseModel.trim()) };
}

const baselines: Readonly<Record<string, string>> = {
  ...named('stable_diffusion_1', 'SD 1.4', 'SD 1.5', 'SD 1.5 LCM', 'SD 1.5 Hyper'),
  ...named('stable_diffusion_2_512', 'SD 2.0'),
  ...named('stable_diffusion_2_768', 'SD 2.1', 'SD 2.1 Unclip', 'SD 2.0 768', 'SD 2.1 768'),
  ...named(
    'stable_diffusion_xl',
    'SDXL 0.9',
    'SDXL 1.0',
    'SDXL 1.0 LCM',
    'SDXL Lightning',
    'SDXL Hyper',
    'SDXL Turbo',
  ),
  ...named('stable_diffusion_xl', 'SDXL Distilled', 'Pony', 'Illustrious', 'NoobAI'),
  ...named('stable_cascade', 'Stable Cascade'),
  ...named('flux_schnell', 'Flux.1 S'),
  ...named('flux_dev', 'Flux.1 D', 'Flux.1 Krea'),
  ...named('qwen_image', 'Qwen'),
  ...named('z_image_turbo', 'ZImageTurbo'),
};

/** Names that models of both sizes have. */
const ambiguous = new Set(['SD 2.0', 'SD 2.1', 'SD 2.1 Unclip']);

function named(baseline: string, ...baseModels: string[]): Record<string, string> {
  return Object.fromEntries(baseModels.map((name) => [name, baseline]));
}
