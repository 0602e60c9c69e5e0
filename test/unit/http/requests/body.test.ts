import { describe, expect, it } from 'vitest';
import type { FieldProblem, RegistryError } from '../../../../src/kernel/errors.ts';
import { parseJsonBody } from '../../../../src/serving/requests/body.ts';

const parse = (text: string | Buffer) => parseJsonBody(Buffer.from(text));

function problemOf(text: string | Buffer): FieldProblem | undefined {
  try {
    parse(text);
  } catch (error) {
    return (error as RegistryError).problems?.[0];
  }
  throw new Error('was accepted');
}

describe('a JSON body', () => {
  it.each([
    ['', undefined],
    ['null', null],
    [' {"a": [1, "ü", {"b": true}]} ', { a: [1, 'ü', { b: true }] }],
    ['\ufeff{}', {}],
    ['{"constructor": 1, "prototype": 2, "toString": 3}', { constructor: 1, prototype: 2, toString: 3 }],
  ])('%j is read', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it('that is broken is refused with the place', () => {
    expect(problemOf('{"a": 1,}')).toMatchObject({ type: 'json_invalid', loc: ['body', 8] });
    expect(problemOf('{"a"')).toMatchObject({ type: 'json_invalid', loc: ['body', 4] });
    expect(problemOf(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({
      type: 'json_invalid',
      ctx: { error: 'The body is not valid UTF-8' },
    });
  });

  it.each([
    ['{"__proto__": {"admin": true}}', ['body', '__proto__']],
    ['{"config": [{"\\u005f_proto__": 1}]}', ['body', 'config', 0, '__proto__']],
    ['{"a": {"constructor": {"prototype": {}}}}', ['body', 'a', 'constructor']],
    ['{"a": [0, {"b": {"__proto__": 1}}], "c": "\\ud800"}', ['body', 'a', 1, 'b', '__proto__']],
  ])('that reaches for prototypes is refused: %s', (text, loc) => {
    expect(problemOf(text)).toMatchObject({ type: 'extra_forbidden', loc });
  });

  it.each([
    ['{"n": 1e999}', 'finite_number', ['body', 'n']],
    ['{"n": [0, -1e999]}', 'finite_number', ['body', 'n', 1]],
    ['{"s": "\\ud800"}', 'string_unicode', ['body', 's']],
    ['{"s": "a\\u0000b"}', 'string_unicode', ['body', 's']],
    ['{"\\udfff": 1}', 'string_unicode', ['body']],
  ])('that would not come back as it was stored is refused: %s', (text, type, loc) => {
    expect(problemOf(text)).toMatchObject({ type, loc });
  });

  it('may be nested, but not so deep that it exhausts the stack', () => {
    expect(parse('['.repeat(32) + ']'.repeat(32))).toHaveLength(1);
    expect(problemOf('['.repeat(100_000) + ']'.repeat(100_000))).toMatchObject({ type: 'value_error' });
    expect(problemOf(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toMatchObject({ type: 'value_error' });
  });
});
