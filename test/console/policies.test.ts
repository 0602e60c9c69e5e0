import { describe, expect, it } from 'vitest';
import type { ReviewedChange } from '../../console/src/api/review-types.ts';
import { createDecision } from '../../console/src/pages/review/decision.ts';
import { formatPolicies } from '../../console/src/pages/review/policies.ts';

let lastId = 0;
const change = (part: Partial<ReviewedChange> = {}): ReviewedChange => {
  lastId += 1;
  return { change_id: lastId, risk: 'low', ...part } as ReviewedChange;
};

describe('the policies of a registry', () => {
  it.each([
    [{}, null],
    [{ review_policy: 'four_eyes' }, 'Four eyes: you cannot approve your own changes.'],
    [
      { review_policy: 'four_eyes', approvals: 2 },
      'Four eyes: you cannot approve your own changes; 2 other people must approve.',
    ],
    [{ approvals: 3 }, 'Policy: 3 other people must approve.'],
    [{ apply_conflicts: 'reject' }, 'Policy: outdated changes cannot be applied.'],
  ] as const)('%j are one line', (part, line) => {
    const none = { review_policy: 'any', approvals: 1, apply_conflicts: 'upsert' } as const;
    expect(formatPolicies({ ...none, not_approvable: [], ...part })).toBe(line);
  });
});

describe('a decision about many changes', () => {
  const about = (verdict: 'approve' | 'reject') => {
    const { changes, laterChanges, excludedChanges } = createDecision(
      verdict,
      all,
      new Map([[own.change_id, 'own_change']]),
    );
    const ids = (some: readonly ReviewedChange[]) => some.map(({ change_id }) => change_id);
    return [ids(changes), ids(laterChanges), ids(excludedChanges.map((each) => each.change))];
  };
  const low = change();
  const own = change();
  const look = change({ risk: 'look' });
  const look2 = change({ risk: 'look' });
  const all = [look, low, own, look2];

  it('goes level by level, and leaves out what the approver may not approve', () => {
    expect(about('approve')).toEqual([[low.change_id], [look.change_id, look2.change_id], [own.change_id]]);
  });

  it('loses none of them, and rejects all at once', () => {
    expect(about('approve').flat().sort()).toEqual(all.map(({ change_id }) => change_id).sort());
    expect(about('reject')).toEqual([all.map(({ change_id }) => change_id), [], []]);
  });
});
