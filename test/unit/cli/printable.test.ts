import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeControls } from '../../../src/cli/process-terminal.ts';

test.each([
  ['an escape sequence', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
  ['a forged line', 'a\nwarning: all is well', 'a\\u000awarning: all is well'],
  ['a line that overwrites itself', 'a\rb', 'a\\u000db'],
  ['an eight-bit control sequence', 'a\u009b31m', 'a\\u009b31m'],
  ['reversed text', 'a\u202egnp.exe', 'a\\u202egnp.exe'],
  ['invisible characters', 'a\u200bb\ufeff\u{e0061}', 'a\\u200bb\\ufeff\\u{e0061}'],
  ['a separator of lines', 'a\u2028b', 'a\\u2028b'],
])('%s is shown, not obeyed', (_, text, shown) => {
  expect(escapeControls(text)).toBe(shown);
});

test('names in any script, emoji and tabs are left alone', () => {
  const line = 'ä/ö 模型 модель\t🎨 100 %';
  expect(escapeControls(line)).toBe(line);
});

test('nothing that a terminal obeys is ever left', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeControls(text)).not.toMatch(/[^\P{C}\t\p{Cn}\p{Co}]/u);
    }),
  );
});
