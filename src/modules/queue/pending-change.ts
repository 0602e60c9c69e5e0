import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { ChangeOperation } from '../../records/enums.ts';

export const changeStatuses = ['pending', 'approved', 'applied', 'rejected'] as const;
export const changeStatus = z.enum(changeStatuses).meta({
  id: 'PendingChangeStatus',
  description: 'pending → approved → applied, or pending → rejected.',
});
export type ChangeStatus = (typeof changeStatuses)[number];

/** A queued change as the API shows it (`PendingChangeRecord`). Times are Unix seconds. */
export interface PendingChange {
  change_id: number;
  category: string;
  model_name: string;
  operation: ChangeOperation;
  /** The normalised record as submitted; for a delete, the live record at that moment. */
  payload: JsonObject | null;
  requested_by: string;
  requested_username: string;
  requested_at: number;
  status: ChangeStatus;
  notes: string | null;
  batch_id: number | null;
  batch_title: string | null;
  approved_by: string | null;
  approved_username: string | null;
  approved_at: number | null;
  rejected_by: string | null;
  rejected_username: string | null;
  rejected_at: number | null;
  reject_reason: string | null;
  applied_at: number | null;
  applied_by: string | null;
  applied_username: string | null;
  applied_job_id: string | null;
  updated_at: number;
  request_metadata: JsonObject | null;
  related_models: string[] | null;
}

/** A change as it is stored: what the API shows, and what diffs, net changes and replay need besides. */
export interface StoredChange extends PendingChange {
  /** The deployment's canonical format when the change was queued: the domain of its audit events. */
  domain: CanonicalFormat;
  /** Which of the two views `payload` has the shape of. */
  payload_format: CanonicalFormat;
  /**
   * Content hash of the live record (in `payload_format`) the change was based on; null when there was none.
   */
  base_hash: string | null;
  /**
   * The live record just before and just after the apply, in the canonical format; null when absent. Set at
   * apply.
   */
  before_state: JsonObject | null;
  after_state: JsonObject | null;
  /**
   * Id of the model's audit event written by the apply; orders the writes of a batch. Null when nothing was
   * written.
   */
  applied_event_id: number | null;
  /** Counts what its requestor has proposed under this id, from 1. */
  version: number;
  /** User id of the approver who has asked for another version; null when none has, or it is there. */
  changes_requested_by: string | null;
  /** Approvals that were not enough, in order; the last one is `approved_by`. Null: none. */
  approvals: Approval[] | null;
  /** How risky it was when it was decided; null before that, and where nobody has assessed it. */
  decided_risk: RiskLevel | null;
}

/** That somebody has approved a change, of which more approvals are needed. `at`: Unix seconds. */
export type Approval = { user_id: string; username: string; at: number };

/** A change as lists need it. */
export type ListedChange = Omit<StoredChange, 'before_state' | 'after_state'>;

/** The large part of a change, apart from what it is filtered by and followed with. */
export type ChangeBody = Pick<
  StoredChange,
  'payload' | 'notes' | 'request_metadata' | 'related_models' | 'before_state' | 'after_state'
>;
export type ChangeHead = Omit<StoredChange, keyof ChangeBody>;

export type NewChange = Omit<
  StoredChange,
  | 'change_id'
  | 'status'
  | 'batch_id'
  | 'batch_title'
  | 'approved_by'
  | 'approved_username'
  | 'approved_at'
  | 'rejected_by'
  | 'rejected_username'
  | 'rejected_at'
  | 'reject_reason'
  | 'applied_at'
  | 'applied_by'
  | 'applied_username'
  | 'applied_job_id'
  | 'updated_at'
  | 'before_state'
  | 'after_state'
  | 'applied_event_id'
  | 'version'
  | 'changes_requested_by'
  | 'approvals'
  | 'decided_risk'
>;

/** The review fields of a change before its review. */
export const unreviewed = {
  status: 'pending',
  batch_id: null,
  batch_title: null,
  approved_by: null,
  approved_username: null,
  approved_at: null,
  rejected_by: null,
  rejected_username: null,
  rejected_at: null,
  reject_reason: null,
  applied_at: null,
  applied_by: null,
  applied_username: null,
  applied_job_id: null,
  applied_event_id: null,
  changes_requested_by: null,
  approvals: null,
  decided_risk: null,
} as const;

/** How closely a change has to be looked at, the least first. */
export const riskLevels = ['low', 'look', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** A change as it is when it was just proposed. */
export function asProposed<Facts extends { readonly requested_at: number }>(facts: Facts) {
  return { ...facts, ...unreviewed, version: 1, updated_at: facts.requested_at };
}

/**
 * What the API shows of a stored change: all but what only diffs, net changes and replay need. Nulls are
 * kept.
 */
export function publicChange(stored: ListedChange): PendingChange {
  const {
    domain: _domain,
    payload_format: _format,
    base_hash: _base,
    before_state: _before,
    after_state: _after,
    applied_event_id: _event,
    version: _version,
    changes_requested_by: _asker,
    approvals: _approvals,
    decided_risk: _risk,
    ...shown
  }: ListedChange & Partial<StoredChange> = stored;
  return shown;
}

/**
 * That somebody speaks of the version that is there.
 * @throws RegistryError `conflict`
 */
export function expectVersion(
  { change_id, version }: Pick<StoredChange, 'change_id' | 'version'>,
  expected: number | null | undefined,
): void {
  if (expected === undefined || expected === null || expected === version) return;
  throw new RegistryError(
    'conflict',
    `Change ${change_id} has version ${version} by now, and this was said of version ${expected}: look at it again.`,
  );
}
