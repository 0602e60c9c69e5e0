import { describe, expect, it } from 'vitest';
import type { Baseline } from '../../console/src/api/baseline-change-sets.ts';
import {
  assignRefusalMessages,
  createDraftChange,
  createFormChange,
  createSentChange,
  isUnchanged,
  rebaseChange,
} from '../../console/src/pages/baselines/change-set-draft.ts';
import { findBaselinesByName } from '../../console/src/parts/baseline-choices.ts';
import {
  describeBaselineChange,
  formatDifference,
  formatPrice,
} from '../../console/src/parts/baseline-words.ts';
import { changeDisplayName } from '../../console/src/parts/change-sets.ts';

const prices = { kudos: 8, kudos_qr_code: null, kudos_hires: 10 };
const policy = { ...prices, batching: 1, ttl: 1, resolution_floor: 0 };
const lacking = { transparent: false, qr_code: false, flow_matching: false };
const capabilities = { controlnet: true, controlnet_types_unavailable: ['seg'], remix: true, ...lacking };
const sdxl: Baseline = {
  name: 'sdxl',
  display_name: 'SDXL',
  native_resolution: 1024,
  alternative_names: ['xl'],
  capabilities,
  horde_policy: policy,
  metadata: { revision: 3, created_at: 1, created_by: 'a#1', updated_at: 2, updated_by: 'a#1' },
};
const use = { models: Array.from({ length: 14 }) as never[], monthlyUses: 82_000 };
const said = (record: Baseline | null, before: Baseline | null = sdxl) =>
  formatDifference(
    describeBaselineChange({
      operation: record ? 'upsert' : 'delete',
      name: 'sdxl',
      record,
      expected_before: before,
    }),
    use,
  );

describe('a change of a baseline in words', () => {
  const { metadata, ...unstated } = sdxl;
  it.each<[string, Baseline | null, string]>([
    ['a price', { ...sdxl, horde_policy: { ...policy, kudos: 12 } }, 'kudos 8 → 12'],
    [
      'a factor that falls back to kudos, and a floor',
      { ...sdxl, horde_policy: { ...policy, kudos_hires: null, resolution_floor: 1024 } },
      'kudos with hires fix 10 → same as kudos; resolution floor none → 1,024 px',
    ],
    [
      'capabilities and the native size',
      {
        ...sdxl,
        native_resolution: null,
        capabilities: { ...capabilities, remix: false, qr_code: true, controlnet_types_unavailable: ['hed'] },
      },
      'native size 1,024 px → not stated; gains QR codes; loses remix; without the ControlNet type hed; with the ControlNet type seg again',
    ],
  ])('says %s, and for whom', (_, record, words) => {
    expect(said(record)).toBe(`${words}: 14 models, 82,000 uses a month`);
  });

  it('says names without the models, as nothing changes for them', () => {
    expect(said({ ...sdxl, display_name: 'XL', alternative_names: ['SDXL 1.0'] })).toBe(
      'shown as ‘XL’; also called ‘SDXL 1.0’; no longer called ‘xl’: proposals can no longer use this name',
    );
    expect(said(sdxl)).toBe('stays as it is');
  });

  it('says of a new baseline what is no default, and its price', () => {
    const none = { models: [] as never[], monthlyUses: 0 };
    const change = { operation: 'upsert', name: 'sdxl', record: unstated, expected_before: null } as const;
    expect(formatDifference(describeBaselineChange(change), none)).toBe(
      'native size 1,024 px; kudos 8; kudos with hires fix 10; with ControlNet; with remix; without the ControlNet type seg: no model; shown as ‘SDXL’; also called ‘xl’',
    );
    expect(metadata.revision).toBe(3);
  });

  it('says a deletion, and that the use is not known', () => {
    expect(said(null)).toBe('is deleted: 14 models, 82,000 uses a month');
    const change = { operation: 'delete', name: 'sdxl', record: null, expected_before: sdxl } as const;
    expect(formatDifference(describeBaselineChange(change), { ...use, monthlyUses: undefined })).toBe(
      'is deleted: 14 models, use not known',
    );
  });

  it('shows a price with the factors that differ from it', () => {
    expect(formatPrice(policy)).toBe('8, hires 10');
    expect(formatPrice({ ...policy, kudos_hires: 8, kudos_qr_code: 1.5 })).toBe('8, QR 1.5');
  });
});

describe('the form of a change set', () => {
  const edited = createFormChange(0, {
    operation: 'upsert',
    name: 'sdxl',
    record: { ...sdxl, horde_policy: { ...policy, kudos: 12 } },
    expected_before: sdxl,
  });

  it('sends what was read as expected_before, and no record of a deletion', () => {
    expect(createSentChange(edited).expected_before).toEqual(sdxl);
    const deletion = { operation: 'delete', name: 'sdxl', record: null, expected_before: sdxl };
    expect(createSentChange(createDraftChange(1, sdxl, true))).toEqual(deletion);
    expect([isUnchanged(createDraftChange(1, sdxl)), isUnchanged(edited)]).toEqual([true, false]);
  });

  it('keeps its edits on the value as it is now', () => {
    const now = { ...sdxl, display_name: 'XL', horde_policy: { ...policy, kudos: 9, ttl: 2 } };
    const { record, before } = rebaseChange(edited, now);
    expect(before).toBe(now);
    expect([record.display_name, record.horde_policy.kudos, record.horde_policy.ttl]).toEqual(['XL', 12, 2]);
    expect(rebaseChange(edited, null)).toMatchObject({
      before: null,
      record: { horde_policy: { kudos: 12 } },
    });
  });

  it('shows each refusal at its field', () => {
    const drafts = [createDraftChange(5, null), edited];
    const refused = (status: number, message: string, ...locs: (string | number)[][]) => {
      const problems = locs.map((loc) => ({ loc: ['body', ...loc], msg: 'wrong', type: 'x' }));
      const { title, changes, staleChangeIds, otherMessages } = assignRefusalMessages(
        { status, message, problems },
        drafts,
      );
      const fields = [...changes].map(([place, texts]) => [place, Object.fromEntries(texts)]);
      return { title, fields, staleChangeIds: [...staleChangeIds], otherMessages };
    };
    expect(
      refused(422, '', ['title'], ['changes', 1, 'record', 'horde_policy', 'kudos'], ['changes', 0, 'name']),
    ).toMatchObject({
      title: 'wrong',
      fields: [
        [0, { 'horde_policy.kudos': 'wrong' }],
        [5, { name: 'wrong' }],
      ],
    });
    const taken = "The alternative name 'a' of baseline 'sdxl' is the name of another baseline.";
    expect(refused(422, taken).fields).toEqual([[0, { alternative_names: taken }]]);
    const stale = "Baseline 'sdxl' changed after review: it has revision 4 now. Read it again.";
    expect(refused(409, stale)).toMatchObject({ fields: [[0, { '': stale }]], staleChangeIds: [0] });
    expect(refused(422, 'Something else.')).toMatchObject({ fields: [], otherMessages: ['Something else.'] });
  });
});

it('finds a baseline by any of its names', () => {
  const choices = [
    { name: 'sdxl', displayName: 'Stable Diffusion XL', otherNames: ['SDXL 1.0'], models: 1, isLive: true },
    { name: 'flux_1', displayName: null, otherNames: ['Flux.1 dev'], models: 0, isLive: true },
  ];
  const found = (text: string) => findBaselinesByName(choices, text).map(({ name }) => name);
  expect([found('stable'), found('flux.1 D'), found(' '), found('sd3')]).toEqual([
    ['sdxl'],
    ['flux_1'],
    ['sdxl', 'flux_1'],
    [],
  ]);
});

it('names a change set where only its internal name is known', () => {
  expect(changeDisplayName('baseline:8b6e6f2e-1111-4222-8333-444455556666')).toBe(
    'change set of image baselines',
  );
  expect(changeDisplayName('baseline: a model')).toBe('baseline: a model');
});
