import { z } from 'zod';
import { categoryNames } from './categories/index.ts';

export const changeOperations = ['create', 'update', 'delete'] as const;
export type ChangeOperation = (typeof changeOperations)[number];

export const categoryEnum = z
  .enum(categoryNames)
  .meta({ id: 'MODEL_REFERENCE_CATEGORY', description: 'The categories.' });

export const writeOperation = z.enum(changeOperations).meta({
  id: 'OperationType',
  description: 'What the latest write of a category did.',
});

export const changeOperation = z.enum(changeOperations).meta({
  id: 'AuditOperation',
  description: 'What a change does to its model.',
});

export const canonicalFormat = z.enum(['v2', 'legacy']).meta({
  id: 'CanonicalFormat',
  description: 'Which API version accepts writes.',
});
