import { z } from 'zod';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import type { Categories } from '../../records/categories/index.ts';
import {
  laxArray,
  laxBoolean,
  laxEnum,
  laxInt,
  laxObject,
  laxString,
  orNull,
  queryList,
  queryValue,
} from '../../records/lax.ts';
import { limits } from '../../serving/requests/limits.ts';
import { idNumber } from '../../serving/requests/query.ts';
import {
  changeStatuses,
  eachColumn,
  type FilterColumn,
  resourceKinds,
  riskLevels,
} from './pending-change.ts';
import type { ListedBy } from './risk-lists.ts';

/**
 * The statuses that filters accept. `applying` is accepted for clients of the existing service, whose changes
 * have this status for a while. Here no change ever has it, because an apply is one transaction.
 */
const filterStatuses = [...changeStatuses, 'applying'] as const;

const status = z.preprocess(
  (input) => (typeof input === 'string' ? input.toLowerCase() : input),
  laxEnum(filterStatuses),
);

const ofKinds = {
  resource_kinds: queryList(laxEnum(resourceKinds))
    .optional()
    .meta({
      description: 'Changes of models (`model_reference`), or change sets of a catalogue; any of these.',
    }),
};

const listFields = ({ names }: Categories) => ({
  statuses: queryList(status).optional().meta({ description: 'Any of these; in any case.' }),
  categories: queryList(laxEnum(names)).optional().meta({ description: 'Any of these.' }),
  ...ofKinds,
});

const pageFields = {
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
  limit: queryValue(laxInt({ ge: 1, le: 500 })).default(50),
};

const riskFields = {
  risks: queryList(laxEnum(riskLevels))
    .optional()
    .meta({ description: 'Open changes of any of these risks. At most 2,000 changes may match the rest.' }),
  sort: queryValue(laxEnum(['risk']))
    .optional()
    .meta({ description: 'The highest risk first. Default: ascending id. Bounded as `risks`.' }),
};

const narrowing = {
  batch_id: queryValue(idNumber({ ge: 1 })).optional(),
  model_name: queryValue(laxString({ min: 1, max: 200 }))
    .optional()
    .meta({ description: 'Part of the model name, in any case.' }),
  ...eachColumn((_, description) => queryList(laxString()).optional().meta({ description })),
  requestor: queryValue(laxString({ min: 1, max: 200 }))
    .optional()
    .meta({ description: 'The user id of who proposed it, or part of their username, in any case.' }),
};

export const changesQuery = (categories: Categories) =>
  laxObject({ ...listFields(categories), ...riskFields, ...narrowing, ...pageFields });

export const countsQuery = (categories: Categories) =>
  laxObject({ categories: listFields(categories).categories, ...ofKinds, ...narrowing });

export const myChangesQuery = (categories: Categories) =>
  laxObject({ ...listFields(categories), ...pageFields });

export type ListQuery = Partial<z.infer<ReturnType<typeof changesQuery>>>;

/**
 * Makes the filter of a list from its parsed query; null when the query asks only for `applying`, a status
 * that no change has.
 */
export function listedBy({
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
}: ListQuery): ListedBy | null {
  columns as Omit<typeof columns, FilterColumn> satisfies NothingLeft;
  const stored = statuses?.filter((name) => name !== 'applying');
  if (stored?.length === 0) return null;
  const name = model_name?.trim();
  const person = requestor?.trim();
  return {
    ...(stored && { statuses: stored }),
    ...(categories && { categories }),
    ...(resource_kinds && { resource_kinds }),
    ...(batch_id !== undefined && { batch_id }),
    ...(name && { model_name: name }),
    ...columns,
    ...(person && { requestor: person }),
    ...(risks && { risks }),
    ...(sort && { sort }),
  };
}

export const diffsQuery = laxObject({
  change_ids: queryList(idNumber(), { min: 1, max: 100 }).meta({
    description: 'Diffed in this order. Ids that are no change are reported beside the diffs.',
  }),
});

export const policiesQuery = laxObject({
  change_ids: queryList(idNumber(), { max: 100 })
    .default([])
    .meta({ description: 'Changes of which `not_approvable` tells whether the caller may approve them.' }),
});

const atMost = { max: limits.listedNames };

export const purgeBody = ({ names }: Categories) =>
  laxObject({
    statuses: orNull(laxArray(status, atMost)).meta({
      description: 'Any of these, in any case. Default: pending and approved.',
    }),
    categories: orNull(laxArray(laxEnum(names), atMost)).meta({
      description: 'Any of these.',
    }),
    model_name: orNull(laxString({ max: 200 })).meta({ description: 'Part of the model name, in any case.' }),
    requested_by: orNull(laxArray(laxString(), atMost)).meta({ description: 'User ids; any of these.' }),
    purge_all: laxBoolean().default(false).meta({ description: 'Needed when there is no filter.' }),
    dry_run: laxBoolean()
      .default(false)
      .meta({ description: 'Say what would be removed, and remove nothing.' }),
  }).meta({
    id: 'PurgePendingChangesRequest',
    description: 'Which changes to remove from the queue: those that match every filter.',
  });

/**
 * Makes the request of a purge from its parsed body; null when the body asks only for `applying`, a status
 * that no change has.
 */
export function purgeRequest({ statuses, ...body }: z.infer<ReturnType<typeof purgeBody>>) {
  const stored = statuses?.filter((name) => name !== 'applying') ?? [];
  if (stored.length === 0 && statuses && statuses.length > 0) return null;
  return { ...body, statuses: stored };
}

const ids = (description: string) =>
  orNull(laxArray(idNumber(), { max: limits.listedIds })).meta({ description });

export const batchBody = laxObject({
  batch_title: laxString({ min: 1, max: 120 }),
  approved_ids: ids('Changes to approve.'),
  rejected_ids: ids('Changes to reject.'),
  reject_reason: orNull(laxString({ max: 500 })).meta({ description: 'Required when rejecting.' }),
  expected_versions: orNull(z.record(z.string(), z.int())).meta({
    description:
      'Change id → the version that was looked at. When one has a newer version by now, nothing is decided (409). Changes that are not named are decided as they are.',
  }),
}).meta({
  id: 'PendingBatchRequest',
  description: 'Approves and rejects pending changes: all of them, or none.',
});

const jobId = laxString({ max: 120 });
const jobIdFacts = {
  description: 'A token that makes a retry safe: the same token answers the same and writes nothing twice.',
};

export const applyOneBody = laxObject({ job_id: orNull(jobId).meta(jobIdFacts) }).meta({
  id: 'ApplyPendingChangeRequest',
  description: 'May be left out.',
});

const newTitle = laxString({ min: 1, max: 120 });
const newTitleFacts = {
  description:
    'The title of what is applied. Default: that of the approval, which the batch was opened with.',
};

export const applyBatchQuery = laxObject({
  job_id: queryValue(jobId).optional().meta(jobIdFacts),
  batch_title: queryValue(newTitle).optional().meta(newTitleFacts),
});

const appliedId = idNumber({ ge: 1 });

const mixed = { default: false, description: 'Allow changes of several batches.' };

export const applyManyQuery = laxObject({
  change_ids: queryList(appliedId).optional(),
  job_id: queryValue(jobId).optional().meta(jobIdFacts),
  allow_mixed_batch: queryValue(laxBoolean()).optional().meta(mixed),
  batch_title: queryValue(newTitle).optional().meta(newTitleFacts),
});

export const applyManyBody = laxObject({
  change_ids: orNull(laxArray(appliedId, { max: limits.listedIds })),
  job_id: orNull(jobId).meta(jobIdFacts),
  allow_mixed_batch: orNull(laxBoolean()).meta(mixed),
  batch_title: orNull(newTitle).meta(newTitleFacts),
}).meta({
  id: 'ApplyPendingChangesRequest',
  description: 'Each field may be given in the query instead; the body wins.',
});

const comment = laxString({ min: 1, max: limits.commentLength });
export const commentBody = laxObject({ text: comment }).meta({
  id: 'CommentRequest',
  description: 'Plain text.',
});

const expected = orNull(idNumber({ ge: 1 })).meta({
  description: 'The version that is meant: when there is a newer one by now, nothing is done (409).',
});
export const requestChangesBody = laxObject({ text: comment, expected_version: expected }).meta({
  id: 'RequestChangesRequest',
  description: 'What should be otherwise.',
});
export const reviseBody = laxObject({
  record: z.record(z.string(), z.unknown()).meta({
    description: 'The whole record, as in a proposal of the API version that the change was proposed in.',
  }),
  expected_version: expected,
}).meta({ id: 'ReviseChangeRequest', description: 'A new version of a proposal.' });

export const bringBackBody = ({ names }: Categories) =>
  laxObject({
    category: laxEnum(names),
    model_name: laxString({ min: 1, max: limits.nameLength }),
  }).meta({ id: 'BringBackModelRequest', description: 'Which deleted model to propose anew.' });
