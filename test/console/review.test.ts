import { describe, expect, it } from 'vitest';
import type { ChangeDiff, ReviewedChange } from '../../console/src/api/review-types.ts';
import type { FieldDiff } from '../../console/src/api/types.ts';
import { suggestTitle } from '../../console/src/pages/review/batch-titles.ts';
import { findDangers } from '../../console/src/pages/review/dangers.ts';
import { decidedMeanwhile } from '../../console/src/pages/review/decided-meanwhile.ts';
import { describeRecordLoss, findOverwrittenFields } from '../../console/src/pages/review/overwritten.ts';
import { findRisks, isDangerous } from '../../console/src/pages/review/risks.ts';
import { formatNewValue } from '../../console/src/pages/review/value-now.ts';
import { counterpartFields } from '../../console/src/parts/counterpart-fields.ts';
import { itemsBetween } from '../../console/src/parts/selected-range.ts';

let lastId = 0;
const change = (part: Partial<ReviewedChange>): ReviewedChange => {
  lastId += 1;
  return {
    change_id: lastId,
    model_name: `Model ${lastId}`,
    operation: 'update',
    resource_kind: 'model_reference',
    payload: null,
    stale: false,
    findings: [],
    critical_fields: [],
    open_changes_of_model: [],
    ...part,
  } as unknown as ReviewedChange;
};

const finding = (severity: 'critical' | 'warning' | 'note') =>
  ({ rule: 'near_name', severity, field_path: 'name', message: `a ${severity} thing` }) as const;

describe('“Approve 39” that warned of one stale change and hid the rest', () => {
  const changes = [
    change({ operation: 'delete' }),
    change({ operation: 'delete', stale: true }),
    change({ critical_fields: ['nsfw'], payload: { nsfw: true } }),
    change({ findings: [finding('critical'), finding('note')] }),
    change({ findings: [finding('warning')] }),
    change({ open_changes_of_model: [7, 9] }),
    change({}),
  ];

  it('counts every kind of risk, the worst first', () => {
    expect(findRisks(changes).map(({ title, tone }) => `${tone}: ${title}`)).toEqual([
      'bad: 2 models are deleted',
      'bad: 1 critical finding',
      'bad: 1 change of a field that workers depend on',
      'bad: 1 change is outdated: a newer record is overwritten',
      'bad: 1 change is not the only open one of its model',
      'warn: 1 warning',
      'warn: 1 note',
    ]);
  });

  it('lists each case with what it is', () => {
    const says = (kind: string) => findRisks(changes).find((risk) => risk.kind === kind)?.cases[0]?.text;
    expect(says('critical-fields')).toBe('NSFW turns on');
    expect(says('critical-findings')).toBe('name: a critical thing');
    expect(says('conflicts')).toContain('#7, #9 wait as well');
  });

  it('says nothing of what is harmless', () => {
    expect(findRisks([change({})])).toEqual([]);
    expect(isDangerous(findRisks([change({ findings: [finding('warning')] })]))).toBe(false);
    expect(isDangerous(findRisks([change({ operation: 'delete' })]))).toBe(true);
  });
});

describe('what a change alters only in the record of the other API version', () => {
  const diff = (field_path: string, old_value: unknown, new_value: unknown) =>
    ({ field_path, old_value, new_value, change_type: 'modified' }) as FieldDiff;
  const nsfw = diff('nsfw', true, false);
  it.each([
    ['is in sight where nothing else differs', [], [nsfw], true],
    ['is in sight beside another field', [diff('style', 'a', 'b')], [diff('style', 'a', 'b'), nsfw], true],
    ['is folded if the other form of the field is told', [diff('nsfw', 1, 0)], [nsfw], false],
  ])('%s', (_, field_diffs, counterpart_diffs, hasOtherFields) => {
    const change = { field_diffs, counterpart_diffs, net_operation: 'modified' as const };
    expect(counterpartFields(change)).toEqual({ fields: [nsfw], hasOtherFields });
  });
});

describe('renames among the changes', () => {
  it('are counted as a danger, as are changes whose model was renamed since', () => {
    const changes = [
      change({ request_metadata: { renames_to: 'new' } }),
      change({ stale: true, model_renamed_to: 'new' }),
    ];
    expect(findRisks(changes).map(({ title, tone, cases }) => [tone, title, cases[0]?.text])).toEqual([
      ['bad', '1 model is renamed: its old name is gone', 'is renamed to ‘new’'],
      ['bad', '1 change is refused: its model was renamed since', 'the model was renamed to ‘new’'],
    ]);
  });

  it('give the batch its title', () => {
    const rename = change({ model_name: 'old', request_metadata: { renames_to: 'new' } });
    const edit = change({});
    expect(suggestTitle([rename])).toBe('rename old → new');
    expect(suggestTitle([rename, edit])).toBe('1 update, 1 rename');
  });
});

describe('a field in a row', () => {
  it.each([
    [{ nsfw: false }, 'nsfw', 'NSFW turns off'],
    [{ config: { 'a.b': { c: 1 } } }, 'config.a.b.c', 'config.a.b.c: 1'],
    [{ description: 'x'.repeat(41) }, 'description', 'description'],
    [{ tags: ['a'] }, 'tags', 'tags'],
    [{}, 'constructor', 'constructor'],
  ])('of %j at %s reads %j', (payload, path, expected) => {
    expect(formatNewValue(change({ payload }), path)).toBe(expected);
  });
});

describe('two pending edits of one model', () => {
  const diff = (field_path: string, old_value: unknown, new_value: unknown): FieldDiff => ({
    field_path,
    old_value,
    new_value,
    change_type: 'modified',
  });

  it.each([
    ['update', [], /^The rename keeps it/],
    ['update', [diff('name', 'old', 'newer')], /^Both rename the model/],
    ['delete', [], /^The one applied second is refused/],
  ] as const)('of which one is a rename, lose nothing to it: %s %j', (operation, field_diffs, says) => {
    const rename = { model_name: 'old', operation: 'update', field_diffs: [diff('name', 'old', 'new')] };
    const other = { model_name: 'old', operation, field_diffs };
    expect(describeRecordLoss(rename as unknown as ChangeDiff, other as unknown as ChangeDiff)).toMatch(says);
    expect(describeRecordLoss(other as unknown as ChangeDiff, rename as unknown as ChangeDiff)).toMatch(says);
  });

  it('show what the later one overwrites: what it sets otherwise, and what it leaves as it is live', () => {
    const same = diff('description', 'old', 'new');
    const earlier = [diff('baseline', 'sd1', 'sdxl'), diff('nsfw', false, true), same];
    const later = [diff('baseline', 'sd1', 'flux'), same, diff('style', 'a', 'b')];
    expect(findOverwrittenFields(earlier, later)).toEqual([
      { path: 'baseline', earlier: 'sdxl', later: 'flux' },
      { path: 'nsfw', earlier: true, later: false },
    ]);
    expect(findOverwrittenFields(earlier, earlier)).toEqual([]);
  });
});

describe('shift-click', () => {
  it('selects all between two, in either direction', () => {
    expect(itemsBetween([1, 2, 3, 4, 5], 2, 4)).toEqual([2, 3, 4]);
    expect(itemsBetween([1, 2, 3, 4, 5], 4, 2)).toEqual([2, 3, 4]);
  });

  it('selects one when the one before has gone, or there was none', () => {
    expect(itemsBetween([1, 2, 3], 9, 2)).toEqual([2]);
    expect(itemsBetween([1, 2, 3], undefined, 2)).toEqual([2]);
    expect(itemsBetween([1, 2, 3], 1, 9)).toEqual([]);
  });
});

describe('the dangers of a change', () => {
  const reason = (rule: string, message: string, level = 'look') => ({ rule, message, level });
  const found = (rule: string, message: string, field_path: string, severity = 'warning') => ({
    ...{ rule, message, field_path, severity },
  });
  const dangers = (reasons: object[], findings: object[]) =>
    findDangers(change({ risk_reasons: reasons as never }), {
      findings,
      critical_fields: ['config'],
    } as never);
  const textsOf = (reasons: object[], findings: object[]) =>
    dangers(reasons, findings).map(({ text }) => text);

  it('are each said once, the worst first', () => {
    const reasons = [
      reason('critical_fields', 'Changes critical fields: config.download.', 'high'),
      reason('unsure_file', 'config.download.0 (mutable): It stands for cccc.'),
      reason('warning', 'No SHA-256. Fetched over http.'),
    ];
    const findings = [
      found('missing_sha256', 'No SHA-256.', 'config.download.0.sha256sum'),
      found('insecure_url', 'Fetched over http.', 'config.download.0.file_url'),
      found('file_mutable', 'It stands for cccc. (today)', 'config.download.0.file_url', 'note'),
    ];
    expect(textsOf(reasons, findings)).toEqual([
      'Changes critical fields: config.download.',
      'config.download.0 (mutable): It stands for cccc.',
      'No SHA-256.',
      'Fetched over http.',
    ]);
    expect(dangers(reasons, findings).map(({ elementId }) => elementId)).toEqual([
      'field-config',
      'field-config.download.0',
      'field-config.download.0.sha256sum',
      'field-config.download.0.file_url',
    ]);
  });

  it('leave out no reason that nothing else says', () => {
    const all = [
      reason('stale', 'Stale.'),
      reason('other_changes', 'Others wait.'),
      reason('deletes', 'Deletes.'),
      reason('warning', 'Another finding than those of now.'),
      reason('wrong_file', 'config.download.0 (gone): Gone.', 'high'),
      reason('unsure_file', 'config.download.10 (moved): Moved.'),
      reason('gated_file', 'config.download.1 (gated): Gated. And 2 more.'),
      reason('new_requestor', 'New.'),
    ];
    const findings = [
      found('file_moved', 'Moved.', 'config.download.1.file_url', 'note'),
      found('file_gated', 'Gated.', 'config.download.1.file_url'),
      found('near_name', 'Near.', 'name'),
    ];
    const texts = textsOf(all, findings);
    for (const { message } of all) expect(texts).toContain(message);
  });
});

describe('what was decided while a change was open', () => {
  const bea = { approved_by: '7', approved_username: 'Bea#7' };
  const opened = change({ status: 'pending', requested_by: '9' });
  const said = (part: Partial<ReviewedChange>, userId?: string) =>
    decidedMeanwhile(opened, { ...opened, ...part }, userId);

  it.each([
    ['approved', bea, 'Bea#7 approved it.'],
    ['applied', bea, 'Bea#7 approved it.'],
    ['rejected', { rejected_by: '7', rejected_username: 'Bea#7' }, 'Bea#7 rejected it.'],
    ['rejected', { rejected_by: '9', rejected_username: 'Rita#9' }, 'Rita#9 withdrew it.'],
  ] as const)('%s is told', (status, part, text) => {
    expect(said({ status, ...part }, '1')).toBe(`${text} There is nothing left to decide.`);
  });

  it('nothing is told of what one decided oneself, of what waits on, and of what was decided before', () => {
    expect(said({ status: 'approved', ...bea }, '7')).toBeNull();
    expect(said({ status: 'pending' }, '1')).toBeNull();
    const before = { ...opened, status: 'approved' as const, ...bea };
    expect(decidedMeanwhile(before, { ...before, status: 'applied' }, '1')).toBeNull();
  });
});
