import { laxLiteral, laxNamed, orNull } from '../lax.ts';
import { defineCategory } from './define-category.ts';
import { commonLegacyFields, jsonForm } from './legacy/json-form.ts';

/** The styles a v1 body may name. v2 takes any, and the public file holds others (`control_hough`). */
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
    controlnet_style: orNull(laxNamed('CONTROLNET_STYLE', writableStyles)).meta({
      description: 'Usually one of the control_ styles; others are accepted.',
    }),
  },
  criticalFields: ['controlnet_style', 'model_classification'],
  legacy: jsonForm({
    fileName: 'controlnet.json',
    recordName: 'LegacyControlnetRecord',
    type: laxLiteral(writableStyles).meta({ id: 'CONTROLNET_STYLE' }),
    toRecord: ({ type, style }) => ({ controlnet_style: type ?? style }),
    toLegacy(record) {
      const { name, description, version, config } = commonLegacyFields(record);
      const style = record.controlnet_style;
      return { name, type: style, description, version, style, config };
    },
    renamed: { controlnet_style: 'type' },
    criticalFields: ['type', 'style', 'config.files'],
  }),
});
