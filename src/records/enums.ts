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

/** The sort orders of model requests. */
export const requestSorts = ['wanted', 'newest', 'oldest'] as const;

/** The states of a webhook delivery. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** The sort orders of search results. */
export const searchSortOrders = ['match', 'usage', 'newest'] as const;

export const categoryEnumOf = (names: CategoryNames) =>
  z.enum(names).meta({ id: 'MODEL_REFERENCE_CATEGORY', description: 'The categories.' });

/** A category in responses. API documents replace this list with the enabled categories. */
export const categoryEnum: z.ZodType<string> = categoryEnumOf(allCategoryNames);

/**
 * The category of a stored entry. It may be an extra category that was disabled after the entry was stored.
 */
export const storedCategory = z.union([categoryEnum, z.string()]).meta({
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
 * The effect of a write on the live model. It may differ from the operation: a create of a model that is
 * already live is `modified`.
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
