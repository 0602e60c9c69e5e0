import { expect, test } from 'vitest';
import { checkModelName } from '../../../src/records/model-name.ts';

test.each([
  'search',
  '..',
  'ViT-L/14',
  'a%2Fb',
  'what? #1 & more',
  'Ünïcödé 模型 🤗',
  ' padded ',
  '__proto__',
  '🤗'.repeat(512),
])('%j is a name', (name) => {
  expect(() => checkModelName(name)).not.toThrow();
});

test.each([
  ['', 'Model name must not be empty or whitespace-only.'],
  [' \u00a0 ', 'Model name must not be empty or whitespace-only.'],
  ['a\\b', "Model name must not contain invalid characters \\: 'a\\b'"],
  ['a\nb', 'Model name must not contain control characters: "a\\nb"'],
  ['a\u0000', 'Model name must not contain control characters: "a\\u0000"'],
  ['a\u0085b', 'Model name must not contain control characters: "a\u0085b"'],
  ['half \ud83e', 'Model name must be well-formed Unicode: "half \\ud83e"'],
  ['x'.repeat(513), 'Model name must not be longer than 512 characters: it has 513'],
])('%j is refused: %s', (name, message) => {
  expect(() => checkModelName(name)).toThrow(expect.objectContaining({ code: 'invalid_name', message }));
});
