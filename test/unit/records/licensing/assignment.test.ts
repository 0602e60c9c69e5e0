import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { knownBuiltIn } from '../../../../src/records/baselines/known-baselines.ts';
import { allCategories, categoryOf } from '../../../../src/records/categories/index.ts';
import { createAssignmentView, projectedLicensing } from '../../../../src/records/licensing/assignment.ts';
import { describeLicensingChanges } from '../../../../src/records/licensing/words.ts';
import { viewsAfter } from '../../../../src/records/model-views.ts';
import { parseInput } from '../../../../src/records/parse.ts';

const blip = categoryOf('blip');
const file = (file_name: string) => ({ file_name, file_url: `https://files.example/${file_name}` });
const record = (licensing?: unknown) => ({
  name: 'a',
  config: { download: [file('a.safetensors'), file('vae.safetensors')] },
  ...(licensing !== undefined && { licensing }),
});
const mit = { license_expression: 'MIT', commercial_use: 'allowed', redistribution: 'allowed' };
const unknown = { commercial_use: 'unknown', redistribution: 'unknown' };
const storedMit = { ...mit, license_ids: ['MIT'], obligations: [], evidence: [] };
const submit = (licensing: unknown) =>
  parseInput(blip.record(knownBuiltIn), JSON.parse(JSON.stringify(record(licensing))), 'body');
const licensingOf = (licensing: unknown) => {
  const read = submit(licensing);
  return read.ok ? read.value.licensing : read.problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
};

describe('licensing of a record', () => {
  test.each<[given: unknown, stored: unknown]>([
    [mit, storedMit],
    [
      { ...mit, notes: null, obligations: ['attribution', 'attribution'] },
      { ...storedMit, obligations: ['attribution'] },
    ],
    [
      { ...mit, files: { 'vae.safetensors': mit } },
      { ...storedMit, files: { 'vae.safetensors': storedMit } },
    ],
    [
      { ...mit, license_expression: 'A WITH B', license_ids: ['A', 'B'] },
      { ...storedMit, license_expression: 'A WITH B', license_ids: ['A', 'B'] },
    ],
    [
      { license_expression: 'NOASSERTION', ...unknown },
      { ...storedMit, license_expression: 'NOASSERTION', license_ids: [], ...unknown },
    ],
    [projectedLicensing, undefined],
    [null, undefined],
  ])('takes %j', (given, stored) => {
    expect(licensingOf(given)).toEqual(stored);
  });

  const ids = 'Value error, license_ids must be exactly the identifiers in license_expression: MIT';
  const evidence = [{ source: 'https://example.com' }];
  test.each<[given: object, ...problems: string[]]>([
    [
      {},
      ...['license_expression', 'commercial_use', 'redistribution'].map((key) => `${key}: Field required`),
    ],
    [{ ...mit, license: 'MIT' }, 'license: Extra inputs are not permitted'],
    [
      { ...mit, license_expression: '((((' },
      ": Value error, license_expression ends with '('; expected an identifier",
    ],
    [{ ...mit, license_ids: [] }, `: ${ids}`],
    [{ ...mit, license_ids: ['MIT', 'MIT'] }, `: ${ids}`],
    [{ ...mit, license_ids: ['MIT', 'GPL'] }, `: ${ids}`],
    [
      { ...mit, license_expression: 'NOASSERTION' },
      ': Value error, commercial_use and redistribution must be unknown for NOASSERTION',
    ],
    [
      { license_expression: 'NOASSERTION', license_ids: ['MIT'], ...unknown },
      ': Value error, license_ids must be exactly the identifiers in license_expression: none',
    ],
    [
      { ...mit, commercial_use: 'yes' },
      "commercial_use: Input should be 'allowed', 'allowed_with_conditions', 'prohibited' or 'unknown'",
    ],
    [
      { ...mit, evidence: Array(1_000).fill(evidence[0]) },
      'evidence: List should have at most 100 items after validation, not 1000',
    ],
    [{ ...mit, evidence: [{ source: ' ' }] }, 'evidence.0.source: Value error, must not be blank'],
    [{ ...mit, notes: 'a\u0007' }, 'notes: Value error, must not have control characters'],
    [{ ...mit, reviewed_at: '2026-02-30' }, 'reviewed_at: Value error, must be a day, as YYYY-MM-DD'],
    [{ ...mit, reviewed_at: 1 }, 'reviewed_at: Input should be a valid string'],
    [
      { ...mit, files: { 'b.ckpt': mit } },
      "files.b.ckpt: Value error, 'b.ckpt' is not a file_name in config.download of the record",
    ],
    [
      { ...mit, files: { 'vae.safetensors': { ...mit, files: {} } } },
      'files.vae.safetensors.files: Extra inputs are not permitted',
    ],
  ])('refuses %j', (given, ...problems) => {
    expect(licensingOf(given)).toEqual(
      problems.map((problem) => `body.licensing${problem.startsWith(':') ? '' : '.'}${problem}`),
    );
  });

  test('shows every key', () => {
    const none = { attribution: null, reviewed_by: null, reviewed_at: null, notes: null };
    const source = { source: 'x', description: null, checked_at: null };
    expect(createAssignmentView({ ...storedMit, evidence: [{ source: 'x' }] } as never)).toEqual({
      ...storedMit,
      evidence: [source],
      ...none,
    });
  });
});

test.each(allCategories)(
  '$name: a write that states no licensing keeps it, without files that are gone',
  (category) => {
    const licensing = { ...storedMit, files: { 'vae.safetensors': storedMit, 'a.safetensors': storedMit } };
    const own = { baseline: 'stable_diffusion_xl', nsfw: false, parameters: 7 };
    const v2 = category.record(knownBuiltIn).parse({ ...own, ...record(licensing) });
    const stamp = { now: 1, by: null };
    const live = viewsAfter(category, 'a', { format: 'v2', record: v2 }, null, stamp, knownBuiltIn);
    expect(JSON.stringify(live.legacy)).not.toContain('licens');
    const update = category
      .record(knownBuiltIn)
      .parse({ ...own, name: 'a', config: { download: [file('a.safetensors')] } });
    const after = viewsAfter(category, 'a', { format: 'v2', record: update }, live, stamp, knownBuiltIn).v2;
    expect(after.licensing).toEqual({ ...storedMit, files: { 'a.safetensors': storedMit } });
    expect(Object.keys(after).filter((key) => key !== 'renamed_from')).toEqual(
      category.fields.filter((field) => Object.hasOwn(after, field)),
    );
    if (!live.legacy) return;
    const body = { ...live.legacy, description: 'new' };
    const proposal = { format: 'legacy', record: body } as const;
    const written = viewsAfter(category, 'a', proposal, live, stamp, knownBuiltIn).v2;
    expect([written.licensing, written.description]).toEqual([licensing, 'new']);
  },
);

test.each<[before: JsonObject | null, after: JsonObject | null, words: string[]]>([
  [
    record() as never,
    record(storedMit) as never,
    ['licence: NOASSERTION → MIT', 'commercial use: unknown → allowed', 'redistribution: unknown → allowed'],
  ],
  [
    record(storedMit) as never,
    record({ ...storedMit, redistribution: 'prohibited', notes: 'x' }) as never,
    ['redistribution: allowed → prohibited'],
  ],
  [
    record(storedMit) as never,
    record({
      ...storedMit,
      files: { vae: { ...storedMit, redistribution: 'allowed_with_conditions' } },
    }) as never,
    ['redistribution of vae: allowed → allowed with conditions'],
  ],
])('says in words what changes', (before, after, words) => {
  expect(describeLicensingChanges(before, after)).toEqual(words);
});
