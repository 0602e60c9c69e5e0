import { laxLiteral } from '../lax.ts';
import type { Classification } from './category.ts';
import { defineCategory } from './define-category.ts';
import { commonLegacyFields, jsonForm } from './legacy/json-form.ts';

export const blip = simpleCategory({
  name: 'blip',
  component: 'Blip',
  purpose: 'feature_extractor',
  type: 'blip',
});

export const esrgan = simpleCategory({
  name: 'esrgan',
  component: 'Esrgan',
  purpose: 'post_processing',
  type: 'realesrgan',
});

export const gfpgan = simpleCategory({
  name: 'gfpgan',
  component: 'Gfpgan',
  purpose: 'post_processing',
  type: 'gfpgan',
});

export const codeformer = simpleCategory({
  name: 'codeformer',
  component: 'Codeformer',
  purpose: 'post_processing',
  type: 'CodeFormers',
});

export const safetyChecker = simpleCategory({
  name: 'safety_checker',
  component: 'SafetyChecker',
  purpose: 'safety_checker',
  type: 'safety_checker',
});

export const miscellaneous = simpleCategory({
  name: 'miscellaneous',
  component: 'Miscellaneous',
  purpose: 'miscellaneous',
  type: 'layer_diffuse',
});

/**
 * A category without fields of its own. Its legacy records differ from others' by nothing but their `type`.
 *
 * @param component what the names of its OpenAPI components are made of
 */
function simpleCategory<const Name extends string>({
  name,
  component,
  purpose,
  type,
}: {
  name: Name;
  component: string;
  purpose: Classification['purpose'];
  type: string;
}) {
  return defineCategory({
    name,
    recordName: `${component}ModelRecord`,
    classification: { domain: 'image', purpose },
    fields: {},
    criticalFields: ['model_classification'],
    legacy: jsonForm({
      fileName: `${name}.json`,
      recordName: `Legacy${component}Record`,
      type: laxLiteral([type]).default(type),
      toLegacy(record) {
        const { name, description, version, config } = commonLegacyFields(record);
        return { name, type, description, version, config };
      },
      criticalFields: ['type', 'config.files'],
    }),
  });
}
