import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  formatBillions,
  formatModelsCsv,
  modelsCsvColumns,
  parseBillions,
  parseModelsCsv,
} from '../../../../src/records/categories/text/models-csv.ts';

const header = modelsCsvColumns.join(',');
const parse = (...lines: string[]) => {
  const { rows, problems } = parseModelsCsv([header, ...lines].join('\r\n'));
  return { rows, problems };
};

describe('reading models.csv', () => {
  const b = { name: 'b', parameters: 2e9 };
  it('takes a row by the names of its columns, without what is empty', () => {
    const text = [
      '\ufeffsettings,name,tags,parameters_bn,extra,nsfw,version,description',
      '"{""temperature"": 0.7, ""stop_sequence"": [""a""]}", a/B ," x , ,y,x",4.1,more, TRUE,2," kept, ""as"" is "',
      'null,gpt2,,0.124,,no,,',
    ].join('\n');
    const { rows, problems } = parseModelsCsv(text);
    expect(problems).toEqual([]);
    expect(JSON.stringify(rows)).toBe(
      JSON.stringify([
        {
          name: 'a/B',
          parameters: 4099999999,
          description: ' kept, "as" is ',
          tags: ['x', 'y', 'x'],
          settings: { temperature: 0.7, stop_sequence: ['a'] },
          version: '2',
          nsfw: true,
          extra: 'more',
        },
        { name: 'gpt2', parameters: 124000000 },
      ]),
    );
  });

  it('takes the last of two rows with one name, in the place of the first, and says so', () => {
    expect(parse('a,1,First', 'b,2,', 'a,3,')).toEqual({
      rows: [{ name: 'a', parameters: 3e9 }, b],
      problems: [{ line: 4, name: 'a', reason: expect.stringContaining('earlier row'), isRowKept: true }],
    });
  });

  test.each([
    [' ,1,', false, 'name is empty'],
    ['koboldcpp/x,1,', false, 'backend prefix'],
    ['x,seven,', false, "'seven'"],
    ['x,nan,', false, "'nan'"],
    ['x,1e400,', false, "'1e400'"],
    ['x,0x10,', false, "'0x10'"],
    ['x,,', true, 'read as 0'],
    ['x,1,,,,,,,,{', false, 'settings'],
    ['x,1,,,,,,,,[1]', false, 'allowed values; found: [1]'],
    ['x,1,,,,,,,,"{""a"": null, ""b"": 1}"', false, 'settings'],
    ['x,1,,,,,,,,,surplus', true, '11 cells'],
    ['x,1', false, 'the row has 2 cells; expected 10'],
    ['x', false, 'the row has 1 cells; expected 10'],
  ])('reports the row %s', (line, isRowKept, reason) => {
    const { rows, problems } = parse(line, 'good,1,');
    expect(problems).toEqual([
      expect.objectContaining({ line: 2, isRowKept, reason: expect.stringContaining(reason) }),
    ]);
    expect(rows.map(({ name }) => name)).toEqual(isRowKept ? ['x', 'good'] : ['good']);
  });

  it('passes over blank lines and blank cells, and takes quotes within a cell as they are', () => {
    expect(parse('a, 1 ,say "hi",,,,,,, ', '', 'b,2,')).toEqual({
      rows: [{ name: 'a', parameters: 1e9, display_name: 'say "hi"' }, b],
      problems: [],
    });
  });

  it('takes a row that lacks only its last cells', () => {
    expect(parse('a,1,,,,,,chat,ChatML', 'b,2,')).toEqual({
      rows: [{ name: 'a', parameters: 1e9, tags: ['chat'], instruct_format: 'ChatML' }, b],
      problems: [],
    });
  });

  it.each([
    ['in its name', ['acme/', 'Model,1,,,,,,,,']],
    ['in another cell', ['acme/Model,1,,https://example.org', '/model,,,,chat,,']],
  ])('takes no part of a row that a line break %s has made two of', (_where, lines) => {
    const { rows, problems } = parse('a,1,', ...lines, 'b,2,');
    expect(rows.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(problems).toMatchObject([
      { line: 3, isRowKept: false, reason: expect.stringContaining('the next line') },
      { line: 4, isRowKept: false, reason: expect.stringContaining('the line before') },
    ]);
  });

  it.each([
    ['a,b\n1,2', 'models.csv has no column name, parameters_bn: its header is a,b'],
    ['', 'models.csv has no column name, parameters_bn: its header is '],
  ])('refuses a file that is none: %j', (text, message) => {
    expect(() => parseModelsCsv(text)).toThrowError(
      expect.objectContaining({ code: 'bad_request', message }),
    );
  });

  it('reports a row whose quotes do not fit, and reads those behind it', () => {
    const { rows, problems } = parse('"a,1', 'b,2,"x" y', 'c,3,');
    expect(rows.map(({ name }) => name)).toEqual(['c']);
    expect(problems.map(({ line, isRowKept }) => [line, isRowKept])).toEqual([
      [2, false],
      [3, false],
    ]);
  });

  it('survives names that objects inherit', () => {
    const { rows } = parseModelsCsv(
      'name,parameters_bn,__proto__,constructor\n__proto__,1,x,y\nconstructor,1,',
    );
    expect(rows.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype);
    expect(Object.entries(rows[0]!)).toContainEqual(['constructor', 'y']);
  });
});

describe('writing models.csv', () => {
  it('quotes only what needs it, and spaces settings as the public file does', () => {
    const text = formatModelsCsv([
      {
        name: 'a/B',
        parameters: 4099999999,
        description: 'one, "two"\nthree',
        style: ' chat',
        tags: ['x', 'y'],
        settings: { temperature: 0.7, stop_sequence: ['a', 'b'] },
        version: '2',
        nsfw: true,
        odd: 1,
      },
      { name: 'b', parameters: 0, url: 'a\rb' },
    ]);
    expect(text).toBe(
      [
        header,
        'a/B,4.1,,,,"one, ""two""\nthree", chat,"x, y",,"{""temperature"": 0.7, ""stop_sequence"": [""a"", ""b""]}"',
        'b,0,,"a\rb",,,,,,',
        '',
      ].join('\r\n'),
    );
  });

  it('is read back as the same rows', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'B', '7', ' ', ',', '"', '\n', '\r', 'ü', '😀', '/', '-'),
    });
    const filled = cell.filter((text) => text !== '');
    const tag = filled.filter((text) => text === text.trim() && !text.includes(','));
    const setting = fc.oneof(fc.integer(), fc.boolean(), cell, fc.array(cell));
    const row = fc.record(
      {
        name: filled.filter((text) => text === text.trim()),
        parameters: fc.nat(2_000_000_000_000),
        display_name: filled,
        url: filled,
        baseline: filled,
        description: filled,
        style: filled,
        tags: fc.array(tag, { minLength: 1 }),
        instruct_format: filled,
        settings: fc.dictionary(filled, setting, { minKeys: 1, noNullPrototype: true }),
      },
      { requiredKeys: ['name', 'parameters'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: ({ name }) => name }), (rows) => {
        expect(parseModelsCsv(formatModelsCsv(rows))).toEqual({
          columns: header.split(','),
          rows,
          problems: [],
        });
      }),
      { numRuns: 50 },
    );
  });
});

describe('parameter counts', () => {
  test.each([
    ['3', 3_000_000_000],
    ['0.56', 560_000_000],
    ['12.2', 12_200_000_000],
    ['4.1', 4_099_999_999],
    ['0.124', 124_000_000],
    ['0', 0],
    ['-1', -1_000_000_000],
    ['0.000000001', 1],
  ])('%s billion are %d, and the other way round', (billions, parameters) => {
    expect(parseBillions(billions)).toBe(parameters);
    expect(formatBillions(parameters)).toBe(billions);
  });

  it('have no negative zero', () => {
    expect(parseBillions('-0')).toBe(0);
  });

  it('are read back as they are, however odd', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.nat(),
          fc.maxSafeNat().map((count) => count % 10 ** 14),
        ),
        (count) => {
          expect(parseBillions(formatBillions(count))).toBe(count);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('are written as short as what was read', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.integer({ min: 0, max: 4 }), (units, decimals) => {
        const billions = String(units / 10 ** decimals);
        expect(formatBillions(parseBillions(billions)!).length).toBeLessThanOrEqual(billions.length);
      }),
      { numRuns: 2000 },
    );
  });
});
