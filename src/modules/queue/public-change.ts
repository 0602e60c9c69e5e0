import type { ListedChange, PendingChange, StoredChange } from './pending-change.ts';

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
