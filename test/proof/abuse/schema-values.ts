import type { JsonObject, JsonValue } from '../../../src/kernel/json.ts';
import type { Random } from './random.ts';

/** The part of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: JsonValue[];
  const?: JsonValue;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export type Resolve = (schema: Schema) => Schema;

/** Names that have broken services before. */
export const awkwardTexts: readonly string[] = [
  '',
  ' ',
  'a/b',
  '..',
  '%2F',
  '%',
  'search',
  'popular',
  'history',
  '__proto__',
  'constructor',
  'toString',
  '💥',
  '\u202e',
  'é',
  'e\u0301',
  "'; DROP TABLE models; --",
  '{{7*7}}',
  'NaN',
  'null',
  '0',
  '-1',
  '1e400',
  '99999999999999999999',
  'A'.repeat(600),
  'aphrodite/x',
  'koboldcpp/x',
  'back\\slash',
  'nul\u0000',
  'lone \ud800',
  'line\nbreak',
];

const awkwardValues: readonly JsonValue[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  [[]],
  {},
  { a: 1 },
  { ['__proto__']: { polluted: true } } as JsonObject,
  ...awkwardTexts,
];

/** Makes a value that the schema allows, as far as the schema says. */
export function validValue(schema: Schema, resolve: Resolve, random: Random, depth = 0): JsonValue {
  const known = resolve(schema);
  if (known.const !== undefined) return known.const;
  if (known.enum) return random.pick(known.enum);
  const choices = known.anyOf ?? known.oneOf;
  if (choices) return validValue(random.pick(choices), resolve, random, depth);
  const type = Array.isArray(known.type) ? random.pick(known.type) : known.type;
  if (type === 'null') return null;
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer') return validNumber(known, random);
  if (type === 'number') return validNumber(known, random) + (random.chance(0.3) ? 0.5 : 0);
  if (type === 'string') return validText(known, random);
  if (type === 'array') {
    const least = known.minItems ?? 0;
    const length = Math.max(least, depth > 3 ? least : random.below(4));
    return Array.from({ length }, () => validValue(known.items ?? {}, resolve, random, depth + 1));
  }
  if (type === 'object' || known.properties) return validObject(known, resolve, random, depth);
  return random.pick(['text', 1, true]);
}

function validNumber({ minimum, maximum, exclusiveMinimum }: Schema, random: Random): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  const most = maximum ?? least + 1000;
  return least + random.below(Math.min(most - least, 1_000_000) + 1);
}

function validText({ minLength = 0, maxLength = 40 }: Schema, random: Random): string {
  const words = ['alpha', 'Beta-7B', 'gamma v1.2', 'https://files.example/x', 'ünï', 'a/b'];
  let text: string = random.pick(words);
  while (text.length < minLength) text += 'x';
  return text.slice(0, Math.max(minLength, maxLength));
}

function validObject(schema: Schema, resolve: Resolve, random: Random, depth: number): JsonObject {
  const value: JsonObject = {};
  const required = new Set(schema.required);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (required.has(name) || (depth < 4 && random.chance(0.4))) {
      value[name] = validValue(property, resolve, random, depth + 1);
    }
  }
  if (typeof schema.additionalProperties === 'object' && depth < 4 && random.chance(0.5)) {
    value.key = validValue(schema.additionalProperties, resolve, random, depth + 1);
  }
  return value;
}

/** Changes one thing in a value to something it probably must not be. */
export function damaged(value: JsonValue, random: Random): JsonValue {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const index = random.below(value.length);
    return value.map((item, i) => (i === index ? damaged(item, random) : item));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const names = Object.keys(value);
    if (names.length > 0 && random.chance(0.85)) {
      const name = random.pick(names);
      const { [name]: old, ...others } = value;
      return random.chance(0.3) ? others : { ...others, [name]: damaged(old ?? null, random) };
    }
  }
  return random.pick(awkwardValues);
}
