import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { type AuditEvent, type AuditOperation, type NewAuditEvent, newEvent } from '../audit/index.ts';
import type { QueueAct } from '../queue/index.ts';

/**
 * The stored form of each kind of entry about groups of text models. A group has at most one alias entry and
 * at most one naming schema. A family has one family entry.
 */
export type GroupEntries = {
  alias: { canonical: string; aliases: string[] };
  family: { family_name: string; members: string[] };
  name_schema: { group_name: string; schema: JsonObject };
};
export type GroupEntryKind = keyof GroupEntries;

/**
 * A write of an entry about groups. `before` is null when the write created the entry, `after` when it
 * deleted it.
 */
export interface GroupEntryWrite<Kind extends GroupEntryKind = GroupEntryKind> {
  readonly kind: Kind;
  /** The name of the canonical group (of aliases), of the family, or of the group that has the schema. */
  readonly name: string;
  readonly before: GroupEntries[Kind] | null;
  readonly after: GroupEntries[Kind] | null;
}

const category = 'text_generation';
export const groupEntryKinds = ['alias', 'family', 'name_schema'] as const satisfies GroupEntryKind[];
const kinds: readonly string[] = groupEntryKinds;

/**
 * Makes the audit event for a write of an entry about groups. `payload.group_entry` states the kind of the
 * entry. It tells the event from one about a model, which may have the same name. `before` and `after` are
 * the whole entry, so that entries can be rebuilt from their events.
 */
export function groupEvent({ kind, name, before, after }: GroupEntryWrite, act: QueueAct): NewAuditEvent {
  return newEvent({
    timestamp: act.now,
    domain: act.domain,
    category,
    model_name: name,
    operation: operationOf(before, after),
    logical_user_id: act.actor.userId,
    request_id: null,
    payload: {
      group_entry: kind,
      ...(before && { before: { ...before } }),
      ...(after && { after: { ...after } }),
      username: act.actor.username,
    },
  });
}

/** Gives the write that a group event describes; null when the event is about something else. */
export function groupWriteOf(
  event: Pick<AuditEvent, 'category' | 'model_name' | 'payload'>,
): GroupEntryWrite | null {
  const kind = event.payload?.group_entry;
  if (event.category !== category || typeof kind !== 'string' || !kinds.includes(kind)) return null;
  const entry = (state: 'before' | 'after') => {
    const value = event.payload?.[state];
    return isJsonObject(value) ? (value as GroupEntries[GroupEntryKind]) : null;
  };
  return {
    kind: kind as GroupEntryKind,
    name: event.model_name,
    before: entry('before'),
    after: entry('after'),
  };
}

function operationOf(before: object | null, after: object | null): AuditOperation {
  if (after === null) return 'delete';
  return before === null ? 'create' : 'update';
}

/** An entry about groups, rebuilt from events, and the id of the last event that wrote it. */
export interface ReplayedEntry {
  readonly entry: GroupEntries[GroupEntryKind];
  readonly event_id: number;
}

/** Rebuilds the entries about groups of text models from their events. */
export class GroupReplay {
  readonly entries: Readonly<Record<GroupEntryKind, Map<string, ReplayedEntry>>> = {
    alias: new Map(),
    family: new Map(),
    name_schema: new Map(),
  };

  /**
   * Applies the next event about a group. Returns null, or what is wrong with the event, worded to follow a
   * subject such as `event 12`.
   */
  take(event: AuditEvent): string | null {
    const write = groupWriteOf(event);
    if (!write) return `is about an entry of groups of ${event.category} that there cannot be`;
    if (write.after)
      this.entries[write.kind].set(write.name, { entry: write.after, event_id: event.event_id });
    else this.entries[write.kind].delete(write.name);
    return null;
  }
}
