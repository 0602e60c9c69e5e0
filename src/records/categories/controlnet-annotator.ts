import { laxArray, laxString } from '../lax.ts';
import { defineCategory } from './define-category.ts';

/** Preprocessors of ControlNet. Beyond the contract's categories: see `extra-categories.ts`. */
export const controlnetAnnotator = defineCategory({
  name: 'controlnet_annotator',
  recordName: 'ControlNetAnnotatorModelRecord',
  classification: { domain: 'image', purpose: 'auxiliary_or_patch' },
  fields: {
    control_types: laxArray(laxString())
      .default(() => [])
      .meta({ description: 'The control types that it prepares images for.' }),
    preprocessors: laxArray(laxString())
      .default(() => [])
      .meta({ description: 'The names of the preprocessors that use it.' }),
  },
  criticalFields: ['control_types', 'model_classification'],
});
