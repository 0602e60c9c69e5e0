import { filterStrings, isJsonObject, type JsonObject } from '../kernel/json.ts';
import { absentOrNull, laxLiteral, laxObject, laxString, withoutNulls } from './lax.ts';

const maxReasonLength = 500;

/** Schema of a record's `lifecycle`, which marks the model as deprecated. */
export const lifecycle = laxObject({
  state: laxLiteral(['deprecated']).meta({
    description: '`deprecated`: available, but not recommended for new use.',
  }),
  reason: absentOrNull(laxString({ max: maxReasonLength })),
  replaced_by: absentOrNull(laxString({ min: 1 })).meta({
    description: 'The model of the same category to use instead.',
  }),
})
  .transform(withoutNulls)
  .meta({ id: 'ModelLifecycle' });

/** Returns the former names of the model, the latest first. */
export function formerNames(record: JsonObject): readonly string[] {
  return filterStrings(record.renamed_from);
}

/**
 * Returns the reason why a record cannot be live: it has the lifecycle `beta` of earlier releases, which old
 * proposals may still contain. Null for every other record.
 */
export function findLifecycleProblem(record: JsonObject): string | null {
  const state = isJsonObject(record.lifecycle) ? record.lifecycle.state : undefined;
  if (state === undefined || state === 'deprecated') return null;
  return `its lifecycle is '${String(state)}'; allowed: deprecated, or no lifecycle. Propose it again without that, or reject it`;
}

/** Returns the replacement of a deprecated model; null when the record has none. */
export function replacementOf(record: JsonObject): string | null {
  const replacementName = isJsonObject(record.lifecycle) ? record.lifecycle.replaced_by : null;
  return typeof replacementName === 'string' ? replacementName : null;
}
