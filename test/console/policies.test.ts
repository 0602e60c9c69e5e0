import { describe, expect, it } from 'vitest';
import type { ReviewedChange, ReviewPolicies } from '../../console/src/api/review-types.ts';
import { decisionAbout } from '../../console/src/pages/review/decision.ts';
import { policyLine, whyNotApprove } from '../../console/src/pages/review/policies.ts';

const policiesOf = (part: Partial<ReviewPolicies> = {}): ReviewPolicies => ({
  review_policy: 'any',
  approvals: 1,
  apply_conflicts: 'upsert',
  ...part,
});

let lastId = 0;
const change = (part: Partial<ReviewedChange> = {}): ReviewedChange => {
  lastId += 1;
  return { change_id: lastId, risk: 'low', requested_by: 'rita', ...part } as ReviewedChange;
};
const approvedBy = (...people: string[]) =>
  people.map((user_id) => ({ user_id, username: user_id, at: 1 })) as ReviewedChange['approvals'];

describe('the policies of a registry', () => {
  it.each([
    [{}, null],
    [{ review_policy: 'four_eyes' }, 'Four eyes: not your own.'],
    [
      { review_policy: 'four_eyes', approvals: 2 },
      'Four eyes: not your own; 2 other people have to approve.',
    ],
    [{ approvals: 3 }, 'Policy: 3 other people have to approve.'],
    [{ apply_conflicts: 'reject' }, 'Policy: what is out of date is not applied.'],
  ] as const)('%j are one line', (part, line) => {
    expect(policyLine(policiesOf(part as Partial<ReviewPolicies>))).toBe(line);
  });

  const why = (one: ReviewedChange, part: Partial<ReviewPolicies>, userId: string | undefined = 'ada') =>
    whyNotApprove(one, { policies: policiesOf(part), userId });

  it('say why somebody may not approve', () => {
    const own = change({ requested_by: 'ada' });
    expect(why(own, {})).toBeNull();
    expect(why(own, { review_policy: 'four_eyes' })).toMatch(/somebody else/);
    expect(why(own, { approvals: 3 })).toMatch(/3 others/);
    expect(why(change(), { approvals: 3 })).toBeNull();
    const once = change({ approvals: approvedBy('ada') });
    expect(why(once, { approvals: 3 })).toMatch(/2 other people/);
    // Fewer are asked for since: one approval more does it.
    expect(why(once, { approvals: 1 })).toBeNull();
  });

  it('refuse nothing while they are not known', () => {
    const own = change({ requested_by: 'ada' });
    expect(whyNotApprove(own, { policies: undefined, userId: 'ada' })).toBeNull();
    expect(
      whyNotApprove(own, { policies: policiesOf({ review_policy: 'four_eyes' }), userId: undefined }),
    ).toBeNull();
  });
});

describe('a decision about many changes', () => {
  const about = (verdict: 'approve' | 'reject', all: ReviewedChange[], part: Partial<ReviewPolicies>) => {
    const { changes, later, leftOut } = decisionAbout(verdict, all, {
      policies: policiesOf(part),
      userId: 'ada',
    });
    const ids = (some: readonly ReviewedChange[]) => some.map(({ change_id }) => change_id);
    return [ids(changes), ids(later), ids(leftOut.map((each) => each.change))];
  };
  const low = change();
  const own = change({ requested_by: 'ada' });
  const look = change({ risk: 'look' });
  const look2 = change({ risk: 'look' });
  const all = [look, low, own, look2];

  it('goes level by level, and leaves out what the approver may not approve', () => {
    expect(about('approve', all, { review_policy: 'four_eyes' })).toEqual([
      [low.change_id],
      [look.change_id, look2.change_id],
      [own.change_id],
    ]);
  });

  it('loses none of them, and rejects all at once', () => {
    const part = { review_policy: 'four_eyes' } as const;
    expect(about('approve', all, part).flat().sort()).toEqual(all.map(({ change_id }) => change_id).sort());
    expect(about('reject', all, part)).toEqual([all.map(({ change_id }) => change_id), [], []]);
  });
});
