import type { Caller } from '../../kernel/caller.ts';
import type { RiskLevel, StoredChange } from './pending-change.ts';

/** What changes have in common that are decided in one call. */
export interface ReviewCall {
  readonly caller: Caller;
  /** Unix seconds. */
  readonly now: number;
  readonly title: string;
  /** What approved changes are in; null where none is. */
  readonly batchId: number | null;
  /** How risky changes are at present, by id; null or absent: not assessed. */
  readonly risks: ReadonlyMap<number, RiskLevel | null>;
}

function decided(change: StoredChange, { now, title, batchId, risks }: ReviewCall): StoredChange {
  const decided_risk = risks.get(change.change_id) ?? null;
  return { ...change, batch_id: batchId, batch_title: title, updated_at: now, decided_risk };
}

export function approvedChange(change: StoredChange, call: ReviewCall): StoredChange {
  return {
    ...decided(change, call),
    status: 'approved',
    approved_by: call.caller.userId,
    approved_username: call.caller.username,
    approved_at: call.now,
    changes_requested_by: null,
  };
}

export function rejectedChange(change: StoredChange, call: ReviewCall, reason: string): StoredChange {
  return {
    ...decided(change, call),
    status: 'rejected',
    rejected_by: call.caller.userId,
    rejected_username: call.caller.username,
    rejected_at: call.now,
    reject_reason: reason,
  };
}

/** One approval of several that it needs: it stays pending. */
export function endorsedChange(change: StoredChange, { caller, now }: ReviewCall): StoredChange {
  const approval = { user_id: caller.userId, username: caller.username, at: now };
  return { ...change, approvals: [...(change.approvals ?? []), approval], updated_at: now };
}
