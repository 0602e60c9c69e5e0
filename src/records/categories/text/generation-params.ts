import { issueOf, valueError } from '../../lax.ts';
import { withFacts } from '../../schema-facts.ts';
import { settingMap, settingMapFacts } from '../../setting-value.ts';

/**
 * The generation parameters of the horde's text API: the keys that `settings` of a submitted record may have.
 */
export const generationParams: readonly string[] = [
  'n',
  'frmtadsnsp',
  'frmtrmblln',
  'frmtrmspch',
  'frmttriminc',
  'max_context_length',
  'max_length',
  'rep_pen',
  'rep_pen_range',
  'rep_pen_slope',
  'singleline',
  'temperature',
  'tfs',
  'top_a',
  'top_k',
  'top_p',
  'typical',
  'sampler_order',
  'use_default_badwordsids',
  'stop_sequence',
  'min_p',
  'smoothing_factor',
  'dynatemp_range',
  'dynatemp_exponent',
];

const allowed = [...generationParams].sort().join(', ');

/** `settings` of a submitted record: known keys only. */
export function generationSettings() {
  const schema = settingMap().check((payload) => {
    for (const key of Object.keys(payload.value)) {
      if (generationParams.includes(key)) continue;
      const problem = valueError(`'${key}' is not a generation parameter. Valid keys are: ${allowed}`);
      payload.issues.push(issueOf(problem, payload.value[key], [key]));
    }
  });
  return withFacts(schema, { ...settingMapFacts, propertyNames: { enum: generationParams } });
}
