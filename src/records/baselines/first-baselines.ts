import type { JsonObject } from '../../kernel/json.ts';
import type { PublishedBaseline } from './baseline-facts.ts';

/** An image baseline as the catalogue stores and returns it, without its metadata. */
export interface ImageBaseline extends PublishedBaseline {
  readonly capabilities: {
    readonly controlnet: boolean;
    readonly controlnet_types_unavailable: readonly string[];
    readonly transparent: boolean;
    readonly qr_code: boolean;
    readonly remix: boolean;
    readonly flow_matching: boolean;
  };
  readonly horde_policy: {
    readonly kudos: number;
    readonly kudos_qr_code: number | null;
    readonly kudos_hires: number | null;
    readonly batching: number;
    readonly ttl: number;
    readonly resolution_floor: number;
  };
}

const noCapabilities: ImageBaseline['capabilities'] = {
  controlnet: false,
  controlnet_types_unavailable: [],
  transparent: false,
  qr_code: false,
  remix: false,
  flow_matching: false,
};

const defaultPolicy: ImageBaseline['horde_policy'] = {
  kudos: 1,
  kudos_qr_code: null,
  kudos_hires: null,
  batching: 1,
  ttl: 1,
  resolution_floor: 0,
};

const createBaseline = (
  name: string,
  display_name: string,
  native_resolution: number | null,
  alternative_names: readonly string[],
  capabilities: Partial<ImageBaseline['capabilities']>,
  horde_policy: Partial<ImageBaseline['horde_policy']>,
): ImageBaseline => ({
  name,
  display_name,
  native_resolution,
  alternative_names,
  capabilities: { ...noCapabilities, ...capabilities },
  horde_policy: { ...defaultPolicy, ...horde_policy },
});

const controlnet = { controlnet: true } as const;
const stableDiffusion2 = {
  ...controlnet,
  controlnet_types_unavailable: ['normal', 'mlsd', 'hough'],
} as const;
const fluxPolicy = { kudos: 8, batching: 5, ttl: 3, resolution_floor: 1024 } as const;
const largePolicy = { kudos: 8, batching: 8, ttl: 3, resolution_floor: 1024 } as const;
const flux = { ...controlnet, flow_matching: true } as const;

/** The initial baselines of the catalogue. */
export const firstBaselines: readonly ImageBaseline[] = [
  createBaseline('infer', 'Inferred', null, [], {}, {}),
  createBaseline(
    'stable_diffusion_1',
    'Stable Diffusion 1',
    512,
    [
      ...['stable diffusion 1', 'stable diffusion 1.4', 'stable diffusion 1.5'],
      ...['SD1', 'SD14', 'SD1.4', 'SD15', 'SD1.5'],
      ...['stable_diffusion', 'stable_diffusion_1', 'stable_diffusion_1.4', 'stable_diffusion_1.5'],
    ],
    { ...controlnet, transparent: true, qr_code: true },
    {},
  ),
  createBaseline('stable_diffusion_2_768', 'Stable Diffusion 2 (768)', 768, [], stableDiffusion2, {
    resolution_floor: 768,
  }),
  createBaseline('stable_diffusion_2_512', 'Stable Diffusion 2 (512)', 512, [], stableDiffusion2, {}),
  createBaseline(
    'stable_diffusion_xl',
    'Stable Diffusion XL',
    1024,
    ['stable diffusion xl', 'SDXL', 'stable_diffusion_xl'],
    { ...controlnet, transparent: true, qr_code: true },
    { kudos: 2, kudos_qr_code: 4, resolution_floor: 1024 },
  ),
  createBaseline(
    'stable_cascade',
    'Stable Cascade',
    1024,
    ['stable_cascade', 'stable cascade'],
    { remix: true },
    { kudos: 4, kudos_hires: 7, resolution_floor: 1024 },
  ),
  createBaseline('flux_1', 'Flux.1', 1024, [], flux, fluxPolicy),
  createBaseline('flux_schnell', 'Flux.1 Schnell', 1024, ['flux_schnell', 'flux schnell'], flux, fluxPolicy),
  createBaseline('flux_dev', 'Flux.1 Dev', 1024, ['flux_dev', 'flux dev'], flux, fluxPolicy),
  createBaseline(
    'qwen_image',
    'Qwen-Image',
    1024,
    ['qwen_image', 'qwen image', 'qwen-image', 'qwen'],
    { flow_matching: true },
    { kudos: 12, batching: 10, ttl: 3, resolution_floor: 1024 },
  ),
  createBaseline(
    'z_image_turbo',
    'Z-Image Turbo',
    1024,
    ['z_image_turbo', 'z image turbo', 'zimage-turbo', 'zimage'],
    {},
    largePolicy,
  ),
  createBaseline('krea2_turbo', 'Krea 2 Turbo', 1024, ['krea_2_turbo', 'krea2'], {}, largePolicy),
  createBaseline('anima', 'Anima', 1024, ['anima_base', 'anima_aesthetic', 'anima_turbo'], {}, largePolicy),
];

/** Returns a baseline as JSON, with the keys in the order of responses. */
export function baselineJson(baseline: ImageBaseline): JsonObject {
  return structuredClone(baseline) as unknown as JsonObject;
}
