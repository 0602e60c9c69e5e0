import { z } from 'zod';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import type { Categories } from '../../records/categories/index.ts';
import {
  absentOrNull,
  laxArray,
  laxBoolean,
  laxEnum,
  laxInt,
  laxObject,
  laxString,
  queryList,
  queryValue,
} from '../../records/lax.ts';
import { limits } from '../../serving/requests/limits.ts';
import { createIdSchema } from '../../serving/requests/query.ts';
import {
  changeStatuses,
  type FilterColumn,
  mapFilterColumns,
  resourceKinds,
  riskLevels,
} from './pending-change.ts';
import type { ChangeListOptions } from './risk-lists.ts';

/**
 * The statuses that filters accept. `applying` is accepted for clients of the existing service, whose changes
 * have this status for a while. Here no change has it, because an apply is one transaction.
 */
const filterStatuses = [...changeStatuses, 'applying'] as const;

const status = z.preprocess(
  (input) => (typeof input === 'string' ? input.toLowerCase() : input),
  laxEnum(filterStatuses),
);

const kindFields = {
  resource_kinds: queryList(laxEnum(resourceKinds)).optional().meta({
    description: 'Changes of models (`model_reference`) or change sets of a catalogue. Matches any of these.',
  }),
};

const listFields = ({ names }: Categories) => ({
  statuses: queryList(status).optional().meta({ description: 'Matches any of these, case-insensitive.' }),
  categories: queryList(laxEnum(names)).optional().meta({ description: 'Matches any of these.' }),
  ...kindFields,
});

const pageFields = {
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
  limit: queryValue(laxInt({ ge: 1, le: 500 })).default(50),
};

const riskFields = {
  risks: queryList(laxEnum(riskLevels)).optional().meta({
    description:
      'Return open changes with any of these risks. At most 2,000 changes may match the other filters.',
  }),
  sort: queryValue(laxEnum(['risk']))
    .optional()
    .meta({
      description: 'Sort by risk, highest first. Default: ascending id. The limit of `risks` applies.',
    }),
};

const changeFilters = {
  batch_id: queryValue(createIdSchema({ ge: 1 })).optional(),
  model_name: queryValue(laxString({ min: 1, max: 200 }))
    .optional()
    .meta({ description: 'Part of the model name, case-insensitive.' }),
  ...mapFilterColumns((_, description) => queryList(laxString()).optional().meta({ description })),
  requestor: queryValue(laxString({ min: 1, max: 200 }))
    .optional()
    .meta({ description: 'User id of the requestor, or part of their username, case-insensitive.' }),
};

export const createChangesQuery = (categories: Categories) =>
  laxObject({ ...listFields(categories), ...riskFields, ...changeFilters, ...pageFields });

export const createCountsQuery = (categories: Categories) =>
  laxObject({ categories: listFields(categories).categories, ...kindFields, ...changeFilters });

export const createMyChangesQuery = (categories: Categories) =>
  laxObject({ ...listFields(categories), ...pageFields });

export type ListQuery = Partial<z.infer<ReturnType<typeof createChangesQuery>>>;

/**
 * Creates the filter of a list from its parsed query; null when the query selects only `applying`, a status
 * that no change has.
 */
export function toListQuery({
  statuses,
  categories,
  resource_kinds,
  batch_id,
  model_name,
  requestor,
  risks,
  sort,
  offset: _offset,
  limit: _limit,
  ...columns
}: ListQuery): ChangeListOptions | null {
  columns as Omit<typeof columns, FilterColumn> satisfies NoOtherKeys;
  const storedStatuses = statuses?.filter((name) => name !== 'applying');
  if (storedStatuses?.length === 0) return null;
  const name = model_name?.trim();
  const requestorText = requestor?.trim();
  return {
    ...(storedStatuses && { statuses: storedStatuses }),
    ...(categories && { categories }),
    ...(resource_kinds && { resource_kinds }),
    ...(batch_id !== undefined && { batch_id }),
    ...(name && { model_name: name }),
    ...columns,
    ...(requestorText && { requestor: requestorText }),
    ...(risks && { risks }),
    ...(sort && { sort }),
  };
}

export const diffsQuery = laxObject({
  change_ids: queryList(createIdSchema(), { min: 1, max: 100 }).meta({
    description: 'Change ids, in the order of the answer. Unknown ids are listed separately.',
  }),
});

export const policiesQuery = laxObject({
  change_ids: queryList(createIdSchema(), { max: 100 })
    .default([])
    .meta({ description: 'Changes to check: `not_approvable` lists those that the caller may not approve.' }),
});

const listBounds = { max: limits.listedNames };

export const purgeBody = ({ names }: Categories) =>
  laxObject({
    statuses: absentOrNull(laxArray(status, listBounds)).meta({
      description: 'Matches any of these, case-insensitive. Default: pending and approved.',
    }),
    categories: absentOrNull(laxArray(laxEnum(names), listBounds)).meta({
      description: 'Matches any of these.',
    }),
    model_name: absentOrNull(laxString({ max: 200 })).meta({
      description: 'Part of the model name, case-insensitive.',
    }),
    requested_by: absentOrNull(laxArray(laxString(), listBounds)).meta({
      description: 'User ids. Matches any of these.',
    }),
    purge_all: laxBoolean().default(false).meta({ description: 'Required if there is no filter.' }),
    dry_run: laxBoolean()
      .default(false)
      .meta({ description: 'Return the changes that would be removed, without removing them.' }),
  }).meta({
    id: 'PurgePendingChangesRequest',
    description: 'The changes to remove: those that match all filters.',
  });

/**
 * Creates the purge request from its parsed body; null when the body selects only `applying`, a status that
 * no change has.
 */
export function toPurgeRequest({ statuses, ...body }: z.infer<ReturnType<typeof purgeBody>>) {
  const storedStatuses = statuses?.filter((name) => name !== 'applying') ?? [];
  if (storedStatuses.length === 0 && statuses && statuses.length > 0) return null;
  return { ...body, statuses: storedStatuses };
}

const createIdList = (description: string) =>
  absentOrNull(laxArray(createIdSchema(), { max: limits.listedIds })).meta({ description });

export const batchBody = laxObject({
  batch_title: laxString({ min: 1, max: 120 }),
  approved_ids: createIdList('Changes to approve.'),
  rejected_ids: createIdList('Changes to reject.'),
  reject_reason: absentOrNull(laxString({ max: 500 })).meta({ description: 'Required when rejecting.' }),
  expected_versions: absentOrNull(z.record(z.string(), z.int())).meta({
    description:
      'Change id → reviewed version. If a change has a newer version, nothing is decided (409). Changes that are not listed are decided in their current version.',
  }),
}).meta({
  id: 'PendingBatchRequest',
  description: 'Pending changes to approve or reject. Atomic: all decisions are stored, or none.',
});

const jobIdText = laxString({ max: 120 });
const jobIdFacts = {
  description:
    'A token for safe retries: a repeated call with the same token returns the first answer and writes nothing.',
};

export const applyOneBody = laxObject({ job_id: absentOrNull(jobIdText).meta(jobIdFacts) }).meta({
  id: 'ApplyPendingChangeRequest',
  description: 'Optional.',
});

const batchTitleText = laxString({ min: 1, max: 120 });
const newTitleFacts = {
  description: 'The title of the batch. Default: the title given with its first approval.',
};

export const applyBatchQuery = laxObject({
  job_id: queryValue(jobIdText).optional().meta(jobIdFacts),
  batch_title: queryValue(batchTitleText).optional().meta(newTitleFacts),
});

const appliedId = createIdSchema({ ge: 1 });

const mixedBatches = { default: false, description: 'Allow changes from several batches.' };

export const applyManyQuery = laxObject({
  change_ids: queryList(appliedId).optional(),
  job_id: queryValue(jobIdText).optional().meta(jobIdFacts),
  allow_mixed_batch: queryValue(laxBoolean()).optional().meta(mixedBatches),
  batch_title: queryValue(batchTitleText).optional().meta(newTitleFacts),
});

export const applyManyBody = laxObject({
  change_ids: absentOrNull(laxArray(appliedId, { max: limits.listedIds })),
  job_id: absentOrNull(jobIdText).meta(jobIdFacts),
  allow_mixed_batch: absentOrNull(laxBoolean()).meta(mixedBatches),
  batch_title: absentOrNull(batchTitleText).meta(newTitleFacts),
}).meta({
  id: 'ApplyPendingChangesRequest',
  description: 'Each field may be given in the query instead; the body takes precedence.',
});

const commentText = laxString({ min: 1, max: limits.commentLength });
export const commentBody = laxObject({ text: commentText }).meta({
  id: 'CommentRequest',
  description: 'Plain text.',
});

const expectedVersion = absentOrNull(createIdSchema({ ge: 1 })).meta({
  description: 'The expected version. If there is a newer one, the call is refused (409).',
});
export const requestChangesBody = laxObject({ text: commentText, expected_version: expectedVersion }).meta({
  id: 'RequestChangesRequest',
  description: 'The requested improvements.',
});
export const reviseBody = laxObject({
  record: z.record(z.string(), z.unknown()).meta({
    description: 'The whole record, in the format of the API version of the original proposal.',
  }),
  expected_version: expectedVersion,
}).meta({ id: 'ReviseChangeRequest', description: 'A new version of a proposal.' });

export const restoreRequestBody = ({ names }: Categories) =>
  laxObject({
    category: laxEnum(names),
    model_name: laxString({ min: 1, max: limits.nameLength }),
  }).meta({ id: 'BringBackModelRequest', description: 'The deleted model to restore.' });
