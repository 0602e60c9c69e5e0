import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { diffRecords, type FieldDiff } from '../../records/diff.ts';
import type { AuditEvent } from '../audit/index.ts';
import { saidOf } from './change-steps.ts';
import type { StoredChange } from './pending-change.ts';

/** What a requestor has proposed under one id. */
export type ChangeVersion = {
  version: number;
  event_id: number;
  /** Unix seconds. */
  proposed_at: number;
  payload: JsonObject | null;
  /** What differs from the version before; none of the first. */
  field_diffs: FieldDiff[];
};

/** The versions that the events of a change tell of, ascending. */
export function versionsOf(events: readonly AuditEvent[]): ChangeVersion[] {
  const versions: ChangeVersion[] = [];
  for (const event of events) {
    if (event.action !== 'enqueue' && event.action !== 'revise') continue;
    const { payload: said } = saidOf(event);
    const payload = isJsonObject(said) ? said : null;
    const before = versions.at(-1);
    versions.push({
      version: versions.length + 1,
      event_id: event.event_id,
      proposed_at: event.timestamp,
      payload,
      field_diffs: before ? diffRecords(before.payload, payload) : [],
    });
  }
  return versions;
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
