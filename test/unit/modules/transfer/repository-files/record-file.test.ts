import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  editModelsCsv,
  editRecordFile,
  readRecordFile,
  type WithLegacyForm,
} from '../../../../../src/modules/transfer/repository-files/record-file.ts';
import type { LegacyRecord } from '../../../../../src/records/categories/category.ts';
import { readCsvRows } from '../../../../../src/records/categories/text/csv-rows.ts';
import { parseModelsCsv } from '../../../../../src/records/categories/text/models-csv.ts';
import type { TextRow } from '../../../../../src/records/categories/text/row.ts';
import { baselines, findCategory } from '../../../../support/categories.ts';

const image = findCategory('image_generation') as WithLegacyForm;
const text = findCategory('text_generation') as WithLegacyForm;

test('a record that the registry cannot hold stays in its file, whatever is wanted of it', () => {
  const file = '{\n    "a": {"name": "a", "baseline": "unheard of"},\n    "b": 7\n}\n';
  const read = readRecordFile(image, file, baselines);
  expect([...read.unreadableNames]).toEqual(['a', 'b']);
  expect(read.problems.map(({ line, name }) => [line, name])).toEqual([
    [2, 'a'],
    [3, 'b'],
  ]);
  expect(editRecordFile(image, file, new Map([['b', { name: 'b' } as LegacyRecord]]), baselines)).toBe(file);
});

test('a broken row gets no second one beside it', () => {
  const header =
    'name,parameters_bn,display_name,url,baseline,description,style,tags,instruct_format,settings';
  const file = `${header}\r\na,seven,,,,,,,,\r\nb,1,,,,,,,,\r\n`;
  const row = (name: string) => ({ name, parameters: 1e9 }) as LegacyRecord;
  const wanted = new Map([...'ab'].map((name) => [name, row(name)]));
  expect(editRecordFile(text, file, wanted, baselines)).toBe(file);
});

test('a file that cannot be read says on which line, and nothing of any model', () => {
  expect(readRecordFile(image, '{\n"a": {}\n"b": {}}', baselines)).toMatchObject({
    isReadable: false,
    problems: [{ line: 3, name: null }],
  });
  expect(readRecordFile(text, 'a,7000000000\r\n', baselines)).toMatchObject({
    isReadable: false,
    problems: [{ line: 1 }],
  });
});

const header = 'name,parameters_bn,display_name,url,baseline,description,style,tags,instruct_format,settings';
const file = [
  header,
  'acme/Alpha-7B,7,Alpha 7B,,,"One, two",chat,"b, a",ChatML,"{""temperature"": 0.7, ""rep_pen"":1.10}"',
  'acme/Beta, 12,,,,,,"x,y", Gemma 4,',
  'acme/Beta,12,,,,,,"x,y",,',
  'broken,seven,,,,,,,,',
  '"open,1,,,,,,,,',
  'zeta/Last,1,,,,,,,,',
  '',
].join('\r\n');
const rows = () => new Map(parseModelsCsv(file).rows.map((row) => [row.name, row]));
const linesChanged = (text: string) => {
  const [before, after] = [file.split('\r\n'), text.split('\r\n')];
  return {
    gone: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  };
};

describe('editing models.csv', () => {
  it('gives the same bytes where nothing changes, duplicates and broken rows included', () => {
    expect(editModelsCsv(file, rows())).toBe(file);
  });

  it('changes the cells that differ, in the last row of a name, and nothing beside them', () => {
    const wanted = rows();
    const alpha = wanted.get('acme/Alpha-7B') as TextRow;
    wanted.set('acme/Alpha-7B', { ...alpha, tags: ['b', 'c'], settings: { temperature: 0.8, rep_pen: 1.1 } });
    wanted.set('acme/Beta', { ...(wanted.get('acme/Beta') as TextRow), tags: ['x'], url: 'https://a/"b"' });
    expect(linesChanged(editModelsCsv(file, wanted))).toEqual({
      gone: [file.split('\r\n')[1], file.split('\r\n')[3]],
      added: [
        'acme/Alpha-7B,7,Alpha 7B,,,"One, two",chat,"b, c",ChatML,"{""temperature"": 0.8, ""rep_pen"":1.10}"',
        'acme/Beta,12,,"https://a/""b""",,,,x,,',
      ],
    });
  });

  it('puts a new row where the curators sort it, with their line end', () => {
    const wanted = rows().set('acme/alphabet-3B', {
      name: 'acme/alphabet-3B',
      parameters: 3e9,
      style: 'chat',
    });
    const text = editModelsCsv(file, wanted);
    expect(linesChanged(text)).toEqual({ gone: [], added: ['acme/alphabet-3B,3,,,,,chat,,,'] });
    expect(text.split('\r\n').indexOf('acme/alphabet-3B,3,,,,,chat,,,')).toBe(2);
  });

  it('takes every row of a model away, and no other', () => {
    const wanted = rows();
    wanted.delete('acme/Beta');
    expect(linesChanged(editModelsCsv(file, wanted))).toEqual({
      gone: file.split('\r\n').slice(2, 4),
      added: [],
    });
  });
});

it('reads any text as rows that are the text again', () => {
  const piece = fc.constantFrom('a', ',', '"', '""', '\r', '\n', '\r\n', ' ', 'é');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const read = readCsvRows(text);
      expect(read.map(({ raw, end }) => raw + end).join('')).toBe(text);
      for (const { raw, cells } of read) {
        if (cells.length > 0) expect(cells.map((cell) => cell.raw).join(',')).toBe(raw);
      }
    }),
    { numRuns: 500 },
  );
});
