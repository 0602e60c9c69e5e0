import { bridgeAccount } from '../modules/bridge/index.ts';
import { createReviewViews, type ReviewViews } from '../modules/history/index.ts';
import {
  type ChangeDescriptions,
  createApprovalCount,
  createChangeDescriptions,
  createFindings,
  createPolicies,
  createRisks,
  type Findings,
  type Policies,
} from '../modules/queue/index.ts';
import { categories } from '../records/categories/index.ts';
import type { Foundation } from './foundation.ts';
import type { Records } from './open-records.ts';
import type { Surroundings } from './open-surroundings.ts';

/** What reviewers are shown of a change, and what it takes to approve it. */
export interface ReviewAids {
  readonly findings: Findings;
  readonly descriptions: ChangeDescriptions;
  readonly policies: Policies;
  readonly reviewViews: ReviewViews;
}

export function createReviewAids(
  { settings, store, clock }: Foundation,
  { catalog, proposals }: Records,
  { known, usageLevels, styles }: Surroundings,
): ReviewAids {
  const addressState = known.memory.state;
  const findings = createFindings({
    catalog,
    categories,
    preferredHosts: settings.preferredFileHosts,
    addressState,
    looksAtFiles: settings.fileChecks,
    ...(styles && { stylesOf: styles.of }),
  });
  const risks = createRisks({ usage: usageLevels, addressState, settings });
  const approvers = new Set(settings.approverIds);
  // Whoever trusts a repository lets the bridge approve what it proposes.
  if (settings.bridge.some(({ policy }) => policy === 'trust')) approvers.add(bridgeAccount.userId);
  const count = createApprovalCount({ ...settings, mayApprove: (userId) => approvers.has(userId) });
  const descriptions = createChangeDescriptions({ findings, risks, count });
  const policies = createPolicies({ descriptions, usage: usageLevels, count, settings });
  const reviewViews = createReviewViews({ store, clock, proposals, findings, descriptions, settings });
  return { findings, descriptions, policies, reviewViews };
}
