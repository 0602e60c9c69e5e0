import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/kernel/json.ts';
import { createKnownModels, keysOfModel } from '../../../../../src/modules/catalog/known-models.ts';
import { lint } from '../../../../../src/modules/queue/findings/rules.ts';
import { baselines } from '../../../../support/categories.ts';

const licensing = (
  license: string,
  commercial_use: string,
  redistribution: string,
  more: JsonObject = {},
) => ({
  licensing: {
    license_expression: license,
    license_ids: license === 'NOASSERTION' ? [] : [license],
    commercial_use,
    redistribution,
    obligations: [],
    evidence: [],
    ...more,
  },
});
const free = licensing('MIT', 'allowed', 'allowed');
const closed = licensing('Closed', 'prohibited', 'prohibited');
const duty = licensing('MIT', 'allowed', 'allowed', { obligations: ['attribution'] });
const page = (id: string) => ({ homepage: `https://huggingface.co/${id}` });
const file = (repository: string, hash = 'a') => ({
  file_name: 'f',
  file_url: `https://huggingface.co/${repository}/resolve/main/f`,
  sha256sum: hash.repeat(64),
});
const files = (...download: JsonObject[]) => ({ config: { download } });
const base = { ...closed, ...page('o/base') };
const known = [
  createKnownModels('clip', [
    keysOfModel({ name: 'base', record: base }),
    keysOfModel({ name: 'mirror', record: files(file('x/mirror', 'b')) }),
  ]),
];

test.each<[string, JsonObject, JsonObject | null, string[]]>([
  ['a licence without a definition', licensing('Nowhere', 'unknown', 'unknown'), null, ['license_unknown']],
  [
    'a deprecated licence of a file',
    {
      ...free,
      licensing: { ...free.licensing, files: { f: licensing('Old', 'allowed', 'allowed').licensing } },
    },
    null,
    ['license_unknown'],
  ],
  ['a removed licence', licensing('NOASSERTION', 'unknown', 'unknown'), free, ['license_loosened']],
  ['a licence that allows more', free, closed, ['license_loosened']],
  ['a licence with fewer duties', free, duty, ['license_loosened']],
  [
    'a licence of a file that allows more than the model',
    { licensing: { ...closed.licensing, files: { f: free.licensing } } },
    closed,
    ['license_loosened'],
  ],
  ['a stricter licence', closed, free, []],
  ['a first licence', free, null, []],
  ['a licence after no conclusion', free, licensing('NOASSERTION', 'unknown', 'unknown'), []],
  ['a file at the page of its model', { ...closed, ...page('o/m'), ...files(file('o/m')) }, null, []],
  [
    'a file from elsewhere than its page',
    { ...closed, ...page('o/m'), ...files(file('x/m')) },
    null,
    ['license_mirrored'],
  ],
  [
    'a file at two addresses',
    { ...closed, ...files(file('o/m'), { ...file('x/m'), file_name: 'g' }) },
    null,
    ['license_mirrored', 'license_mirrored'],
  ],
  [
    'a file that another model has elsewhere',
    { ...closed, ...files(file('o/m', 'b')) },
    null,
    ['license_mirrored'],
  ],
  ['a mirror of what may be handed on', { ...free, ...page('o/m'), ...files(file('x/m')) }, null, []],
  [
    'a base model with a stricter licence',
    { ...free, finetune_series: { name: 'base' } },
    null,
    ['license_of_base_stricter'],
  ],
  [
    'its page',
    { ...free, finetune_series: { name: 'x', ...page('o/base') } },
    null,
    ['license_of_base_stricter'],
  ],
  ['a base model with the same licence', { ...closed, finetune_series: { name: 'base' } }, null, []],
])('%s', (_, record, live, expected) => {
  const isDeprecatedLicense = (id: string) => ({ MIT: false, Closed: false, Old: true })[id];
  const found = lint({
    category: 'clip',
    name: 'new',
    record,
    live,
    knownModels: known,
    baselines,
    preferredHosts: ['huggingface.co'],
    sameProposals: [],
    isDeprecatedLicense,
    recordOf: (name) => (name === 'base' ? base : undefined),
  });
  expect(found.map(({ rule }) => rule).filter((rule) => rule.startsWith('license_'))).toEqual(expected);
});
