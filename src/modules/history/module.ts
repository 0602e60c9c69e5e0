import type { Clock } from '../../kernel/clock.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { ChangeSetKinds } from '../catalogues/index.ts';
import type { Proposals, QueueServices } from '../queue/index.ts';
import { createHistory } from './model-history.ts';
import { createNetChanges } from './net-changes.ts';
import { createAuditViews } from './queue-trail.ts';
import { createRevert } from './revert.ts';

/**
 * Opens the services over the audit trail: views of the queue's audit trail, net changes of batches,
 * histories of models, and the revert of batches.
 */
export function openHistory(
  { store, clock, settings }: { store: Store; clock: Clock; settings: Pick<Settings, 'canonicalFormat'> },
  {
    proposals,
    changeReview,
    kinds,
  }: { proposals: Proposals; changeReview: QueueServices['changeReview']; kinds: ChangeSetKinds },
) {
  return {
    auditViews: createAuditViews(store, clock),
    netChanges: createNetChanges(store, clock),
    history: createHistory(store),
    revert: createRevert({ store, settings, proposals, changeReview, kinds }),
  };
}
