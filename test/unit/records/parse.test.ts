import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RegistryError } from '../../../src/kernel/errors.ts';
import {
  absentOrNull,
  issueOf,
  laxArray,
  laxInt,
  laxMap,
  laxObject,
  laxString,
  valueError,
} from '../../../src/records/lax.ts';
import { parseInput, parseOrThrow } from '../../../src/records/parse.ts';

const file = laxObject({ name: laxString(), url: laxString() });
const schema = laxObject({
  name: laxString(),
  count: absentOrNull(laxInt()),
  config: laxObject({ files: laxArray(file) }),
}).transform((record, ctx) => {
  if (record.name === 'bad') ctx.issues.push(issueOf(valueError('Unknown name: bad'), record));
  return record;
});

function problems(input: unknown) {
  const result = parseInput(schema, input, 'body');
  return result.ok ? [] : result.problems;
}

describe('problems', () => {
  it('are collected, in the order of declaration, each with its place', () => {
    const entry = { name: 5 };
    const input = { config: { files: [entry] }, count: 'x' };
    expect(problems(input)).toEqual([
      { type: 'missing', loc: ['body', 'name'], msg: 'Field required', input },
      {
        type: 'int_parsing',
        loc: ['body', 'count'],
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        input: 'x',
      },
      {
        type: 'string_type',
        loc: ['body', 'config', 'files', 0, 'name'],
        msg: 'Input should be a valid string',
        input: 5,
      },
      { type: 'missing', loc: ['body', 'config', 'files', 0, 'url'], msg: 'Field required', input: entry },
    ]);
  });

  it('tell a missing body from one of the wrong shape', () => {
    expect(problems(undefined)).toEqual([
      { type: 'missing', loc: ['body'], msg: 'Field required', input: null },
    ]);
    for (const input of [null, [], 'x', 5]) {
      const msg = 'Input should be a valid dictionary or object to extract fields from';
      expect(problems(input)).toEqual([{ type: 'model_attributes_type', loc: ['body'], msg, input }]);
    }
  });

  it('name a rule over the whole record only when every field is right', () => {
    const good = { name: 'bad', config: { files: [] } };
    const msg = 'Value error, Unknown name: bad';
    const problem = { type: 'value_error', loc: ['body'], msg, input: good, ctx: { error: {} } };
    expect(problems(good)).toEqual([problem]);
    expect(problems({ ...good, count: 'x' }).map(({ type }) => type)).toEqual(['int_parsing']);
  });

  it('of schemas that have no words of their own are value errors', () => {
    const plain = z.object({ when: z.date(), url: z.url(), even: z.number().refine((n) => n % 2 === 0) });
    const result = parseInput(plain, { when: 'x', url: 'x', even: 1 }, 'body');
    expect(result).toMatchObject({
      problems: [
        { type: 'value_error', loc: ['body', 'when'], msg: expect.stringContaining('expected date') },
        { type: 'value_error', loc: ['body', 'url'], msg: 'Value error, Invalid URL', ctx: { error: {} } },
        { type: 'value_error', loc: ['body', 'even'] },
      ],
    });
  });

  it('are thrown as one error', () => {
    const parse = () => parseOrThrow(schema, {}, 'query');
    expect(parse).toThrowError(RegistryError);
    expect(parse).toThrowError('query.name: Field required');
    expect(parseOrThrow(schema, { name: 'n', config: { files: [] } }, 'body')).toEqual({
      name: 'n',
      config: { files: [] },
    });
  });
});

it('leaves prototypes alone, whatever the keys of the input', () => {
  const input = JSON.parse('{"map":{"__proto__":{"polluted":1},"a":"x"},"__proto__":{"map":{}}}');
  const result = parseInput(laxObject({ map: laxMap(laxString()) }), input, 'body');
  expect(result).toEqual({ ok: true, value: { map: { a: 'x' } } });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
