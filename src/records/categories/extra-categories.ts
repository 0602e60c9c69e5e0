import { laxArray, laxString } from '../lax.ts';
import { baseline } from './baseline.ts';
import { clientProfile } from './client-profile.ts';
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
 * The categories that a deployment has only when its settings name them. Clients see them after all others.
 */
const known = [controlnetAnnotator, baseline, clientProfile] as const;

export type ExtraCategoryName = (typeof known)[number]['name'];

export const extraCategoryNames: readonly ExtraCategoryName[] = known.map(({ name }) => name);

let chosen: readonly string[] = [];
let isRead = false;

/**
 * Switches extra categories on for this process. Call it before the list of categories is loaded, because
 * paths, schemas and the OpenAPI document are made from that list.
 *
 * @param names the categories to switch on. Unknown names are ignored, because the settings refuse them
 * @throws Error when the list was loaded already
 */
export function enableExtraCategories(names: readonly string[]): void {
  if (isRead) throw new Error('the categories are loaded already: too late to choose extra ones');
  chosen = names;
}

/** Whether this process keeps baselines as records. */
export function baselinesAreRecords(): boolean {
  return chosen.includes(baseline.name);
}

/** Gives the extra categories that are switched on. After this call, no more can be switched on. */
export function enabledExtraCategories(): readonly (typeof known)[number][] {
  isRead = true;
  return known.filter(({ name }) => chosen.includes(name));
}
