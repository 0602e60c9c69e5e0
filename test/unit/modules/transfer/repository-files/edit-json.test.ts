import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { JsonValue } from '../../../../../src/kernel/json.ts';
import {
  createJsonText,
  editJson,
  readJsonFile,
} from '../../../../../src/modules/transfer/repository-files/edit-json.ts';

const edited = (text: string, members: Record<string, JsonValue>) =>
  editJson(text, new Map(Object.entries(members)));

describe('editing a JSON file', () => {
  const canonical = `{
    "b": {
        "name": "b",
        "size": 1.0,
        "tags": [
            "x",
            "y"
        ]
    },
    "a": {
        "name": "a",
        "text": "\\u2014"
    }
}
`;

  it('leaves what is equal as it is written, number spelling and escapes included', () => {
    const b = { tags: ['x', 'y'], size: 1, name: 'b' };
    expect(edited(canonical, { a: { name: 'a', text: '—' }, b })).toBe(canonical);
  });

  it('touches only the lines of what differs', () => {
    const b = { name: 'b', size: 1, extra: { é: [] }, tags: ['x', 'z', 'y'] };
    expect(edited(canonical, { b, a: { name: 'a', text: '—' } })).toBe(
      canonical
        .replace('"size": 1.0,', '"size": 1.0,\n        "extra": {\n            "\\u00e9": []\n        },')
        .replace('"x",', '"x",\n            "z",'),
    );
  });

  it('leaves the lines of others as they are indented when one before them is taken out', () => {
    const uneven = '{\n"a": {\n  },\n  "b": [ 1, 2 ] ,\n    "c": 3\n}\n';
    expect(edited(uneven, { b: [1, 2], c: 3 })).toBe('{\n  "b": [ 1, 2 ] ,\n    "c": 3\n}\n');
    expect(edited(uneven, { a: {}, c: 3 })).toBe('{\n"a": {\n  },\n    "c": 3\n}\n');
    expect(edited(uneven, { c: 3 })).toBe('{\n    "c": 3\n}\n');
    expect(edited(uneven, { a: {}, b: [2], c: 3 })).toBe(uneven.replace('1, 2', '2'));
  });

  it('counts the depth by the brackets outside of strings', () => {
    const brackets = '['.repeat(300);
    for (const b of [`\\${brackets}`, `"${brackets}`, `${brackets}"`, `\\"${brackets}`]) {
      const text = JSON.stringify({ a: 1, b });
      expect(edited(text, { a: 2, b })).toBe(text.replace('1', '2'));
    }
    const deep = `${brackets}${']'.repeat(300)}`;
    for (const text of ['', '\\"', '\\\\'])
      expect(() => edited(`{"${text}": ${deep}}`, {})).toThrow('nested deeper');
  });

  it('takes members out, and puts new ones at the end', () => {
    expect(edited(canonical, { a: { name: 'a', text: '—' }, c: { name: 'c' } })).toBe(`{
    "a": {
        "name": "a",
        "text": "\\u2014"
    },
    "c": {
        "name": "c"
    }
}
`);
  });

  test.each([
    [
      'tabs and CRLF',
      '{\r\n\t"a": {\r\n\t\t"n": 1\r\n\t}\r\n}',
      '{\r\n\t"a": {\r\n\t\t"n": 1\r\n\t},\r\n\t"c": {\r\n\t\t"n": 2\r\n\t}\r\n}',
    ],
    [
      'an empty object over two lines',
      '{\r\n\r\n}\r\n',
      '{\r\n    "a": {\r\n        "n": 1\r\n    },\r\n    "c": {\r\n        "n": 2\r\n    }\r\n}\r\n',
    ],
    ['all on one line', '{"a":{"n":1}}', '{"a":{"n":1},"c":{\n    "n": 2\n}}'],
    [
      'uneven hand-made indentation',
      '{\n  "a" : {\n\t    "n":1 }\n}',
      '{\n  "a" : {\n\t    "n":1 },\n  "c" : {\n    "n": 2\n  }\n}',
    ],
  ])('keeps the form of a file: %s', (_what, text, expected) => {
    expect(edited(text, { a: { n: 1 }, c: { n: 2 } })).toBe(expected);
  });

  it('counts the last of two members of one name', () => {
    expect(edited('{"a": {"n": 1}, "a": {"n": 2}}', { a: { n: 3 } })).toBe('{"a": {"n": 1}, "a": {"n": 3}}');
    expect(edited('{"a": 1, "b": 2, "a": 3}', { b: 2 })).toBe('{"b": 2}');
  });

  it('makes a file where there is none', () => {
    expect(createJsonText(new Map())).toBe('{}\n');
    expect(createJsonText(new Map([['a', { n: 1 }]]))).toBe('{\n    "a": {\n        "n": 1\n    }\n}\n');
  });

  test.each([
    ['{"a": 1,}', 1],
    ['{\n"a": 1,\n"b" 2}', 3],
    ['[]', 1],
    ['', 1],
  ])('says on which line %j is no JSON object', (text, line) => {
    expect(() => readJsonFile(text)).toThrowError(
      expect.objectContaining({ name: 'NotJsonObjectError', line }),
    );
  });

  it('gives what is wanted, whatever was there, and touches nothing where nothing differs', () => {
    const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
    const members = fc.dictionary(fc.string({ maxLength: 3 }), value, { maxKeys: 4, noNullPrototype: true });
    const space = fc.constantFrom(undefined, 1, 4, '\t');
    fc.assert(
      fc.property(members, members, space, (was, now, indent) => {
        const text = JSON.stringify(was, null, indent);
        const result = edited(text, now);
        expect(JSON.parse(result)).toEqual(JSON.parse(JSON.stringify(now)));
        expect(edited(result, JSON.parse(JSON.stringify(now)))).toBe(result);
      }),
      { numRuns: 300 },
    );
  });
});
