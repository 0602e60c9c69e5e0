import { describe, expect, test } from 'vitest';
import { createKnownModels, keysOfModel } from '../../../../../src/modules/catalog/known-models.ts';
import { lint } from '../../../../../src/modules/queue/findings/rules.ts';
import { baselines } from '../../../../support/categories.ts';

const live = [
  'Deliberate',
  'Ill Mage XL',
  'Café',
  'goodorg/Foo-7B',
  'goodorg/Foo-1.5-7B',
  'one/two/three',
  '画像',
];
const known = [
  createKnownModels(
    'text_generation',
    live.map((name) => keysOfModel({ name, record: {} }, true)),
  ),
  createKnownModels('clip', [keysOfModel({ name: 'elsewhere', record: {} })]),
];

function findings(name: string, more: { live?: object; category?: string } = {}) {
  const category = more.category ?? 'text_generation';
  const proposal = { category, name, record: {}, live: (more.live ?? null) as null, knownModels: known };
  return lint({ ...proposal, baselines, preferredHosts: [], sameProposals: [] }).map(
    ({ rule, severity, message }) => `${severity} ${rule}: ${message}`,
  );
}

describe('the name of a new model', () => {
  test.each([
    ['Something else'],
    ['goodorg/Foo-15-7B'],
    ['goodorg/Foo-7B-v2'],
    ['Делиберате'],
    ['❤️ love'],
    ['👩‍🚀 in space'],
    ['モデル'],
  ])('%s is in order', (name) => {
    expect(findings(name)).toEqual([]);
  });

  test.each([
    [
      'evil/Foo-7B',
      [
        "critical derived_name_taken: 'koboldcpp/Foo-7B' is already the name under which workers serve 'goodorg/Foo-7B': this model would take it over.",
      ],
    ],
    [
      'x/two',
      [
        "critical derived_name_taken: 'koboldcpp/two' is already the name under which workers serve 'one/two/three': this model would take it over.",
      ],
    ],
    ['deliberate', ["warning name_differs_by_case: 'deliberate' differs only by case from 'Deliberate'."]],
    [
      'ill_mage-xl',
      ["warning near_name: 'ill_mage-xl' differs only by case, spaces, '-', '_' or '.' from 'Ill Mage XL'."],
    ],
    [
      'Illmage XL',
      ["warning near_name: 'Illmage XL' differs only by case, spaces, '-', '_' or '.' from 'Ill Mage XL'."],
    ],
    [
      'goodorg/Foo 1_5.7B',
      [
        "warning near_name: 'goodorg/Foo 1_5.7B' differs only by case, spaces, '-', '_' or '.' from 'goodorg/Foo-1.5-7B'.",
      ],
    ],
    [
      'Cafe\u0301',
      [
        "critical confusable_name: 'Cafe\u0301' differs only by how its accents are encoded (Unicode NFC and NFD) from 'Café'.",
      ],
    ],
    [
      'Delib\u200Berate',
      [
        "critical confusable_name: 'Delib\u200Berate' differs only by invisible characters (U+200B) from 'Deliberate'.",
        "critical hidden_characters: 'Delib\u200Berate' has invisible characters: U+200B.",
      ],
    ],
    [
      'Delib\u202Eerate',
      [
        "critical confusable_name: 'Delib\u202Eerate' differs only by invisible characters (U+202E) from 'Deliberate'.",
        "critical hidden_characters: 'Delib\u202Eerate' has invisible characters: U+202E.",
      ],
    ],
    ['Dеliberate', ["critical confusable_name: 'Dеliberate' looks like 'Deliberate': 'е' is U+0435."]],
    ['dеliberate', ["critical confusable_name: 'dеliberate' looks like 'Deliberate': 'е' is U+0435."]],
    ['DeIiberate', ["critical confusable_name: 'DeIiberate' looks like 'Deliberate': 'I' is U+0049."]],
    ['III Mage XL', ["critical confusable_name: 'III Mage XL' looks like 'Ill Mage XL'."]],
    ['Ｄeliberate', ["critical confusable_name: 'Ｄeliberate' looks like 'Deliberate': 'Ｄ' is U+FF24."]],
    [
      'a\u00A0b ',
      [
        "critical hidden_characters: 'a\u00A0b ' has invisible characters: U+00A0.",
        "critical hidden_characters: 'a\u00A0b ' begins or ends with a blank.",
      ],
    ],
  ])('%j is told', (name, expected) => {
    expect(findings(name)).toEqual(expected);
  });

  test('is not held against itself, nor when the model is there already, nor against other categories', () => {
    expect(findings('Deliberate')).toEqual([]);
    expect(findings('evil/Foo-7B', { live: {} })).toEqual([]);
    expect(findings('Elsewhere')).toEqual([]);
    expect(findings('Elsewhere', { category: 'clip' })).toHaveLength(1);
  });
});
