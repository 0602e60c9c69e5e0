import type { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import type { KnownBaselines } from '../baselines/known-baselines.ts';
import { stringList, trimmedTags } from '../common-fields.ts';
import {
  absentOrNull,
  issueOf,
  laxArray,
  laxBoolean,
  laxCount,
  laxInt,
  laxLiteral,
  laxNamed,
  laxString,
  valueError,
  withFacts,
} from '../lax.ts';
import { settingMap } from '../setting-value.ts';
import { ConversionError, type ModelRecord } from './category.ts';
import { defineCategory } from './define-category.ts';
import { submittedRequirements } from './image-requirements.ts';
import { convertCommonFields, createJsonForm } from './legacy-form.ts';

const category = 'image_generation';

/**
 * Returns the schema of a v2 record's baseline. API documents list the names and spellings, but the schema
 * accepts any text: the transaction of a write checks whether the baseline exists
 * (`modules/queue/baselines.ts`).
 */
function createBaselineSchema(baselines: KnownBaselines) {
  const names = baselines.names(category);
  const nameSchema = laxNamed({ id: 'KNOWN_IMAGE_GENERATION_BASELINE', enum: names });
  return withFacts(
    nameSchema.transform((text) => baselines.canonical(category, text)),
    { type: 'string', enum: [...names, ...baselines.spellings(category).keys()] },
  ).meta({
    description: `One of ${names.join(', ')}, or a known spelling of one, which is stored as its canonical name.`,
    examples: ['stable_diffusion_xl'],
  });
}

const imageStyles: readonly string[] = ['generalist', 'anime', 'furry', 'artistic', 'other', 'realistic'];
/**
 * Matches the values that a legacy record may have in place of a style: only blanks, or a style surrounded by
 * blanks.
 */
const paddedStyle = `^\\s*(${imageStyles.join('|')})?\\s*$`;

/** Converts null or an absent list to an empty list. */
const listOrEmpty = <S extends z.ZodType<string[] | null | undefined>>(list: S) =>
  list.transform((items) => items ?? []);

/**
 * Schema of a showcase URL in a v1 body. The keyword `not` documents that Hugging Face URLs are refused. The
 * check itself is part of the field `showcases`.
 */
const legacyShowcase = withFacts(laxString(), { type: 'string', not: { pattern: 'huggingface' } });

export const imageGeneration = defineCategory({
  name: category,
  recordName: 'ImageGenerationModelRecord',
  classification: { domain: 'image', purpose: 'generation' },
  fields: (baselines) => ({
    inpainting: laxBoolean().nullable().default(false),
    baseline: createBaselineSchema(baselines),
    optimization: absentOrNull(laxString()),
    tags: listOrEmpty(trimmedTags()),
    showcases: listOrEmpty(stringList()),
    min_bridge_version: absentOrNull(laxInt()),
    trigger: listOrEmpty(stringList()),
    homepage: absentOrNull(laxString()),
    nsfw: laxBoolean(),
    style: absentOrNull(
      withFacts(
        laxNamed({ id: 'MODEL_STYLE', enum: imageStyles }).transform((style) => style.trim()),
        { type: 'string', enum: imageStyles },
      ),
    ).meta({
      description: `One of ${imageStyles.join(', ')}.`,
    }),
    requirements: absentOrNull(settingMap()),
  }),
  submittedFields: { requirements: submittedRequirements() },
  rule: describeUnknownStyle,
  baselinesOf: category,
  onlyKnownBaselines: true,
  criticalFields: ['baseline', 'nsfw', 'inpainting', 'trigger', 'homepage'],
  usage: 'image',
  legacy: createJsonForm({
    fileName: 'stable_diffusion.json',
    aliases: ['stable_diffusion', 'stable_diffusion.json'],
    recordName: 'LegacyStableDiffusionRecord',
    type: laxLiteral(['ckpt']).default('ckpt'),
    fields: (baselines) => ({
      inpainting: laxBoolean().default(false),
      baseline: withFacts(laxString(), { type: 'string', enum: baselines.legacySpellings(category) }),
      // A blank style means no style.
      style: absentOrNull(
        withFacts(laxString(), { type: 'string', anyOf: [{ enum: imageStyles }, { pattern: paddedStyle }] }),
      ),
      tags: absentOrNull(laxArray(laxString())),
      showcases: absentOrNull(laxArray(legacyShowcase)).check((payload) => {
        if (!payload.value?.some((showcase) => showcase.includes('huggingface'))) return;
        payload.issues.push(issueOf(valueError('huggingface showcases are not allowed'), payload.value));
      }),
      min_bridge_version: absentOrNull(laxInt()),
      trigger: absentOrNull(laxArray(laxString())),
      homepage: absentOrNull(laxString()),
      size_on_disk_bytes: absentOrNull(laxCount()),
      optimization: absentOrNull(laxString()),
      requirements: absentOrNull(settingMap()),
    }),
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
    normaliseBody: (body, baselines) => ({
      ...body,
      baseline: baselines.toLegacy(baselines.fromLegacy(category, String(body.baseline))),
    }),
    toRecord,
    toLegacy,
    criticalFields: ['baseline', 'nsfw', 'inpainting', 'trigger', 'homepage', 'config.files'],
  }),
});

function describeUnknownStyle({ style }: JsonObject): string | null {
  return style === undefined || imageStyles.includes(String(style)) ? null : `Unknown style: ${style}`;
}

function toRecord(legacy: JsonObject, baselines: KnownBaselines): Record<string, unknown> {
  const legacyBaseline = legacy.baseline;
  const baseline =
    typeof legacyBaseline === 'string' ? baselines.fromLegacy(category, legacyBaseline) : legacyBaseline;
  // A blank style means no style; the legacy record keeps it.
  const style = typeof legacy.style === 'string' && legacy.style.trim() === '' ? null : legacy.style;
  if (typeof style === 'string' && !imageStyles.includes(style.trim())) {
    throw new ConversionError('style', `Unknown style: ${style}. Known: ${imageStyles.join(', ')}`);
  }
  const { inpainting, optimization, tags, showcases, min_bridge_version, trigger, homepage } = legacy;
  return {
    inpainting,
    baseline,
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

function toLegacy(record: ModelRecord, baselines: KnownBaselines): Record<string, unknown> {
  const { name, description, version, config } = convertCommonFields(record);
  return {
    name,
    baseline: baselines.toLegacy(String(record.baseline)),
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
