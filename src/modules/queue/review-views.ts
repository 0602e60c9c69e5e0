import type { Clock } from '../../kernel/clock.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import { type AuditViews, createAuditViews } from '../audit/audit-views.ts';
import { createHistory, type History } from '../audit/history.ts';
import { createNetChanges, type NetChanges } from '../audit/net-changes.ts';
import { type ChangeComparison, createChangeComparison } from './change-comparison.ts';
import type { ChangeDescriptions } from './change-descriptions.ts';
import { type ChangeLists, createChangeLists } from './change-lists.ts';
import type { Findings } from './findings.ts';
import type { Proposals } from './proposals.ts';
import { createRevert, type Revert } from './revert.ts';

/** Everything that lets reviewers see what they decide, and what became of it. */
export interface ReviewViews {
  readonly changeReview: ChangeLists & ChangeComparison;
  readonly auditViews: AuditViews;
  readonly netChanges: NetChanges;
  readonly history: History;
  readonly revert: Revert;
}

export interface ReviewViewsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly proposals: Proposals;
  readonly findings: Findings;
  readonly descriptions: ChangeDescriptions;
  readonly settings: {
    readonly canonicalFormat: CanonicalFormat;
  };
}

export function createReviewViews(options: ReviewViewsOptions): ReviewViews {
  const { store, clock, proposals, findings, descriptions, settings } = options;
  const changeReview = {
    ...createChangeLists({ store, descriptions }),
    ...createChangeComparison({ store, findings, descriptions, proposals }),
  };
  return {
    changeReview,
    auditViews: createAuditViews({ store, clock }),
    netChanges: createNetChanges({ store, clock }),
    history: createHistory({ store }),
    revert: createRevert({ store, settings, proposals, changeReview }),
  };
}
