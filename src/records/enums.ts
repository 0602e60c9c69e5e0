import { z } from 'zod';
import { allCategoryNames, type CategoryNames } from './categories/index.ts';

export const changeOperations = ['create', 'update', 'delete'] as const;
export type ChangeOperation = (typeof changeOperations)[number];

/** The states of a request for a model. */
export const requestStates = ['open', 'accepted', 'declined', 'fulfilled', 'withdrawn', 'duplicate'] as const;

/** The possible decisions of approvers about a request for a model. */
export const requestDecisions = [
  'accept',
  'decline',
  'duplicate',
  'fulfil',
  'reopen',
  'hide',
  'unhide',
  'hide_comment',
  'unhide_comment',
] as const;

/** The orders in which requests for models are listed. */
export const requestSorts = ['wanted', 'newest', 'oldest'] as const;

/** The states of the delivery of an event to a webhook. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** The orders in which a search lists its results. */
export const findOrders = ['match', 'usage', 'newest'] as const;

export const categoryEnumOf = (names: CategoryNames) =>
  z.enum(names).meta({ id: 'MODEL_REFERENCE_CATEGORY', description: 'The categories.' });

/** A category in answers. API documents list those that are switched on, in place of all. */
export const categoryEnum: z.ZodType<string> = categoryEnumOf(allCategoryNames);

/** The category of a stored entry whose extra category may have been switched off since. */
export const keptCategory = z.union([categoryEnum, z.string()]).meta({
  id: 'KeptCategory',
  description: 'A category, or the name of a category that `EXTRA_CATEGORIES` no longer enables.',
});

export const writeOperation = z.enum(changeOperations).meta({
  id: 'OperationType',
  description: 'The operation of the latest write of a category.',
});

export const changeOperation = z.enum(changeOperations).meta({
  id: 'AuditOperation',
  description: 'The operation of a change.',
});

/**
 * What a write does to the live model. This may differ from the operation of the write: a create is
 * `modified` when the model is live already.
 */
const netOperations = ['added', 'modified', 'deleted', 'unchanged'] as const;
export type NetOperation = (typeof netOperations)[number];

export const netChangeType = z
  .enum(netOperations)
  .meta({ id: 'NetChangeType', description: 'The actual effect of a write.' });

export const canonicalFormat = z.enum(['v2', 'legacy']).meta({
  id: 'CanonicalFormat',
  description: 'The API version that accepts writes.',
});
