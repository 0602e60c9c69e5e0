import type { JsonObject } from '../../../kernel/json.ts';
import { approver, image, requestor, updatedAt } from './records.ts';

export const title = 'January clean-up';
export const batchId = 17;
export const changeId = 1042;
export const commentId = 3111;
const jobId = 'apply-17-cc103b6bb3164512b33a731f6e971d67';

const description = 'Stable Diffusion 1.5, in the packing of its new home.';
export const after = { ...image.record, description };
const differences = (from: JsonObject, to: JsonObject) => [
  {
    field_path: 'description',
    old_value: from.description,
    new_value: to.description,
    change_type: 'modified',
  },
];
export const fieldDiffs = differences(image.record, after);

const about = { category: 'image_generation', model_name: image.record.name, operation: 'update' };

export const pending = {
  change_id: changeId,
  ...about,
  payload: after,
  requested_by: requestor.id,
  requested_username: requestor.username,
  requested_at: updatedAt,
  status: 'pending',
  updated_at: updatedAt,
  request_metadata: { route: 'update_v2_image_generation' },
};
const approved = {
  ...pending,
  status: 'approved',
  batch_id: batchId,
  batch_title: title,
  approved_by: approver.id,
  approved_username: approver.username,
  approved_at: updatedAt + 1800,
  updated_at: updatedAt + 1800,
};
const applied = {
  ...approved,
  status: 'applied',
  applied_at: updatedAt + 3600,
  applied_by: approver.id,
  applied_username: approver.username,
  applied_job_id: jobId,
  updated_at: updatedAt + 3600,
};

const waited = { count: 11, median: 7200, p90: 90_000, longest: 172_800 };
const noneWaited = { count: 0, median: null, p90: null, longest: null };

const proposal = (from: JsonObject, to: JsonObject) => ({
  ...about,
  current_state: from,
  proposed_state: to,
  net_operation: 'modified',
  field_diffs: differences(from, to),
  counterpart_diffs: differences(from, to),
  is_critical: false,
  critical_fields: [],
  fields_added: [],
  fields_removed: [],
  fields_modified: ['description'],
});
const changeDiff = {
  change_id: changeId,
  ...proposal(image.record, after),
  stale: false,
  changed_since: null,
  findings: [],
};
const dryRun = { diff: proposal(image.record, after), findings: [] };
/** What undoes the change. */
export const undoing = { diff: proposal(after, image.record), findings: [] };

const comment = {
  event_id: commentId,
  timestamp: updatedAt + 600,
  action: 'comment',
  user_id: approver.id,
  username: approver.username,
  text: 'Where does the checksum come from? https://example.org/weights',
  edited_at: null,
  deleted: false,
  version: null,
  batch_id: null,
};

export const queueExamples: Readonly<Record<string, unknown>> = {
  CommentRequest: { text: comment.text },
  ConversationEntry: comment,
  ActivityPage: {
    items: [
      {
        event_id: commentId,
        at: updatedAt + 600,
        user_id: approver.id,
        username: approver.username,
        action: 'comment',
        change_id: changeId,
        batch_id: null,
        category: 'image_generation',
        model_name: image.record.name,
        group_entry: null,
      },
    ],
    next_cursor: null,
  },
  PersonActivity: {
    user_id: requestor.id,
    username: requestor.username,
    proposals: {
      total: 12,
      looked_at: 12,
      by_status: { pending: 1, approved: 0, applied: 9, rejected: 2 },
      withdrawn: 1,
      until_decided: waited,
      until_applied: { ...waited, count: 9 },
    },
    deeds: { looked_at: 17, by_action: { enqueue: 12, comment: 4, withdraw: 1 } },
  },
  DecisionTimes: {
    looked_at: 12,
    months: [{ month: '2026-11', approved: waited, rejected: noneWaited, withdrawn: noneWaited }],
    risks: [{ risk: 'low', approved: waited, rejected: noneWaited, withdrawn: noneWaited }],
    pending: { count: 1, median: 5400, p90: 5400, longest: 5400 },
  },
  InboxPage: {
    items: [
      {
        id: `${commentId}-${changeId}`,
        event_id: commentId,
        change_id: changeId,
        kind: 'comment',
        because: 'requested',
        at: updatedAt + 600,
        actor_id: approver.id,
        actor_username: approver.username,
        category: 'image_generation',
        model_name: image.record.name,
        operation: 'update',
        excerpt: 'Is the new home the one of its makers?',
        read_at: null,
        status: 'pending',
        risk: 'low',
      },
    ],
    next_cursor: null,
    unread: { total: 1, by_kind: { comment: 1 } },
  },
  InboxReadRequest: { ids: [`${commentId}-${changeId}`] },
  InboxMarked: { marked: 1, unread: { total: 0, by_kind: {} } },
  ConversationResponse: {
    change_id: changeId,
    status: 'pending',
    version: 1,
    changes_requested_by: null,
    entries: [
      {
        ...comment,
        event_id: 3107,
        timestamp: updatedAt,
        action: 'enqueue',
        user_id: requestor.id,
        username: requestor.username,
        text: null,
        version: 1,
      },
      comment,
    ],
    versions: [{ version: 1, event_id: 3107, proposed_at: updatedAt, payload: after, field_diffs: [] }],
  },
  RequestChangesRequest: { text: 'Please name the address of the file itself.', expected_version: 1 },
  ReviseChangeRequest: { record: after, expected_version: 1 },
  BringBackModelRequest: { category: about.category, model_name: about.model_name },
  PendingChangeRecord: pending,
  PendingQueuePage: {
    items: [
      {
        ...pending,
        stale: false,
        findings: [],
        net_operation: 'modified',
        critical_fields: [],
        changed_fields: ['description'],
        changed_field_count: 1,
        open_changes_of_model: [],
      },
    ],
    total: 1,
    offset: 0,
    limit: 50,
  },
  PendingChangeDiff: changeDiff,
  PendingChangeDiffPage: {
    diffs: [changeDiff],
    total: 2,
    errors: [{ change_id: 999, error: 'Change not found', error_type: 'NotFound' }],
  },
  DryRunResponse: { dry_run: true, ...dryRun },
  DryRunsResponse: { dry_run: true, changes: [dryRun] },
  PendingBatchRequest: {
    batch_title: title,
    approved_ids: [changeId],
    rejected_ids: [1043],
    reject_reason: 'The download is no longer there.',
  },
  PendingBatchResult: {
    batch_id: batchId,
    batch_title: title,
    approved: [approved],
    rejected: [],
  },
  ApplyPendingChangeRequest: { job_id: jobId },
  ApplyPendingChangesRequest: { change_ids: [changeId], job_id: jobId, allow_mixed_batch: false },
  ApplySingleChangeResponse: { record: applied, batch_split_occurred: false },
  ApplyPendingChangesResponse: {
    applied_change_ids: [changeId],
    failed_change_ids: [],
    applied: [applied],
    batch_split_occurred: false,
  },
  PurgePendingChangesRequest: {
    statuses: ['rejected'],
    categories: ['image_generation'],
    dry_run: true,
  },
  PurgePendingChangesResponse: { removed_count: 1, removed_change_ids: [1043], dry_run: true },
};

/** What `apply` answers when it stops at a change. */
export const stoppedApply = {
  applied_change_ids: [],
  failed_change_ids: [changeId],
  applied: [],
  failed_change_id: changeId,
  failed_error: `Change ${changeId} is not approved (status=pending).`,
  failed_error_type: 'PendingChangeStateError',
  batch_split_occurred: false,
};
