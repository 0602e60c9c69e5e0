import { z } from 'zod';
import type { JsonScalar } from '../kernel/json.ts';
import { type Coercion, coerced, coerceFloat, coerceInt, laxMap, valueError } from './lax.ts';
import { withFacts } from './schema-facts.ts';

/** A value of `requirements` or `settings`. */
export type SettingValue = Exclude<JsonScalar, null> | (string | number)[];

const notASetting = valueError(
  'must be an integer, a number, a string, a boolean, or an array of integers, numbers or strings',
);

/** Scalars keep their type. An array is all strings, or as far as possible all integers, else all numbers. */
export function coerceSetting(input: unknown): Coercion<SettingValue> {
  if (typeof input === 'string' || typeof input === 'boolean') return { value: input };
  if (typeof input === 'number') return coerceFloat(input);
  if (!Array.isArray(input)) return { problem: notASetting };
  if (input.every((item) => typeof item === 'string')) return { value: input };
  const numbers = all(input, coerceInt) ?? all(input, coerceFloat);
  return numbers === null ? { problem: notASetting } : { value: numbers };
}

function all(items: readonly unknown[], coerce: (item: unknown) => Coercion<number>): number[] | null {
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
  coerced(
    coerceSetting,
    z.union([z.number(), z.string(), z.boolean(), z.array(z.union([z.number(), z.string()]))]),
  ),
  valueFacts,
);

/** What JSON Schema says of a `settingMap`. */
export const settingMapFacts = { type: 'object', additionalProperties: valueFacts };

/** `requirements`, `settings`: free keys, values that a worker can read without knowing the key. */
export function settingMap() {
  return laxMap(settingValue);
}
