import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import {
  absentOrNull,
  coerceFloat,
  laxArray,
  laxBoolean,
  laxEnum,
  laxInt,
  laxLiteral,
  laxMap,
  laxObject,
  laxString,
  queryList,
  queryValue,
  withCoercion,
} from '../../../src/records/lax.ts';
import { parseInput } from '../../../src/records/parse.ts';
import { settingMap } from '../../../src/records/setting-value.ts';

const fields = {
  text: laxString(),
  short: laxString({ min: 1, max: 3 }),
  filled: laxString({ min: 1 }),
  brief: laxString({ max: 3 }),
  int: laxInt(),
  page: laxInt({ ge: 1, le: 500 }),
  above: laxInt({ gt: 0 }),
  float: withCoercion(coerceFloat, z.number()),
  flag: laxBoolean(),
  list: laxArray(laxString()),
  few: laxArray(laxInt(), { min: 1, max: 2 }),
  map: laxMap(laxString()),
  nested: laxObject({ name: laxString() }),
  choice: laxEnum(['a', 'b', 'c']),
  two: laxLiteral(['clip', 'coca']),
  one: laxLiteral(['ckpt']),
  settings: settingMap(),
  maybe: absentOrNull(laxInt()),
};
type Field = keyof typeof fields;

function read(field: Field, input: unknown) {
  const schema = laxObject({ [field]: fields[field] });
  const result = parseInput(schema, { [field]: input }, 'body');
  return result.ok ? { value: (result.value as Record<string, unknown>)[field] } : result.problems;
}

describe('what is accepted, and as what', () => {
  test.each<[Field, unknown, unknown]>([
    ['text', '', ''],
    ['text', ' kept as sent ', ' kept as sent '],
    ['short', '😀😀😀', '😀😀😀'],
    ['short', 'a', 'a'],
    ['filled', 'long enough', 'long enough'],
    ['brief', '', ''],
    ['int', 7, 7],
    ['int', 7.0, 7],
    ['int', -7, -7],
    ['int', true, 1],
    ['int', false, 0],
    ['int', '7', 7],
    ['int', ' 7 ', 7],
    ['int', '7.0', 7],
    ['int', '7.00', 7],
    ['int', '-7', -7],
    ['int', '-0', 0],
    ['int', '1_000', 1000],
    ['int', 2 ** 70, 2 ** 70],
    ['float', 0.5, 0.5],
    ['float', '0.5', 0.5],
    ['float', '1e3', 1000],
    ['float', ' +12.25 ', 12.25],
    ['float', '-.25E-10', -0.25e-10],
    ['float', '12.', 12],
    ['flag', true, true],
    ['flag', 0, false],
    ['flag', 1.0, true],
    ...['true', 'T', 'yes', 'Y', 'ON', '1'].map((word): [Field, string, boolean] => ['flag', word, true]),
    ...['False', 'f', 'No', 'n', 'off', '0'].map((word): [Field, string, boolean] => ['flag', word, false]),
    ['list', [], []],
    ['list', ['b', 'a'], ['b', 'a']],
    ['map', { constructor: 'x' }, { constructor: 'x' }],
    ['nested', { name: 'n', unknown: 1 }, { name: 'n' }],
    ['choice', 'b', 'b'],
    ['two', 'coca', 'coca'],
    ['maybe', null, null],
    ['settings', { a: 1, b: 1.5, c: 'x', d: true, e: [] }, { a: 1, b: 1.5, c: 'x', d: true, e: [] }],
    ['settings', { a: ['x', 'y'], b: [1, 2], c: [1, 2.5] }, { a: ['x', 'y'], b: [1, 2], c: [1, 2.5] }],
    ['settings', { a: ['1', 2], b: [true], c: ['1.5', 2] }, { a: [1, 2], b: [1], c: [1.5, 2] }],
  ])('%s %j → %j', (field, input, value) => {
    expect(read(field, input)).toEqual({ value });
  });
});

describe('what is refused, and in which words', () => {
  const integer = 'Input should be a valid integer';
  const notText = `${integer}, unable to parse string as an integer`;
  const object = 'Input should be a valid dictionary or object to extract fields from';
  const number = 'Input should be a valid number';
  test.each<[Field, unknown, string, string, Record<string, unknown>?]>([
    ...[5, true, null, ['x'], {}].map((input): [Field, unknown, string, string] => [
      'text',
      input,
      'string_type',
      'Input should be a valid string',
    ]),
    ['short', '', 'string_too_short', 'String should have at least 1 character', { min_length: 1 }],
    ['short', 'abcd', 'string_too_long', 'String should have at most 3 characters', { max_length: 3 }],
    ['filled', '', 'string_too_short', 'String should have at least 1 character', { min_length: 1 }],
    ['brief', 'abcd', 'string_too_long', 'String should have at most 3 characters', { max_length: 3 }],
    ['int', 7.5, 'int_from_float', `${integer}, got a number with a fractional part`],
    ['int', 'x', 'int_parsing', notText],
    ['int', '7.5', 'int_parsing', notText],
    ['int', '', 'int_parsing', notText],
    ['int', null, 'int_type', integer],
    ['int', [1], 'int_type', integer],
    ['int', Number.POSITIVE_INFINITY, 'finite_number', 'Input should be a finite number'],
    ['int', '9'.repeat(400), 'finite_number', 'Input should be a finite number'],
    ['float', '1e400', 'finite_number', 'Input should be a finite number'],
    ['float', Number.NaN, 'finite_number', 'Input should be a finite number'],
    ['page', 0, 'greater_than_equal', 'Input should be greater than or equal to 1', { ge: 1 }],
    ['page', '501', 'less_than_equal', 'Input should be less than or equal to 500', { le: 500 }],
    ['above', 0, 'greater_than', 'Input should be greater than 0', { gt: 0 }],
    ...['x', '0x10', 'x1', '1_0', '.', '1e', '.x'].map((text): [Field, string, string, string] => [
      'float',
      text,
      'float_parsing',
      `${number}, unable to parse string as a number`,
    ]),
    ['float', null, 'float_type', number],
    ['flag', 'maybe', 'bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
    ['flag', 2, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
    ['flag', 0.5, 'bool_type', 'Input should be a valid boolean'],
    ['flag', null, 'bool_type', 'Input should be a valid boolean'],
    ['flag', [], 'bool_type', 'Input should be a valid boolean'],
    ['list', 'x', 'list_type', 'Input should be a valid list'],
    ['list', { 0: 'x' }, 'list_type', 'Input should be a valid list'],
    ['few', Object.fromEntries(Array(200).entries()), 'list_type', 'Input should be a valid list'],
    ['map', Array(200).fill(1), 'dict_type', 'Input should be a valid dictionary'],
    [
      'few',
      [],
      'too_short',
      'List should have at least 1 item after validation, not 0',
      { field_type: 'List', min_length: 1, actual_length: 0 },
    ],
    [
      'few',
      [1, 2, 3],
      'too_long',
      'List should have at most 2 items after validation, not 3',
      { field_type: 'List', max_length: 2, actual_length: 3 },
    ],
    ['map', [], 'dict_type', 'Input should be a valid dictionary'],
    ['map', 'x', 'dict_type', 'Input should be a valid dictionary'],
    ['nested', null, 'model_attributes_type', object],
    ['nested', 'x', 'model_attributes_type', object],
    ['choice', 'B', 'enum', "Input should be 'a', 'b' or 'c'", { expected: "'a', 'b' or 'c'" }],
    ['choice', null, 'enum', "Input should be 'a', 'b' or 'c'", { expected: "'a', 'b' or 'c'" }],
    ['two', 'x', 'literal_error', "Input should be 'clip' or 'coca'", { expected: "'clip' or 'coca'" }],
    ['one', 5, 'literal_error', "Input should be 'ckpt'", { expected: "'ckpt'" }],
    ['maybe', 'x', 'int_parsing', notText],
  ])('%s %j → %s', (field, input, type, msg, ctx) => {
    const problem = { type, loc: ['body', field], msg, input };
    expect(read(field, input)).toEqual([ctx ? { ...problem, ctx } : problem]);
  });

  it('refuses text that UTF-8 cannot hold', () => {
    expect(read('text', 'a\ud800')).toMatchObject([{ type: 'string_unicode', loc: ['body', 'text'] }]);
  });
});

describe('query parameters', () => {
  const query = laxObject({
    limit: queryValue(laxInt({ ge: 1 })).optional(),
    tag: queryList(laxString()).optional(),
  });
  const read = (input: unknown) => parseInput(query, input, 'query');

  it('takes the last of a parameter that is given twice, and any number of a list', () => {
    expect(read({ limit: ['1', '3', '2'], tag: 'a,b' })).toEqual({
      ok: true,
      value: { limit: 2, tag: ['a,b'] },
    });
    expect(read({ tag: ['a', 'b'] })).toEqual({ ok: true, value: { tag: ['a', 'b'] } });
    expect(read({})).toEqual({ ok: true, value: {} });
  });

  it('says that a list is missing, not its first element', () => {
    expect(parseInput(laxObject({ tag: queryList(laxString()) }), {}, 'query')).toMatchObject({
      problems: [{ type: 'missing', loc: ['query', 'tag'] }],
    });
  });

  it('echoes the raw text that was wrong', () => {
    expect(read({ limit: 'x' })).toMatchObject({ problems: [{ loc: ['query', 'limit'], input: 'x' }] });
  });
});

it('prints as the JSON Schema of what it reads', () => {
  const schema = z.toJSONSchema(laxObject(fields), { io: 'input' });
  expect(schema.properties).toMatchObject({
    text: { type: 'string' },
    short: { type: 'string', minLength: 1, maxLength: 3 },
    filled: { type: 'string', minLength: 1 },
    brief: { type: 'string', maxLength: 3 },
    int: { type: 'integer' },
    page: { type: 'integer', minimum: 1, maximum: 500 },
    float: { type: 'number' },
    flag: { type: 'boolean' },
    list: { type: 'array', items: { type: 'string' } },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    choice: { type: 'string', enum: ['a', 'b', 'c'] },
    maybe: { type: ['integer', 'null'] },
  });
  expect(schema.properties?.filled).not.toHaveProperty('maxLength');
  expect(schema.properties?.brief).not.toHaveProperty('minLength');
  expect(schema.required).not.toContain('maybe');
  expect(JSON.stringify(schema)).not.toContain('9007199254740991');
});
