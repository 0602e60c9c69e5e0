import { expect, test } from 'vitest';
import {
  editRecordFile,
  readRecordFile,
  type WithLegacyForm,
} from '../../../../../src/modules/transfer/repository-files/record-file.ts';
import type { LegacyRecord } from '../../../../../src/records/categories/category.ts';
import { findCategory } from '../../../../../src/records/categories/index.ts';

const image = findCategory('image_generation') as WithLegacyForm;
const text = findCategory('text_generation') as WithLegacyForm;

test('a record that the registry cannot hold stays in its file, whatever is wanted of it', () => {
  const file = '{\n    "a": {"name": "a", "baseline": "unheard of"},\n    "b": 7\n}\n';
  const read = readRecordFile(image, file);
  expect([...read.unreadable]).toEqual(['a', 'b']);
  expect(read.problems.map(({ line, name }) => [line, name])).toEqual([
    [2, 'a'],
    [3, 'b'],
  ]);
  expect(editRecordFile(image, file, new Map([['b', { name: 'b' } as LegacyRecord]]))).toBe(file);
});

test('a broken row gets no second one beside it', () => {
  const header =
    'name,parameters_bn,display_name,url,baseline,description,style,tags,instruct_format,settings';
  const file = `${header}\r\na,seven,,,,,,,,\r\nb,1,,,,,,,,\r\n`;
  const row = (name: string) => ({ name, parameters: 1e9 }) as LegacyRecord;
  const wanted = new Map([...'ab'].map((name) => [name, row(name)]));
  expect(editRecordFile(text, file, wanted)).toBe(file);
});

test('a file that cannot be read says on which line, and nothing of any model', () => {
  expect(readRecordFile(image, '{\n"a": {}\n"b": {}}')).toMatchObject({
    readable: false,
    problems: [{ line: 3, name: null }],
  });
  expect(readRecordFile(text, 'a,7000000000\r\n')).toMatchObject({
    readable: false,
    problems: [{ line: 1 }],
  });
});
