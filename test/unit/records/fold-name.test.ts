import { expect, test } from 'vitest';
import { foldName } from '../../../src/records/model-name.ts';

test.each([
  ['Caf\u00e9', 'cafe\u0301'],
  ['CAFE\u0301', 'caf\u00e9'],
  ['Straße', 'STRASSE'],
  ['Straße', 'straẞe'],
  ['İstanbul', 'istanbul'],
  ['ISTANBUL', 'ıstanbul'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'ΟΔΟΣ'],
  ['Llama-3', 'llama-3'],
])('%j is found as %j', (name, text) => {
  expect(foldName(name)).toBe(foldName(text));
});

test('different letters stay different', () => {
  const names = ['cafe', 'caf\u00e9', 'strase', 'strasse', 'i', 'l'];
  expect(new Set(names.map(foldName)).size).toBe(names.length);
});
