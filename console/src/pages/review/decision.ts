import type { Refusals } from '../../api/queue.ts';
import type { ReviewedChange } from '../../api/review-types.ts';
import { lanesOf } from './lanes.ts';
import { refusalWords } from './policies.ts';

export interface OpenDecision {
  /** Changes that the approver may not approve, with the reasons. The decision does not include them. */
  readonly leftOut: readonly { readonly change: ReviewedChange; readonly why: string }[];
  /** The changes to ask about after this decision, sorted by risk level, lowest first. */
  readonly later: readonly ReviewedChange[];
  readonly verdict: 'approve' | 'reject';
  readonly changes: readonly ReviewedChange[];
  /**
   * The version of each change that the approver saw, by change id. The decision applies to these versions,
   * even if the list is reloaded while the dialog is open.
   */
  readonly versions: Readonly<Record<string, number>>;
}

/**
 * Prepares a decision. A rejection contains all changes. An approval contains only those of the lowest risk
 * level; the others go into `later`, and changes that this approver may not approve go into `leftOut`.
 */
export function decisionAbout(
  verdict: OpenDecision['verdict'],
  all: readonly ReviewedChange[],
  refusals: Refusals,
): OpenDecision {
  const approves = verdict === 'approve';
  const leftOut = all.flatMap((change) => {
    const reason = approves ? refusals.get(change.change_id) : undefined;
    return reason ? [{ change, why: refusalWords[reason] }] : [];
  });
  const allowed = all.filter((change) => !leftOut.some((left) => left.change === change));
  const lanes = approves ? lanesOf(allowed) : [];
  const [lowest, ...others] = lanes;
  const changes = lowest && others.length > 0 ? lowest.changes : allowed;
  const later = others.flatMap((lane) => lane.changes);
  const versions = changes.map(({ change_id, version = 1 }) => [change_id, version] as const);
  return { verdict, changes, leftOut, later, versions: Object.fromEntries(versions) };
}
