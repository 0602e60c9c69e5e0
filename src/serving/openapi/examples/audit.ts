import { after, batchId, changeId, fieldDiffs, pending, title, undoing } from './queue.ts';
import { approver, image, requestor, updatedAt } from './records.ts';

const enqueued = {
  event_id: 3107,
  timestamp: updatedAt,
  action: 'enqueue',
  logical_user_id: requestor.id,
  payload: { change_id: changeId, operation: 'update', category: 'image_generation' },
};
const waiting = {
  change_id: changeId,
  status: 'pending',
  operation: 'update',
  category: 'image_generation',
  model_name: image.record.name,
  requested_by: requestor.id,
  requested_at: updatedAt,
  approved_by: null,
  approved_at: null,
  rejected_by: null,
  rejected_at: null,
  reject_reason: null,
  applied_by: null,
  applied_at: null,
  applied_job_id: null,
  batch_id: null,
  batch_title: null,
  events: [enqueued],
};
const approved = {
  ...waiting,
  status: 'approved',
  approved_by: approver.id,
  approved_at: updatedAt + 1800,
  batch_id: batchId,
  batch_title: title,
  events: [
    enqueued,
    {
      event_id: 3110,
      timestamp: updatedAt + 1800,
      action: 'approve',
      logical_user_id: approver.id,
      payload: { change_id: changeId, batch_id: batchId, batch_title: title },
    },
  ],
};
const batch = {
  batch_id: batchId,
  batch_title: title,
  approved_by: approver.id,
  approved_at: updatedAt + 1800,
  applied_at: null,
  approved_change_count: 1,
  rejected_change_count: 0,
  applied_change_count: 0,
  total_change_count: 1,
  last_event_id: 3110,
};
const generated_at = updatedAt + 7200;
const revert = { batch_id: batchId, skipped: [], changed_since: [] };

const event = {
  event_id: 3112,
  cursor: '3112-06de52277874757c',
  timestamp: updatedAt + 3600,
  category: 'image_generation',
  model_name: image.record.name,
  operation: 'update',
  v2: after,
  legacy: { ...image.legacy, description: after.description },
  v2_hash: '1d184c5541bb54243eff1c16ca91edb77979b143e8688c42504f2d4e49b00f69',
  legacy_hash: '5f57f48cc79ac1262ed08feb40987ab6c4eaa4ae5407287888a788aad36a8f9e',
};

/** Answers that are text, by operation. */
export const textAnswers: Readonly<Record<string, string>> = {
  stream_v2_feed: `id: ${event.cursor}\nevent: model\ndata: ${JSON.stringify(event)}\n\n`,
  stream_inbox_model_references_v1_pending_queue_inbox_stream_get: 'event: inbox\ndata: {"unread":3}\n\n',
  stream_inbox_model_references_v2_pending_queue_inbox_stream_get: 'event: inbox\ndata: {"unread":3}\n\n',
  read_audit_checkpoint:
    'log.example/registry\n3112\nHRhMVUG7VCQ+/xwWypHtt3l5sUPohoxCUE8tTkmwD2k=\n\n— log.example/registry i3+Q/AvuCrw2iYk0hZ6m1bqTq0mC0n1VdLsyc0l9rG0wQz7m5nqfCkKJb2o8c0dB6VwHkXyZt3uJ4i5s6r7Q8pDxFgs=\n',
  read_audit_checkpoint_key: 'log.example/registry+8b7fc90f+AcFYih7NXlcniVu7YVoODqh7+yFSJjm+oIVV7ztqF4XG\n',
};

export const auditExamples: Readonly<Record<string, unknown>> = {
  PendingQueueAuditCurrentResponse: {
    domain: 'v2',
    pending_changes: [waiting],
    total_pending: 1,
    generated_at,
  },
  PendingQueueAuditBatchPage: { domain: 'v2', batches: [batch], next_cursor: null },
  PendingQueueAuditBatchDetail: { ...batch, changes: [approved] },
  BatchNetChangeResponse: {
    batch_id: batchId,
    batch_title: title,
    domain: 'v2',
    model_changes: [
      {
        model_name: image.record.name,
        category: 'image_generation',
        net_operation: 'modified',
        before_state: image.record,
        after_state: after,
        field_diffs: fieldDiffs,
        counterpart_diffs: fieldDiffs,
        is_critical: false,
        critical_fields: [],
      },
    ],
    models_added: 0,
    models_modified: 1,
    models_deleted: 0,
    models_unchanged: 0,
    total_field_changes: 1,
    has_critical_changes: false,
    generated_at,
  },
  ModelHistoryPage: {
    items: [
      {
        event_id: 3112,
        timestamp: updatedAt + 3600,
        operation: 'update',
        change_id: changeId,
        batch_id: batchId,
        batch_title: title,
        requested_by: requestor.id,
        requested_username: requestor.username,
        applied_by: approver.id,
        applied_username: approver.username,
        field_diffs: fieldDiffs,
      },
    ],
    limit: 20,
    next_cursor: null,
  },
  RevertBatchResponse: { ...revert, queued: [{ ...pending, change_id: 1051, payload: image.record }] },
  RevertBatchDryRunResponse: { ...revert, dry_run: true, changes: [undoing] },
  FeedPage: {
    events: [event],
    file_verdicts: [],
    next: event.cursor,
    head: event.cursor,
    has_more: false,
  },
};
