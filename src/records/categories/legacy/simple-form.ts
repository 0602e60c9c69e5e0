import type { z } from 'zod';
import { laxLiteral } from '../../lax.ts';
import type { LegacyForm, ModelRecord } from '../category.ts';
import { commonLegacyFields, jsonForm } from './json-form.ts';

/** The legacy form of a category whose records differ from others' by nothing but their `type`. */
export function simpleForm(draft: {
  readonly fileName: string;
  readonly recordName: string;
  readonly type: string;
}): (stored: z.ZodType<ModelRecord>) => LegacyForm {
  const { fileName, recordName, type } = draft;
  return jsonForm({
    fileName,
    recordName,
    type: laxLiteral([type]).default(type),
    toLegacy(record) {
      const { name, description, version, config } = commonLegacyFields(record);
      return { name, type, description, version, config };
    },
    criticalFields: ['type', 'config.files'],
  });
}
