import { z } from 'zod';
import { fieldDiff } from '../../records/diff.ts';
import { canonicalFormat, changeOperation, netChangeType, storedCategory } from '../../records/enums.ts';
import { jsonObject } from '../../records/json-object.ts';
import { changeActions } from '../audit/index.ts';
import { changeStatus, queuePayload } from '../queue/index.ts';
import {
  counterpartDiffsShape,
  criticalFieldList,
  dryRunsFields,
  pendingChangeRecord,
} from '../queue/shapes.ts';

const record = jsonObject.nullable();

const text = z.string().nullable();
const whole = z.int().nullable();
const seconds = z.int().meta({ description: 'Unix seconds, UTC.' });

const auditEvent = z
  .object({
    event_id: z.int(),
    timestamp: seconds,
    action: z.enum(changeActions),
    logical_user_id: z.string().meta({ description: 'User id of the actor.' }),
    payload: queuePayload,
  })
  .meta({ id: 'PendingQueueAuditEvent', description: 'An audit event of a change.' });

export const auditChange = z
  .object({
    change_id: z.int(),
    status: changeStatus,
    operation: changeOperation,
    category: storedCategory,
    model_name: z.string(),
    requested_by: z.string(),
    requested_at: seconds,
    approved_by: text,
    approved_at: whole,
    rejected_by: text,
    rejected_at: whole,
    reject_reason: text,
    applied_by: text,
    applied_at: whole,
    applied_job_id: text,
    batch_id: whole,
    batch_title: text,
    events: z.array(auditEvent).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'PendingQueueAuditChange', description: 'A change and its audit events.' });

/**
 * A batch as the audit views show it. A purged change is counted under the status that it had before the
 * purge.
 */
export type BatchSummary = z.infer<typeof batchSummary>;

const summary = {
  batch_id: z.int(),
  batch_title: text.meta({ description: 'Title given with the first approval.' }),
  approved_by: text.meta({ description: 'User id of the first approver.' }),
  approved_at: whole,
  applied_at: whole.meta({ description: 'Time of the latest apply.' }),
  approved_change_count: z.int().meta({ description: 'Number of approved changes, including applied ones.' }),
  rejected_change_count: z.int(),
  applied_change_count: z.int(),
  total_change_count: z.int(),
  last_event_id: z.int(),
};

const batchSummary = z.object(summary).meta({
  id: 'PendingQueueAuditBatchSummary',
  description: 'A batch. Purged changes count with their last status.',
});

export const auditCurrentResponse = z
  .object({
    domain: canonicalFormat,
    pending_changes: z.array(auditChange).meta({ description: 'Ordered by time, latest first.' }),
    total_pending: z.int().meta({ description: 'Number of pending changes on all pages.' }),
    generated_at: seconds,
  })
  .meta({ id: 'PendingQueueAuditCurrentResponse', description: 'The pending changes.' });

export const auditBatchPage = z
  .object({
    domain: canonicalFormat,
    batches: z.array(batchSummary),
    next_cursor: whole.meta({ description: 'Cursor of the next page; null on the last page.' }),
  })
  .meta({ id: 'PendingQueueAuditBatchPage', description: 'One page of batches, newest first.' });

export const auditBatchDetail = z
  .object({
    ...summary,
    changes: z.array(auditChange).meta({ description: 'A page of the changes, by ascending id.' }),
  })
  .meta({ id: 'PendingQueueAuditBatchDetail', description: 'A batch and its changes.' });

const modelNetChange = z
  .object({
    model_name: z.string(),
    category: storedCategory,
    net_operation: netChangeType,
    before_state: record.meta({ description: 'The record before the first write of the batch.' }),
    after_state: record.meta({ description: 'The record after the last write of the batch.' }),
    field_diffs: z.array(fieldDiff),
    counterpart_diffs: counterpartDiffsShape,
    is_critical: z.boolean(),
    critical_fields: criticalFieldList,
  })
  .meta({ id: 'ModelNetChange', description: 'Net change of one model by a batch.' });

export const batchNetChangeResponse = z
  .object({
    batch_id: z.int(),
    batch_title: text,
    domain: canonicalFormat,
    model_changes: z.array(modelNetChange),
    models_added: z.int(),
    models_modified: z.int(),
    models_deleted: z.int(),
    models_unchanged: z.int(),
    total_field_changes: z.int(),
    has_critical_changes: z.boolean(),
    generated_at: seconds,
  })
  .meta({ id: 'BatchNetChangeResponse', description: 'Net changes of a batch, by model.' });

const historyEntry = z
  .object({
    event_id: z.int(),
    timestamp: seconds,
    operation: changeOperation,
    change_id: whole.meta({
      description: 'Null if the write was not a queued change, for example an import.',
    }),
    batch_id: whole,
    batch_title: text,
    requested_by: text.meta({ description: 'User id.' }),
    requested_username: text,
    applied_by: z.string().meta({ description: 'User id; `import` for an import.' }),
    applied_username: text,
    field_diffs: z
      .array(fieldDiff)
      .nullable()
      .meta({ description: 'Changed fields of the v2 record. Null if the previous record is unknown.' }),
  })
  .meta({ id: 'ModelHistoryEntry', description: 'One write of a live record.' });
export type HistoryEntry = z.infer<typeof historyEntry>;

export const historyPage = z
  .object({
    items: z.array(historyEntry).meta({ description: 'Ordered by time, newest first.' }),
    limit: z.int(),
    next_cursor: whole.meta({ description: 'Cursor of the next page; null on the last page.' }),
  })
  .meta({ id: 'ModelHistoryPage', description: 'A page of the history of a model.' });

const revertNote = z
  .object({ category: storedCategory, model_name: z.string(), reason: z.string() })
  .meta({ id: 'RevertNote', description: 'A note on a model of the batch.' });
const revertNotes = (description: string) => z.array(revertNote).meta({ description });

const revertFacts = {
  batch_id: z.int(),
  skipped: revertNotes('Skipped models, and why.'),
  changed_since: revertNotes('Models written again since the batch: the revert undoes those writes as well.'),
};

export const revertResponse = z
  .object({ ...revertFacts, queued: z.array(pendingChangeRecord) })
  .meta({ id: 'RevertBatchResponse', description: 'The queued changes that revert the batch.' });

export const revertDryRunResponse = z.object({ ...revertFacts, ...dryRunsFields }).meta({
  id: 'RevertBatchDryRunResponse',
  description: 'The changes that a revert would queue. Nothing was queued.',
});

const atEnd = 'at the end of the day';
const duration = z.int().meta({ description: 'Seconds.' });
export const registryTrends = z
  .object({
    files: z.int().meta({ description: 'Files of live models now.' }),
    days: z.array(
      z.object({
        date: z.string().meta({ description: 'UTC, `2026-01-31`.' }),
        models: z.int().meta({ description: `Live models ${atEnd}.` }),
        added: z.int().meta({ description: 'Models created. A rename is one created and one deleted.' }),
        deleted: z.int().meta({ description: 'Models deleted.' }),
        waiting: z.int().meta({ description: `Pending changes ${atEnd}.` }),
        applied: z.int().meta({ description: 'Changes applied.' }),
        rejected: z.int().meta({ description: 'Changes rejected; not those withdrawn.' }),
        wait: z.object({ low: duration, median: duration, high: duration }).nullable().meta({
          description:
            'Time from proposal to decision, over the decisions of the seven days up to this one: 5th, 50th and 95th percentile. Null without decisions.',
        }),
        verified_files: z
          .int()
          .meta({ description: 'Files verified now whose verdict dates from this day or earlier.' }),
      }),
    ),
  })
  .meta({ id: 'RegistryTrends', description: 'Daily figures of the registry and its queue.' });
