import { z } from 'zod';
import { type ProblemFacts, problemLimits } from './parse.ts';

/**
 * Building blocks for the schemas of all request bodies, queries and paths. They follow Pydantic's lax mode,
 * on which existing clients rely: they convert harmless inputs (`"7"` to an integer, `yes` to a boolean). The
 * messages are those of the Python service. A custom Zod issue has the `type` and `ctx` of the problem in its
 * `params`; `parse.ts` converts issues to field problems.
 *
 * The OpenAPI document is generated from the same schemas: use `z.toJSONSchema(schema, { io: 'input' })`.
 */

/**
 * Creates a Zod issue from a problem. A transform or check adds the issue to `ctx.issues`.
 * @param path the path of the problem, relative to the value that the schema validates
 */
export function issueOf(
  facts: ProblemFacts,
  input: unknown,
  path: (string | number)[] = [],
): z.core.$ZodRawIssue {
  const params: Record<string, unknown> = { type: facts.type };
  if (facts.ctx) params.ctx = facts.ctx;
  return { code: 'custom', message: facts.msg, params, input, path };
}

/**
 * Returns the problem for an input that breaks a rule for which no specific `type` exists, such as a rule
 * about several fields.
 * @param text the text of the problem
 */
export function valueError(text: string): ProblemFacts {
  return { type: 'value_error', msg: `Value error, ${text}`, ctx: { error: {} } };
}

const stringEncoding: ProblemFacts = {
  type: 'string_unicode',
  msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
};

/**
 * Returns a schema that accepts only strings: numbers, booleans and null are not converted. `min` and `max`
 * count characters (code points).
 */
export function laxString(bounds: { min?: number; max?: number } = {}) {
  const { min, max } = bounds;
  const plural = (count: number) => `${count} character${count === 1 ? '' : 's'}`;
  const schema = z.string().check((payload) => {
    const text = payload.value;
    // A lone surrogate has no UTF-8 form: a stored name would change on the next read.
    if (!text.isWellFormed()) payload.issues.push(issueOf(stringEncoding, text));
    if (min === undefined && max === undefined) return;
    const length = [...text].length;
    if (min !== undefined && length < min) {
      const msg = `String should have at least ${plural(min)}`;
      payload.issues.push(issueOf({ type: 'string_too_short', msg, ctx: { min_length: min } }, text));
    }
    if (max !== undefined && length > max) {
      const msg = `String should have at most ${plural(max)}`;
      payload.issues.push(issueOf({ type: 'string_too_long', msg, ctx: { max_length: max } }, text));
    }
  });
  const facts: { minLength?: number; maxLength?: number } = {};
  if (min !== undefined) facts.minLength = min;
  if (max !== undefined) facts.maxLength = max;
  return min === undefined && max === undefined ? schema : schema.meta(facts);
}

export type Coercion<T> = { readonly value: T } | { readonly problem: ProblemFacts };

const notFinite: ProblemFacts = { type: 'finite_number', msg: 'Input should be a finite number' };
const notAnInteger: ProblemFacts = { type: 'int_type', msg: 'Input should be a valid integer' };
const integerHasFraction: ProblemFacts = {
  type: 'int_from_float',
  msg: 'Input should be a valid integer, got a number with a fractional part',
};
const integerText: ProblemFacts = {
  type: 'int_parsing',
  msg: 'Input should be a valid integer, unable to parse string as an integer',
};

/**
 * Converts an input to an integer of any size. Accepts integers, integral floats, booleans (1 and 0) and
 * numeric strings (`"7"`, `"7.0"`).
 */
export function coerceInt(input: unknown): Coercion<number> {
  if (typeof input === 'boolean') return { value: input ? 1 : 0 };
  if (typeof input === 'string') {
    const text = input.trim();
    if (!/^[+-]?\d+(_\d+)*(\.0+)?$/.test(text)) return { problem: integerText };
    const value = Number(text.replaceAll('_', ''));
    return Number.isFinite(value) ? { value: value + 0 } : { problem: notFinite };
  }
  if (typeof input !== 'number') return { problem: notAnInteger };
  if (!Number.isFinite(input)) return { problem: notFinite };
  return Number.isInteger(input) ? { value: input } : { problem: integerHasFraction };
}

const notANumber: ProblemFacts = { type: 'float_type', msg: 'Input should be a valid number' };
const numberText: ProblemFacts = {
  type: 'float_parsing',
  msg: 'Input should be a valid number, unable to parse string as a number',
};

/** Converts an input to a number. Accepts numbers and numeric strings, but not booleans. */
export function coerceFloat(input: unknown): Coercion<number> {
  if (typeof input === 'string') {
    const text = input.trim();
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return { problem: numberText };
    const value = Number(text);
    return Number.isFinite(value) ? { value } : { problem: notFinite };
  }
  if (typeof input !== 'number') return { problem: notANumber };
  return Number.isFinite(input) ? { value: input } : { problem: notFinite };
}

const trueWords = new Set(['true', 't', 'yes', 'y', 'on', '1']);
const falseWords = new Set(['false', 'f', 'no', 'n', 'off', '0']);
const notABoolean: ProblemFacts = { type: 'bool_type', msg: 'Input should be a valid boolean' };
const booleanText: ProblemFacts = {
  type: 'bool_parsing',
  msg: 'Input should be a valid boolean, unable to interpret input',
};

/**
 * Converts an input to a boolean. Accepts booleans, 0 and 1, and the words `true t yes y on 1` and
 * `false f no n off 0` in any letter case.
 */
function coerceBoolean(input: unknown): Coercion<boolean> {
  if (typeof input === 'boolean') return { value: input };
  if (typeof input === 'number') {
    if (input === 0 || input === 1) return { value: input === 1 };
    return { problem: Number.isInteger(input) ? booleanText : notABoolean };
  }
  if (typeof input !== 'string') return { problem: notABoolean };
  const word = input.toLowerCase();
  if (trueWords.has(word)) return { value: true };
  return falseWords.has(word) ? { value: false } : { problem: booleanText };
}

/**
 * Creates a schema that converts the input with `coerce` before it applies `schema`. Does not convert an
 * absent input, which `schema` then reports as missing.
 */
export function withCoercion<S extends z.ZodType>(
  coerce: (input: unknown) => Coercion<z.input<S>>,
  schema: S,
) {
  return z.preprocess((input, ctx) => {
    if (input === undefined) return undefined;
    const result = coerce(input);
    if ('value' in result) return result.value;
    ctx.issues.push(issueOf(result.problem, input));
    return z.NEVER;
  }, schema);
}

interface NumberBounds {
  ge?: number;
  le?: number;
  gt?: number;
}

function boundedNumber(bounds: NumberBounds): z.ZodNumber {
  let schema = z.number();
  if (bounds.ge !== undefined) schema = schema.gte(bounds.ge);
  if (bounds.gt !== undefined) schema = schema.gt(bounds.gt);
  if (bounds.le !== undefined) schema = schema.lte(bounds.le);
  return schema;
}

/** Returns a schema of finite numbers. */
export function laxFloat(bounds: NumberBounds = {}) {
  return withCoercion(coerceFloat, boundedNumber(bounds));
}

export function laxInt(bounds: NumberBounds = {}) {
  return withCoercion(coerceInt, boundedNumber(bounds).meta({ type: 'integer' }));
}

/** Returns a schema of whole numbers from 0 to 2^53-1: a double cannot represent larger ones exactly. */
export function laxCount(bounds: NumberBounds = {}) {
  return laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER, ...bounds });
}

export function laxBoolean() {
  return withCoercion(coerceBoolean, z.boolean());
}

/** Formats values as `'a', 'b' or 'c'`. */
export function formatChoice(values: readonly string[]): string {
  const quotedValues = values.map((value) => `'${value}'`);
  const last = quotedValues.pop() ?? '';
  return quotedValues.length === 0 ? last : `${quotedValues.join(', ')} or ${last}`;
}

function createChoiceSchema<const T extends readonly [string, ...string[]]>(
  values: T,
  type: 'enum' | 'literal_error',
) {
  const expectedValues = formatChoice(values);
  const problem: ProblemFacts = {
    type,
    msg: `Input should be ${expectedValues}`,
    ctx: { expected: expectedValues },
  };
  const coerce = (input: unknown): Coercion<T[number]> =>
    values.includes(input as string) ? { value: input as T[number] } : { problem };
  return withCoercion(coerce, z.enum(values));
}

/** Returns a schema that accepts exactly these values. Problems have the type `enum`. */
export function laxEnum<const T extends readonly [string, ...string[]]>(values: T) {
  return createChoiceSchema(values, 'enum');
}

/** Like `laxEnum`, but problems have the type `literal_error`. */
export function laxLiteral<const T extends readonly [string, ...string[]]>(values: T) {
  return createChoiceSchema(values, 'literal_error');
}

/**
 * Returns a schema that accepts any text. The OpenAPI document lists the usual values (`enum`) in the
 * component `id`.
 */
export function laxNamed(component: { readonly id: string; readonly enum: readonly string[] }) {
  const usualValues = z.string().meta(component);
  // The second branch accepts everything, so that other inputs are reported by `laxString`.
  return z.union([usualValues, z.unknown().meta({ type: 'string' })]).pipe(laxString());
}

/** Returns a schema of JSON arrays; other inputs are not converted to an array. */
export function laxArray<S extends z.ZodType>(item: S, bounds: { min?: number; max?: number } = {}) {
  let schema = z.array(item);
  if (bounds.min !== undefined) schema = schema.min(bounds.min);
  if (bounds.max !== undefined) schema = schema.max(bounds.max);
  const list = withProblemLimit(schema, item, (input) => (Array.isArray(input) ? input.entries() : []));
  const { max } = bounds;
  if (max === undefined) return list;
  // Does not validate the items of a list that is too long.
  return z.preprocess((input, ctx) => {
    if (!Array.isArray(input) || input.length <= max) return input as z.input<typeof list>;
    ctx.issues.push({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input });
    return z.NEVER;
  }, list);
}

/** Returns a schema of objects with any keys, whose values are validated by `value`. */
export function laxMap<S extends z.ZodType>(value: S) {
  return withProblemLimit(z.record(z.string(), value), value, (input) => {
    const isMap = typeof input === 'object' && input !== null && !Array.isArray(input);
    return isMap ? Object.entries(input) : [];
  });
}

/**
 * Stops the validation of a list or map after more problems than a response lists (`problemLimits`).
 * Collecting all problems of a body of one megabyte would take hundreds of megabytes of memory.
 */
function withProblemLimit<S extends z.ZodType>(
  schema: S,
  entry: z.ZodType,
  entriesOf: (input: unknown) => Iterable<[string | number, unknown]>,
) {
  return z.preprocess((input, ctx) => {
    if (!hasMany(input)) return input as z.input<S>;
    for (const [key, value] of entriesOf(input)) {
      const result = entry.safeParse(value, { reportInput: true });
      if (result.success) continue;
      for (const issue of result.error.issues) {
        ctx.issues.push({ ...issue, path: [key, ...issue.path] } as z.core.$ZodRawIssue);
      }
      if (ctx.issues.length > problemLimits.problems) break;
    }
    return ctx.issues.length > 0 ? z.NEVER : (input as z.input<S>);
  }, schema);
}

function hasMany(input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return false;
  const count = Array.isArray(input) ? input.length : Object.keys(input).length;
  return count > problemLimits.problems;
}

/** Returns a schema of objects with known fields; drops unknown fields. */
export function laxObject<S extends z.ZodRawShape>(shape: S) {
  return z.object(shape);
}

/** Returns a schema of objects with known fields; refuses unknown fields, each with its path. */
export function strictObject<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape);
}

/** Returns a schema of objects with known fields; keeps unknown fields, after the known ones. */
export function looseObject<S extends z.ZodRawShape>(shape: S) {
  return z.looseObject(shape);
}

/** Returns a schema that also accepts an absent field or null, and keeps them as they are. */
export function absentOrNull<S extends z.ZodType>(schema: S) {
  return schema.nullish();
}

/**
 * Returns a schema of a query parameter with one value; when the parameter is repeated, the last value counts.
 */
export function queryValue<S extends z.ZodType>(schema: S) {
  return z.preprocess((input) => (Array.isArray(input) ? input.at(-1) : input), schema);
}

/**
 * Returns a schema of a query parameter that may be repeated (`?tag=a&tag=b`). A single value becomes an array
 * of one item.
 */
export function queryList<S extends z.ZodType>(item: S, bounds: { min?: number; max?: number } = {}) {
  const list = laxArray(item, bounds);
  return z.preprocess((input) => (input === undefined || Array.isArray(input) ? input : [input]), list);
}

/** Returns the object without keys whose value is null or undefined. */
export function withoutNulls<T extends object>(object: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(object).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}

/** JSON Schema keywords that describe the accepted values. */
type SchemaFacts = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema keywords recorded by `withFacts`, by schema. They describe checks and transforms, which Zod
 * omits from its JSON Schema.
 */
const facts = z.registry<SchemaFacts>();

/**
 * Records JSON Schema keywords (2020-12) that describe the accepted values of `schema` in the OpenAPI
 * document. Does not affect validation. If the keywords include `type` or `anyOf`, they replace all keywords
 * that Zod creates, except `description`, `examples` and `default`. Otherwise they are added to Zod's
 * keywords.
 */
export function withFacts<S extends z.ZodType>(schema: S, keywords: SchemaFacts): S {
  facts.add(schema, keywords);
  return schema;
}

/**
 * Keywords that `applyFacts` never removes from Zod's JSON Schema, because they do not restrict the accepted
 * values.
 */
const notes = new Set(['description', 'examples', 'default']);

/** Adds the keywords recorded by `withFacts` for a schema to Zod's JSON Schema of it. */
export function applyFacts(schema: z.core.$ZodType, jsonSchema: Record<string, unknown>): void {
  const keywords = facts.get(schema);
  if (!keywords) return;
  if ('type' in keywords || 'anyOf' in keywords) {
    for (const key of Object.keys(jsonSchema)) if (!notes.has(key)) delete jsonSchema[key];
  }
  Object.assign(jsonSchema, keywords);
}
