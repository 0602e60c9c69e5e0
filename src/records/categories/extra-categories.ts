import { laxArray, laxString } from '../lax.ts';
import type { CategoryDefinition } from './category.ts';
import { defineCategory } from './define-category.ts';

/** The category of ControlNet preprocessors. */
const controlnetAnnotator = defineCategory({
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

/**
 * The category of baselines in releases before 0.4.0. No deployment has it any more, but stored events and
 * decided changes refer to it.
 */
const baseline = defineCategory({
  name: 'baseline',
  recordName: 'BaselineRecord',
  classification: { domain: 'image', purpose: 'generation' },
  fields: {},
  criticalFields: [],
});

/** Categories that only earlier releases had. */
export const formerCategories: readonly CategoryDefinition[] = [baseline];

/**
 * The categories that a deployment has only when its settings list them. They follow all other categories in
 * listings.
 */
const availableCategories = [controlnetAnnotator] as const;

/** All extra categories, whether enabled or not. */
export const extraCategories: readonly CategoryDefinition[] = availableCategories;

export type ExtraCategoryName = (typeof availableCategories)[number]['name'];

export const extraCategoryNames: readonly ExtraCategoryName[] = availableCategories.map(({ name }) => name);
