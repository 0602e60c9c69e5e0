import { expect, it } from 'vitest';
import { markChangedParts, type TextPart } from '../../console/src/parts/changed-parts.ts';

const marks = (parts: readonly TextPart[]) =>
  parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');

const marked = (before: string, after: string) => {
  const parts = markChangedParts(before, after);
  return [marks(parts.before), marks(parts.after)];
};

it('marks the words that differ in a text', () => {
  expect(marked('Makes nice pictures.', 'Makes very nice images.')).toEqual([
    'Makes nice [pictures.]',
    'Makes [very ]nice [images.]',
  ]);
});

it('marks the lines that differ in a structured value, not those that moved', () => {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  expect(marked(json({ url: 'a', sum: 1 }), json({ url: 'b', sum: 1 }))).toEqual([
    '{\n[  "url": "a",\n]  "sum": 1\n}',
    '{\n[  "url": "b",\n]  "sum": 1\n}',
  ]);
  expect(marked(json([1, 2]), json([0, 1, 2]))).toEqual(['[\n  1,\n  2\n]', '[\n[  0,\n]  1,\n  2\n]']);
});

it('marks the segments that differ in an address', () => {
  expect(marked('https://h.example/a/b?c=1', 'http://h.example/a/x?c=1')).toEqual([
    '[https:/]/h.example/a/[b?]c=1',
    '[http:/]/h.example/a/[x?]c=1',
  ]);
});

it('marks nothing where nothing is in common, or all of it', () => {
  expect(marked('true', 'false')).toEqual(['true', 'false']);
  expect(marked('the same', 'the same')).toEqual(['the same', 'the same']);
});

it('leaves texts alone that would take long to compare', () => {
  const words = (word: string) => `start ${`${word} `.repeat(600)}`;
  expect(markChangedParts(words('a'), words('b')).before).toHaveLength(1);
});
