import type { KnownBaselines } from '../baselines/known-baselines.ts';
import { type Classification, stringList, trimmedTags } from '../common-fields.ts';
import { absentOrNull, laxBoolean, laxLiteral, laxNamed, laxString } from '../lax.ts';
import { defineCategory } from './define-category.ts';
import { convertCommonFields, createJsonForm } from './legacy-form.ts';

export const blip = defineSimpleCategory('blip', 'Blip', 'feature_extractor', 'blip');
export const esrgan = defineSimpleCategory('esrgan', 'Esrgan', 'post_processing', 'realesrgan');
export const gfpgan = defineSimpleCategory('gfpgan', 'Gfpgan', 'post_processing', 'gfpgan');
export const codeformer = defineSimpleCategory('codeformer', 'Codeformer', 'post_processing', 'CodeFormers');
export const safetyChecker = defineSimpleCategory(
  'safety_checker',
  'SafetyChecker',
  'safety_checker',
  'safety_checker',
);
export const miscellaneous = defineSimpleCategory(
  'miscellaneous',
  'Miscellaneous',
  'miscellaneous',
  'layer_diffuse',
);

/**
 * Defines a category without fields of its own.
 *
 * @param component the base of the names of its OpenAPI components
 * @param type the `type` of its legacy records
 */
function defineSimpleCategory<const Name extends string>(
  name: Name,
  component: string,
  purpose: Classification['purpose'],
  type: string,
) {
  return defineCategory({
    name,
    recordName: `${component}ModelRecord`,
    classification: { domain: 'image', purpose },
    fields: {},
    criticalFields: ['model_classification'],
    legacy: createJsonForm({
      fileName: `${name}.json`,
      recordName: `Legacy${component}Record`,
      type: laxLiteral([type]).default(type),
      toLegacy(record) {
        const { name, description, version, config } = convertCommonFields(record);
        return { name, type, description, version, config };
      },
      criticalFields: ['type', 'config.files'],
    }),
  });
}

export const clip = defineCategory({
  name: 'clip',
  recordName: 'ClipModelRecord',
  classification: { domain: 'image', purpose: 'feature_extractor' },
  fields: { pretrained_name: absentOrNull(laxString()) },
  criticalFields: ['pretrained_name', 'model_classification'],
  legacy: createJsonForm({
    fileName: 'clip.json',
    recordName: 'LegacyClipRecord',
    type: laxLiteral(['clip', 'coca']).default('clip'),
    fields: { pretrained_name: absentOrNull(laxString()) },
    toRecord: ({ pretrained_name }) => ({ pretrained_name }),
    toLegacy(record) {
      const { name, description, version, config } = convertCommonFields(record);
      return { name, type: 'clip', description, version, config, pretrained_name: record.pretrained_name };
    },
    criticalFields: ['type', 'pretrained_name', 'config.files'],
  }),
});

/**
 * The styles allowed in v1 bodies. v2 accepts any style, and the public file has styles that are not in this
 * list, such as `control_hough`.
 */
const writableStyles = [
  'control_canny',
  'control_depth',
  'control_hed',
  'control_mlsd',
  'control_normal',
  'control_openpose',
  'control_fakescribbles',
  'control_scribble',
  'control_seg',
  'control_qr',
  'control_qr_xl',
  'control_lineart',
  'control_lineart_anime',
  'control_normal_bae',
  'control_recolor',
  'control_tile',
] as const;

export const controlnet = defineCategory({
  name: 'controlnet',
  recordName: 'ControlNetModelRecord',
  classification: { domain: 'image', purpose: 'auxiliary_or_patch' },
  fields: {
    controlnet_style: absentOrNull(laxNamed({ id: 'CONTROLNET_STYLE', enum: writableStyles })).meta({
      description: 'Usually one of the control_ styles; others are accepted.',
    }),
  },
  criticalFields: ['controlnet_style', 'model_classification'],
  legacy: createJsonForm({
    fileName: 'controlnet.json',
    recordName: 'LegacyControlnetRecord',
    type: laxLiteral(writableStyles).meta({ id: 'CONTROLNET_STYLE' }),
    toRecord: ({ type, style }) => ({ controlnet_style: type ?? style }),
    toLegacy(record) {
      const { name, description, version, config } = convertCommonFields(record);
      const style = record.controlnet_style;
      return { name, type: style, description, version, style, config };
    },
    legacyNames: { controlnet_style: 'type' },
    criticalFields: ['type', 'style', 'config.files'],
  }),
});

/**
 * Returns the category-specific fields of a category whose models may have any text as baseline. A spelling
 * of a baseline of `baselineCategory` is stored as the name of that baseline. Any other text is stored
 * unchanged.
 */
const createGenerationFields = (baselineCategory: string, baselines: KnownBaselines) => ({
  baseline: absentOrNull(laxString().transform((text) => baselines.canonical(baselineCategory, text))),
  nsfw: laxBoolean().default(false),
  tags: trimmedTags(),
});

export const videoGeneration = defineCategory({
  name: 'video_generation',
  recordName: 'VideoGenerationModelRecord',
  classification: { domain: 'video', purpose: 'generation' },
  fields: (baselines) => createGenerationFields('video_generation', baselines),
  baselinesOf: 'video_generation',
  criticalFields: ['baseline', 'nsfw'],
});

export const audioGeneration = defineCategory({
  name: 'audio_generation',
  recordName: 'AudioGenerationModelRecord',
  classification: { domain: 'audio', purpose: 'generation' },
  fields: (baselines) => createGenerationFields('audio_generation', baselines),
  baselinesOf: 'audio_generation',
  criticalFields: ['baseline', 'nsfw'],
});

/** The common definition of `lora` and `ti`, whose models modify another model. */
const modifierDefinition = {
  classification: { domain: 'image', purpose: 'auxiliary_or_patch' },
  fields: (baselines: KnownBaselines) => ({
    ...createGenerationFields('image_generation', baselines),
    trigger: stringList(),
    homepage: absentOrNull(laxString()),
    showcases: stringList(),
  }),
  baselinesOf: 'image_generation',
  criticalFields: ['baseline', 'nsfw', 'trigger', 'homepage'],
  managedElsewhere: true,
} as const;

export const lora = defineCategory({ ...modifierDefinition, name: 'lora', recordName: 'LoraModelRecord' });

export const ti = defineCategory({
  ...modifierDefinition,
  name: 'ti',
  recordName: 'TextualInversionModelRecord',
});
