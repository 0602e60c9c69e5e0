import type { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import { stringList, trimmedTags } from '../common-fields.ts';
import {
  issueOf,
  laxArray,
  laxBoolean,
  laxCount,
  laxInt,
  laxLiteral,
  laxNamed,
  laxString,
  orNull,
  valueError,
  withFacts,
} from '../lax.ts';
import { settingMap } from '../setting-value.ts';
import { ConversionError, type ModelRecord } from './category.ts';
import { defineCategory } from './define-category.ts';
import { commonLegacyFields, jsonForm } from './legacy-form.ts';

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
const legacyBaselines: readonly string[] = [
  ...fromLegacy.keys(),
  ...imageBaselines,
  ...baselineSpellings.keys(),
].filter((spelling, at, all) => all.indexOf(spelling) === at);

function toLegacyBaseline(baseline: string): string {
  return legacySpellings.get(baseline) ?? baseline;
}

/** The canonical name of a baseline as v1 bodies and the legacy files spell it, or as v2 may. */
function fromLegacyBaseline(baseline: string): string {
  return fromLegacy.get(baseline) ?? canonicalBaseline(baseline);
}

const imageStyles: readonly string[] = ['generalist', 'anime', 'furry', 'artistic', 'other', 'realistic'];

/** On image records an absent list is an empty one. */
const listOrEmpty = <S extends z.ZodType<string[] | null | undefined>>(list: S) =>
  list.transform((items) => items ?? []);

/** An address of a showcase in the public file. */
const legacyShowcase = withFacts(laxString(), { type: 'string', not: { pattern: 'huggingface' } });

export const imageGeneration = defineCategory({
  name: 'image_generation',
  recordName: 'ImageGenerationModelRecord',
  classification: { domain: 'image', purpose: 'generation' },
  fields: {
    inpainting: laxBoolean().nullable().default(false),
    baseline: withFacts(
      laxNamed('KNOWN_IMAGE_GENERATION_BASELINE', imageBaselines).transform(canonicalBaseline),
      { type: 'string', enum: [...imageBaselines, ...baselineSpellings.keys()] },
    ).meta({
      description: `One of ${imageBaselines.join(', ')}, or a known spelling of one, which is stored as its canonical name.`,
      examples: ['stable_diffusion_xl'],
    }),
    optimization: orNull(laxString()),
    tags: listOrEmpty(trimmedTags()),
    showcases: listOrEmpty(stringList()),
    min_bridge_version: orNull(laxInt()),
    trigger: listOrEmpty(stringList()),
    homepage: orNull(laxString()),
    nsfw: laxBoolean(),
    style: orNull(
      withFacts(
        laxNamed('MODEL_STYLE', imageStyles).transform((style) => style.trim()),
        { type: 'string', enum: imageStyles },
      ),
    ).meta({
      description: `One of ${imageStyles.join(', ')}.`,
    }),
    requirements: orNull(settingMap()),
  },
  rule: unknownName,
  baselineSpellings,
  criticalFields: ['baseline', 'nsfw', 'inpainting', 'trigger', 'homepage'],
  usage: 'image',
  legacy: jsonForm({
    fileName: 'stable_diffusion.json',
    aliases: ['stable_diffusion', 'stable_diffusion.json'],
    recordName: 'LegacyStableDiffusionRecord',
    type: laxLiteral(['ckpt']).default('ckpt'),
    fields: {
      inpainting: laxBoolean().default(false),
      baseline: withFacts(laxString(), { type: 'string', enum: legacyBaselines }),
      // A blank style counts as none.
      style: orNull(withFacts(laxString(), { type: 'string', enum: ['', ...imageStyles] })),
      tags: orNull(laxArray(laxString())),
      showcases: orNull(laxArray(legacyShowcase)).check((payload) => {
        if (!payload.value?.some((showcase) => showcase.includes('huggingface'))) return;
        payload.issues.push(issueOf(valueError('huggingface showcases are not allowed'), payload.value));
      }),
      min_bridge_version: orNull(laxInt()),
      trigger: orNull(laxArray(laxString())),
      homepage: orNull(laxString()),
      size_on_disk_bytes: orNull(laxCount()),
      optimization: orNull(laxString()),
      requirements: orNull(settingMap()),
    },
    order: [
      'name',
      'baseline',
      'optimization',
      'type',
      'inpainting',
      'description',
      'tags',
      'showcases',
      'version',
      'style',
      'trigger',
      'homepage',
      'nsfw',
      'download_all',
      'requirements',
      'config',
      'available',
      'features_not_supported',
      'size_on_disk_bytes',
      'min_bridge_version',
    ],
    respell: (body) => ({ ...body, baseline: toLegacyBaseline(fromLegacyBaseline(String(body.baseline))) }),
    toRecord,
    toLegacy,
    criticalFields: ['baseline', 'nsfw', 'inpainting', 'trigger', 'homepage', 'config.files'],
  }),
});

function unknownName({ baseline, style }: JsonObject): string | null {
  if (!isKnownBaseline(String(baseline))) return `Unknown baseline: ${baseline}`;
  return style === undefined || imageStyles.includes(String(style)) ? null : `Unknown style: ${style}`;
}

function toRecord(legacy: JsonObject): Record<string, unknown> {
  const baseline = legacy.baseline;
  if (typeof baseline === 'string' && !isKnownBaseline(fromLegacyBaseline(baseline))) {
    throw new ConversionError(
      'baseline',
      `Unknown baseline: ${baseline}. Known: ${imageBaselines.join(', ')}`,
    );
  }
  // A blank style counts as none; the legacy record keeps it.
  const style = typeof legacy.style === 'string' && legacy.style.trim() === '' ? null : legacy.style;
  if (typeof style === 'string' && !imageStyles.includes(style.trim())) {
    throw new ConversionError('style', `Unknown style: ${style}. Known: ${imageStyles.join(', ')}`);
  }
  const { inpainting, optimization, tags, showcases, min_bridge_version, trigger, homepage } = legacy;
  return {
    inpainting,
    baseline: typeof baseline === 'string' ? fromLegacyBaseline(baseline) : baseline,
    optimization,
    tags,
    showcases,
    min_bridge_version,
    trigger,
    homepage,
    nsfw: legacy.nsfw ?? false,
    style,
    requirements: legacy.requirements,
    size_on_disk_bytes: legacy.size_on_disk_bytes,
  };
}

function toLegacy(record: ModelRecord): Record<string, unknown> {
  const { name, description, version, config } = commonLegacyFields(record);
  return {
    name,
    baseline: toLegacyBaseline(String(record.baseline)),
    optimization: record.optimization,
    type: 'ckpt',
    inpainting: record.inpainting,
    description,
    tags: record.tags,
    showcases: record.showcases,
    version,
    style: record.style,
    trigger: record.trigger,
    homepage: record.homepage,
    nsfw: record.nsfw,
    requirements: record.requirements,
    config,
    size_on_disk_bytes: record.size_on_disk_bytes,
    min_bridge_version: record.min_bridge_version,
  };
}
