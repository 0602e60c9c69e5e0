import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applyFacts } from '../../../src/records/lax.ts';
import { parseInput } from '../../../src/records/parse.ts';
import { generationSettings, settingMap } from '../../../src/records/setting-value.ts';

/** The keys that the horde's text API knows, as its documents list them. */
const keys =
  `n frmtadsnsp frmtrmblln frmtrmspch frmttriminc max_context_length max_length rep_pen rep_pen_range
  rep_pen_slope singleline temperature tfs top_a top_k top_p typical sampler_order use_default_badwordsids
  stop_sequence min_p smoothing_factor dynatemp_range dynatemp_exponent`.split(/\s+/);

/** Returns what the service and the published JSON Schema make of an input. */
function judged(schema: z.ZodType, input: unknown) {
  const published = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => applyFacts(zodSchema, jsonSchema),
  });
  const { ok } = parseInput(schema, input, 'body');
  return { service: ok, published: new Ajv2020({ strict: false }).compile(published)(input) };
}

const tells = expect.stringMatching(/^(Value error, must be an integer, a number, a string, )/);
const [accepted, refused] = [
  { service: true, published: true },
  { service: false, published: false },
];

describe('requirements and settings of a record', () => {
  test.each([1, 1.5, 'x', true, [], [1, 2], [1, 2.5], ['x', 'y']])('take %j under any key', (value) => {
    expect(judged(settingMap(), { key: value })).toEqual(accepted);
  });

  test.each([null, {}, [null], [{}], [[1]], [1, 'x']])('take no %j', (value) => {
    expect(judged(settingMap(), { key: value })).toEqual(refused);
    expect(parseInput(settingMap(), { key: value }, 'body')).toMatchObject({
      problems: [{ type: 'value_error', loc: ['body', 'key'], input: value, msg: tells }],
    });
  });

  test('are an object', () => {
    expect(judged(settingMap(), [])).toEqual(refused);
    expect(judged(settingMap(), 'x')).toEqual(refused);
  });
});

describe('settings of a submitted record', () => {
  test('take every key of the text API', () => {
    const all = Object.fromEntries(keys.map((key) => [key, 1]));
    expect(judged(generationSettings(), all)).toEqual(accepted);
  });

  test('take no other key, and say which there are', () => {
    expect(judged(generationSettings(), { temperature: 1, other: 1 })).toEqual(refused);
    expect(judged(generationSettings(), { '': 1 })).toEqual(refused);
    expect(parseInput(generationSettings(), { other: 1 }, 'body')).toMatchObject({
      problems: [
        {
          loc: ['body', 'other'],
          msg: `Value error, 'other' is not a generation parameter. Valid keys are: ${keys.toSorted().join(', ')}`,
        },
      ],
    });
  });
});
