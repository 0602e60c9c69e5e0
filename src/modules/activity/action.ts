import { changeOperations } from '../../records/enums.ts';
import { type AuditOperation, changeActions, type QueueAction } from '../audit/index.ts';

/** What somebody did: to the queue, or to a model, an alias, a family or a naming schema without it. */
export type ActivityAction = Exclude<QueueAction, 'gap'> | AuditOperation;

export const activityActions: readonly [ActivityAction, ...ActivityAction[]] = [
  ...changeActions,
  ...changeOperations,
];
