import type { ReviewedChange } from '../../api/review-types.ts';
import { lanesOf } from './lanes.ts';
import { type Approving, whyNotApprove } from './policies.ts';

export interface OpenDecision {
  /** Changes that the approver may not approve, each with the reason; they stay as they are. */
  readonly leftOut: readonly { readonly change: ReviewedChange; readonly why: string }[];
  /** The changes about which the approver decides next, one risk level after the other, the highest last. */
  readonly later: readonly ReviewedChange[];
  readonly verdict: 'approve' | 'reject';
  readonly changes: readonly ReviewedChange[];
  /**
   * The versions of the changes that the page showed when the dialog was opened, by change id: the list may
   * be read again while the dialog is open.
   */
  readonly versions: Readonly<Record<string, number>>;
}

/**
 * Makes the decision about these changes, as the page shows them. An approval contains only changes of one
 * risk level.
 */
export function decisionAbout(
  verdict: OpenDecision['verdict'],
  all: readonly ReviewedChange[],
  approving: Approving,
): OpenDecision {
  const approves = verdict === 'approve';
  const whys = all.map((change) => ({ change, why: approves ? whyNotApprove(change, approving) : null }));
  const leftOut = whys.flatMap(({ change, why }) => (why === null ? [] : [{ change, why }]));
  const allowed = whys.filter(({ why }) => why === null).map(({ change }) => change);
  const lanes = approves ? lanesOf(allowed) : [];
  const [lane] = lanes;
  const oneByOne = approving.policies?.bulk_approval === 'low' && lane && lane.level !== 'low';
  const together = lanes.length > 1 ? (lane?.changes ?? []) : allowed;
  const changes = oneByOne ? together.slice(0, 1) : together;
  const later = lanes.flatMap((each) => each.changes).filter((change) => !changes.includes(change));
  const versions = changes.map(({ change_id, version = 1 }) => [change_id, version] as const);
  return { verdict, changes, leftOut, later, versions: Object.fromEntries(versions) };
}
