import type { Clock } from '../../kernel/clock.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import {
  type ChangeComparison,
  type ChangeDescriptions,
  type ChangeLists,
  createChangeComparison,
  createChangeLists,
  type Findings,
  type Proposals,
} from '../queue/index.ts';
import { createHistory, type History } from './model-history.ts';
import { createNetChanges, type NetChanges } from './net-changes.ts';
import { type AuditViews, createAuditViews } from './queue-trail.ts';
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
  readonly settings: Pick<Settings, 'canonicalFormat'>;
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
