import { z } from 'zod';
import { categoryNames } from '../../records/categories/index.ts';
import { changeOperations, changeStatuses } from './pending-change.ts';

export const categoryEnum = z
  .enum(categoryNames)
  .meta({ id: 'MODEL_REFERENCE_CATEGORY', description: 'The categories.' });

export const replicateMode = z.enum(['PRIMARY', 'REPLICA']).meta({
  id: 'ReplicateMode',
  description: 'PRIMARY is authoritative and may accept writes; REPLICA only reads.',
});

export const canonicalFormat = z.enum(['v2', 'legacy']).meta({
  id: 'CanonicalFormat',
  description: 'Which API version accepts writes.',
});

export const changeStatus = z.enum(changeStatuses).meta({
  id: 'PendingChangeStatus',
  description: 'pending → approved → applied, or pending → rejected.',
});

export const writeOperation = z.enum(changeOperations).meta({
  id: 'OperationType',
  description: 'What the latest write of a category did.',
});

export const changeOperation = z.enum(changeOperations).meta({
  id: 'AuditOperation',
  description: 'What a change does to its model.',
});
