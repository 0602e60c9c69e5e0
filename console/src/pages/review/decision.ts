import type { Refusals } from '../../api/queue.ts';
import type { ReviewedChange } from '../../api/review-types.ts';
import { groupByRisk } from './lanes.ts';
import { refusalMessages } from './policies.ts';

export interface OpenDecision {
  /** Changes that the approver may not approve, and why. They are not part of the decision. */
  readonly excludedChanges: readonly { readonly change: ReviewedChange; readonly reason: string }[];
  /** Changes for a second decision after this one, sorted by risk level, lowest first. */
  readonly laterChanges: readonly ReviewedChange[];
  readonly verdict: 'approve' | 'reject';
  readonly changes: readonly ReviewedChange[];
  /**
   * The version of each change that the approver saw, by change id. The decision applies to these versions,
   * even if the list is reloaded while the dialog is open.
   */
  readonly versions: Readonly<Record<string, number>>;
}

/**
 * Creates a decision about changes. A rejection contains all of them. An approval contains the changes of the
 * lowest risk level; `laterChanges` are those of the other levels, and `excludedChanges` those that this
 * approver may not approve.
 */
export function createDecision(
  verdict: OpenDecision['verdict'],
  allChanges: readonly ReviewedChange[],
  refusals: Refusals,
): OpenDecision {
  const isApproval = verdict === 'approve';
  const excludedChanges = allChanges.flatMap((change) => {
    const refusal = isApproval ? refusals.get(change.change_id) : undefined;
    return refusal ? [{ change, reason: refusalMessages[refusal] }] : [];
  });
  const allowedChanges = allChanges.filter(
    (change) => !excludedChanges.some((left) => left.change === change),
  );
  const lanes = isApproval ? groupByRisk(allowedChanges) : [];
  const [lowestLane, ...otherLanes] = lanes;
  const changes = lowestLane && otherLanes.length > 0 ? lowestLane.changes : allowedChanges;
  const laterChanges = otherLanes.flatMap((lane) => lane.changes);
  const versions = changes.map(({ change_id, version = 1 }) => [change_id, version] as const);
  return { verdict, changes, excludedChanges, laterChanges, versions: Object.fromEntries(versions) };
}
