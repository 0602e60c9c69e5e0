import { type AuditOperation, changeActions, type QueueAction } from '../audit/event.ts';
import { changeOperations } from '../queue/pending-change.ts';

/** What somebody did: to the queue, or to a model, an alias, a family or a naming schema without it. */
export type ActivityAction = Exclude<QueueAction, 'gap'> | AuditOperation;

export const activityActions: readonly [ActivityAction, ...ActivityAction[]] = [
  ...changeActions,
  ...changeOperations,
];
