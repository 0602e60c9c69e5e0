import { describe, expect, test } from 'vitest';
import {
  compareWithBase,
  findStricterPermission,
  type HubStatement,
  type KnownLicense,
  type LicenseReading,
  limitCertainty,
  readBaseStatement,
  readHubStatement,
} from '../../../../src/records/licensing/stated.ts';

const define = (license_id: string, more: Partial<KnownLicense> = {}): KnownLicense => ({
  license_id,
  name: license_id,
  spdx_identifier: license_id,
  canonical_url: `https://example.org/${license_id}`,
  commercial_use: 'allowed',
  redistribution: 'allowed_with_conditions',
  obligations: ['include_license'],
  deprecated: false,
  ...more,
});
const known = [
  define('Apache-2.0'),
  define('OpenRAIL-M', { commercial_use: 'allowed_with_conditions' }),
  define('OpenRAIL++-M', { commercial_use: 'allowed_with_conditions' }),
  define('GPL-3.0-only'),
  define('CC-BY-NC-4.0', { commercial_use: 'prohibited' }),
  define('LicenseRef-Mine', { spdx_identifier: null, canonical_url: 'https://example.org/mine/' }),
  define('MIT', { deprecated: true }),
];
const source = 'https://huggingface.co/a/b';
const read = (page: Partial<HubStatement>): LicenseReading =>
  readHubStatement({ source, licenses: [], name: null, link: null, ...page }, known, '2026-11-29');
const summary = (reading: LicenseReading) =>
  'licensing' in reading
    ? `${reading.licensing.license_expression} ${reading.certainty}${reading.question ? ' ?' : ''}`
    : 'question' in reading
      ? '?'
      : 'silent';

describe('a page at Hugging Face', () => {
  test.each<[Partial<HubStatement>, string]>([
    [{ licenses: ['apache-2.0'] }, 'Apache-2.0 certain'],
    [{ licenses: ['creativeml-openrail-m'] }, 'OpenRAIL-M certain'],
    [{ licenses: ['openrail++'] }, 'OpenRAIL++-M certain'],
    [{ licenses: ['openrail'] }, 'OpenRAIL-M likely'],
    [{ licenses: ['gpl-3.0'] }, 'GPL-3.0-only likely'],
    [{ licenses: ['other'], name: 'licenseref-mine' }, 'LicenseRef-Mine certain'],
    [{ licenses: ['other'], link: 'http://example.org/mine#text' }, 'LicenseRef-Mine certain'],
    [
      { licenses: ['apache-2.0'], link: 'https://huggingface.co/a/b/blob/main/LICENSE' },
      'Apache-2.0 certain',
    ],
    [{}, 'silent'],
    [{ licenses: ['other'] }, 'silent'],
    [{ licenses: ['unknown'] }, 'silent'],
    [{ licenses: ['apache-2.0', 'cc-by-nc-4.0'] }, '?'],
    [{ licenses: ['apache-2.0'], link: 'https://example.org/mine' }, '?'],
    [{ licenses: ['apache-2.0'], name: 'nobody-knows' }, '?'],
    [{ licenses: ['mit'] }, '?'],
    [{ licenses: ['__proto__'] }, '?'],
    [{ licenses: ['apache 2'] }, '?'],
    [{ licenses: ['other'], link: 'https://example.org/else' }, '?'],
  ])('%j is %s', (page, expected) => {
    expect(summary(read(page))).toBe(expected);
  });

  test('is the evidence, with the day', () => {
    expect(read({ licenses: ['apache-2.0'] })).toMatchObject({
      licensing: {
        license_ids: ['Apache-2.0'],
        commercial_use: 'allowed',
        evidence: [{ source, description: 'license: apache-2.0', checked_at: '2026-11-29' }],
      },
    });
  });
});

describe('a page at Civitai', () => {
  const silent = {
    source: 'https://civitai.com/models/1',
    derivatives: null,
    noCredit: null,
    differentLicense: null,
  };
  const over = (licenses: string[], permissions: Parameters<typeof readBaseStatement>[2]) =>
    readBaseStatement(silent.source, read({ licenses }), permissions, '2026-11-29');
  test.each<[string, string[] | null, string, string]>([
    ['openrail++', null, 'allowed_with_conditions', 'OpenRAIL++-M likely'],
    ['openrail++', [], 'prohibited', 'OpenRAIL++-M likely'],
    ['apache-2.0', ['Image'], 'allowed_with_conditions', 'Apache-2.0 likely'],
    ['apache-2.0', ['Image', 'RentCivit', 'Rent', 'Sell'], 'allowed', 'Apache-2.0 likely'],
    ['cc-by-nc-4.0', [], 'prohibited', 'CC-BY-NC-4.0 likely'],
    ['cc-by-nc-4.0', ['Sell'], 'prohibited', 'CC-BY-NC-4.0 likely ?'],
  ])('over %s with %j permits %s commercial use', (license, commercialUse, expected, certainty) => {
    const permissions = { ...silent, commercialUse };
    const reading = over([license], permissions);
    expect([summary(reading), 'licensing' in reading && reading.licensing.commercial_use]).toEqual([
      certainty,
      expected,
    ]);
  });

  test('keeps what its notes say when it becomes less certain', () => {
    const permissions = { ...silent, commercialUse: null, derivatives: false };
    const reading = over(['apache-2.0'], permissions);
    expect(limitCertainty(reading, 'guess', 'Guess: another page.')).toMatchObject({
      certainty: 'guess',
      licensing: {
        notes:
          'Guess: another page. Likely: the licence is that of the base model. The page allows no merges and other derivatives.',
      },
    });
  });

  test('adds its duties and both pages as evidence; a silent base concludes nothing', () => {
    const permissions = { ...silent, commercialUse: null, noCredit: false, differentLicense: false };
    const reading = over(['apache-2.0'], permissions);
    expect(reading).toMatchObject({
      licensing: {
        obligations: ['attribution', 'include_license', 'share_alike'],
        evidence: [{ source: silent.source }, { source }],
      },
    });
    expect([summary(over([], permissions)), summary(over(['mit'], permissions))]).toEqual(['silent', '?']);
  });
});

test('a licence that allows what that of the base model prohibits is asked about', () => {
  const base = read({ licenses: ['cc-by-nc-4.0'] });
  expect(summary(compareWithBase(read({ licenses: ['apache-2.0'] }), base))).toBe('Apache-2.0 certain ?');
  expect(summary(compareWithBase(base, read({ licenses: ['apache-2.0'] })))).toBe('CC-BY-NC-4.0 certain');
});

test.each([
  ['allowed', 'prohibited', 'prohibited'],
  ['unknown', 'prohibited', 'prohibited'],
  ['unknown', 'allowed', 'unknown'],
  ['allowed_with_conditions', 'allowed', 'allowed_with_conditions'],
] as const)('the stricter of %s and %s is %s', (a, b, expected) => {
  expect([findStricterPermission(a, b), findStricterPermission(b, a)]).toEqual([expected, expected]);
});
