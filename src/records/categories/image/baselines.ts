/** The baselines an image record may name, each with the other spellings that are accepted. */
const spellings = {
  infer: [],
  stable_diffusion_1: [
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
  stable_diffusion_2_768: [],
  stable_diffusion_2_512: [],
  stable_diffusion_xl: ['stable diffusion xl', 'SDXL'],
  stable_cascade: ['stable cascade'],
  flux_1: [],
  flux_schnell: ['flux schnell'],
  flux_dev: ['flux dev'],
  qwen_image: ['qwen image', 'qwen-image', 'qwen'],
  z_image_turbo: ['z image turbo', 'zimage-turbo', 'zimage'],
} as const;

/** Canonical names, in the order in which they are listed to clients. */
export const imageBaselines = Object.keys(spellings) as (keyof typeof spellings)[];

/** How the legacy files spell a baseline, where they spell it otherwise. */
const legacySpellings: ReadonlyMap<string, string> = new Map([
  ['stable_diffusion_1', 'stable diffusion 1'],
  ['stable_diffusion_2_768', 'stable diffusion 2'],
  ['stable_diffusion_2_512', 'stable diffusion 2 512'],
]);

/** Every other spelling of a baseline, with the canonical one. */
export const baselineSpellings: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([canonical, others]) => others.map((other) => [other, canonical])),
);

/** The one name that is stored for a baseline; a baseline that is not known stays as it is. */
export function canonicalBaseline(baseline: string): string {
  return baselineSpellings.get(baseline) ?? baseline;
}

export function isKnownBaseline(baseline: string): boolean {
  return imageBaselines.some((known) => known === canonicalBaseline(baseline));
}

const fromLegacy: ReadonlyMap<string, string> = new Map(
  [...legacySpellings].map(([canonical, legacy]) => [legacy, canonical]),
);

/** Every spelling that a legacy record may use. */
export const legacyBaselines: readonly string[] = [
  ...fromLegacy.keys(),
  ...imageBaselines,
  ...baselineSpellings.keys(),
].filter((spelling, at, all) => all.indexOf(spelling) === at);

export function toLegacyBaseline(baseline: string): string {
  return legacySpellings.get(baseline) ?? baseline;
}

/** The canonical name of a baseline as v1 bodies and the legacy files spell it, or as v2 may. */
export function fromLegacyBaseline(baseline: string): string {
  return fromLegacy.get(baseline) ?? canonicalBaseline(baseline);
}

export const imageStyles: readonly string[] = [
  'generalist',
  'anime',
  'furry',
  'artistic',
  'other',
  'realistic',
];
