import { expect, test } from 'vitest';
import { generateDbJson } from '../../../../../src/modules/transfer/repository-files/db-json.ts';

const header = 'name,parameters_bn,display_name,url,baseline,description,style,tags,instruct_format,settings';
const companions = {
  defaults:
    '{"baseline":"","parameters":null,"description":"","version":"1","style":"generalist","nsfw":false}',
  generationParams: '{"temperature": 1, "top_k": 1, "sampler_order": []}',
};
const generate = (...rows: string[]) => generateDbJson([header, ...rows, ''].join('\r\n'), companions);

test('an entry is spelled as Python spells it, under three names', () => {
  const made = generate(
    'acme/Example_12B-v1, 12.5,,https://a/é,,,chat,"roleplay, b,",ChatML,"{""temperature"": 1.0, ""top_k"":40, ""sampler_order"": [1e5, 0.00001]}"',
  );
  const entry = (name: string) => `    "${name}": {
        "name": "${name}",
        "model_name": "Example_12B-v1",
        "baseline": "",
        "parameters": 12500000000,
        "description": "",
        "version": "1",
        "style": "chat",
        "nsfw": false,
        "display_name": "Example 12B v1",
        "url": "https://a/\\u00e9",
        "tags": [
            "",
            "12B",
            "b",
            "chat",
            "roleplay"
        ],
        "instruct_format": "ChatML",
        "settings": {
            "temperature": 1.0,
            "top_k": 40,
            "sampler_order": [
                100000.0,
                1e-05
            ]
        }
    }`;
  const names = ['acme/Example_12B-v1', 'aphrodite/acme/Example_12B-v1', 'koboldcpp/Example_12B-v1'];
  expect(made).toEqual({ text: `{\n${names.map(entry).join(',\n')}\n}\n` });
});

test('cells that are too many stand under null, as in the repository from 27 to 29 June 2025', () => {
  const { text } = generate(`a,1${','.repeat(8)},,x`) as { text: string };
  expect(text).toContain(`        "tags": [
            "1B"
        ],
        "null": [
            "",
            "x"
        ]
    },`);
});

test('a name that comes again has the last values at the first place', () => {
  const made = generate('a,1', 'b,1', 'a,2'.padEnd(11, ','));
  expect(made).toEqual({ line: 2, reason: 'the row has 2 cells; expected 10' });
  const rows = ['a,1', 'b,1', 'a,2'].map((row) => row + ','.repeat(8));
  const { text } = generate(...rows) as { text: string };
  const db = JSON.parse(text) as Record<string, { parameters: number }>;
  expect(Object.entries(db).map(([name, { parameters }]) => [name, parameters])).toEqual([
    ...['a', 'aphrodite/a', 'koboldcpp/a'].map((name) => [name, 2e9]),
    ...['b', 'aphrodite/b', 'koboldcpp/b'].map((name) => [name, 1e9]),
  ]);
});

test.each([
  ['x,seven,,,,,,,,', "parameters_bn is not a number: 'seven'"],
  ['x,1,,,,,,,,"{""odd"": 1}"', 'settings is not a JSON object with known keys only: {"odd": 1}'],
  ['x,1,,,,,,,,[1]', 'settings is not a JSON object with known keys only: [1]'],
])('the generator stops at %s', (row, reason) => {
  expect(generate(row)).toEqual({ line: 2, reason });
});

test.each([
  ['0.5', '0B'],
  ['2.5', '2B'],
  ['7.5', '8B'],
  ['0.4', '0B'],
])('%s billions are tagged %s, halves to the even number', (billions, tag) => {
  expect((generate(`x,${billions},,,,,,,,`) as { text: string }).text).toContain(`"${tag}"`);
});

test.each([
  ['1e16', '1e+16'],
  ['1e15', '1000000000000000.0'],
  ['123456789012345680.0', '1.2345678901234568e+17'],
  ['0.0001', '0.0001'],
  ['0.00001234', '1.234e-05'],
  ['-0.0', '-0.0'],
  ['1.50', '1.5'],
  ['1E2', '100.0'],
  ['1e999', 'Infinity'],
  ['12345678901234567890', '12345678901234567890'],
  ['-0', '0'],
])('the number %s is spelled %s: whole ones stay as they are, however long', (given, text) => {
  const made = generate(`x,7,,,,,,,,"{""temperature"": ${given}}"`) as { text: string };
  expect(made.text).toContain(`"temperature": ${text}\n`);
});
