import { z } from 'zod';
import type { JsonScalar } from '../kernel/json.ts';
import {
  type Coercion,
  coerceFloat,
  coerceInt,
  issueOf,
  laxMap,
  valueError,
  withCoercion,
  withFacts,
} from './lax.ts';

/** A value in the `requirements` or `settings` of a record. */
export type SettingValue = Exclude<JsonScalar, null> | (string | number)[];

const notASetting = valueError(
  'must be an integer, a number, a string, a boolean, or an array of integers, numbers or strings',
);

/**
 * Converts a value of a record's `requirements` or `settings`. Strings, numbers and booleans keep their type.
 * An array of strings stays unchanged. Any other array becomes a list of integers if all items can be
 * converted to integers, otherwise a list of numbers.
 */
export function coerceSetting(input: unknown): Coercion<SettingValue> {
  if (typeof input === 'string' || typeof input === 'boolean') return { value: input };
  if (typeof input === 'number') return coerceFloat(input);
  if (!Array.isArray(input)) return { problem: notASetting };
  if (input.every((item) => typeof item === 'string')) return { value: input };
  const numbers = coerceAll(input, coerceInt) ?? coerceAll(input, coerceFloat);
  return numbers === null ? { problem: notASetting } : { value: numbers };
}

function coerceAll(items: readonly unknown[], coerce: (item: unknown) => Coercion<number>): number[] | null {
  const values: number[] = [];
  for (const item of items) {
    const result = coerce(item);
    if ('problem' in result) return null;
    values.push(result.value);
  }
  return values;
}

const valueFacts = {
  anyOf: [
    { type: ['number', 'string', 'boolean'] },
    { type: 'array', items: { type: 'number' } },
    { type: 'array', items: { type: 'string' } },
  ],
};

const settingValue = withFacts(
  withCoercion(
    coerceSetting,
    z.union([z.number(), z.string(), z.boolean(), z.array(z.union([z.number(), z.string()]))]),
  ),
  valueFacts,
);

export const settingMapFacts = { type: 'object', additionalProperties: valueFacts };

/**
 * Returns the schema of a record's `requirements` and `settings`. Any key is allowed; values are limited to
 * simple types, which workers can handle even for unknown keys.
 */
export function settingMap() {
  return laxMap(settingValue);
}

/**
 * The generation parameters of the horde's text API: the keys allowed in `settings` of a submitted record.
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

const validKeys = [...generationParams].sort().join(', ');

/** Returns the schema of `settings` in a submitted record: only the keys in `generationParams`. */
export function generationSettings() {
  const schema = settingMap().check((payload) => {
    for (const key of Object.keys(payload.value)) {
      if (generationParams.includes(key)) continue;
      const problem = valueError(`'${key}' is not a generation parameter. Valid keys are: ${validKeys}`);
      payload.issues.push(issueOf(problem, payload.value[key], [key]));
    }
  });
  return withFacts(schema, { ...settingMapFacts, propertyNames: { enum: generationParams } });
}
