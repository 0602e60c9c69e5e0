import { z } from 'zod';
import { formatIssues } from '../../kernel/issues-text.ts';
import { jsonObject } from '../../records/json-object.ts';
import { type AuditEvent, type AuditOperation, type NewAuditEvent, newEvent } from '../audit/index.ts';
import type { QueueAct } from '../queue/index.ts';

/**
 * The schemas of the stored entries about groups of text models, by kind. A group has at most one alias entry
 * and at most one naming schema. A family has one family entry.
 */
const entrySchemas = {
  alias: z.strictObject({ canonical: z.string(), aliases: z.array(z.string()) }),
  family: z.strictObject({ family_name: z.string(), members: z.array(z.string()) }),
  name_schema: z.strictObject({
    group_name: z.string(),
    schema: jsonObject,
  }),
} as const;
export type GroupEntryKind = keyof typeof entrySchemas;
export type GroupEntries = { [Kind in GroupEntryKind]: z.infer<(typeof entrySchemas)[Kind]> };

/** A write of an entry about groups. `before` is null for a creation, `after` for a deletion. */
export interface GroupEntryWrite<Kind extends GroupEntryKind = GroupEntryKind> {
  readonly kind: Kind;
  /**
   * The name of the entry: the canonical group for aliases, the name of a family, or the group that has the
   * schema.
   */
  readonly name: string;
  readonly before: GroupEntries[Kind] | null;
  readonly after: GroupEntries[Kind] | null;
}

const category = 'text_generation';

/** The schema of an event's payload. It omits the author of the write. */
const writeSchema = z.discriminatedUnion('group_entry', [
  createWriteSchema('alias', entrySchemas.alias),
  createWriteSchema('family', entrySchemas.family),
  createWriteSchema('name_schema', entrySchemas.name_schema),
]);

function createWriteSchema<const Kind extends GroupEntryKind, Entry extends z.ZodObject>(
  kind: Kind,
  entry: Entry,
) {
  return z.object({
    group_entry: z.literal(kind),
    before: entry.optional(),
    after: entry.optional(),
  });
}

/**
 * Creates the audit event for a write of an entry about groups. `payload.group_entry` states the kind of the
 * entry. It distinguishes the event from one about a model, which may have the same name. `before` and
 * `after` are the whole entry, so that entries can be rebuilt from their events.
 */
export function groupEvent({ kind, name, before, after }: GroupEntryWrite, act: QueueAct): NewAuditEvent {
  return newEvent({
    timestamp: act.now,
    domain: act.domain,
    category,
    model_name: name,
    operation: determineOperation(before, after),
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

/**
 * Parses the write recorded by a group event. If that fails, `problem` is the reason: a predicate whose
 * subject is the event, such as `is about …`.
 */
export function parseGroupWrite(
  event: Pick<AuditEvent, 'category' | 'model_name' | 'payload'>,
): GroupEntryWrite | { readonly problem: string } {
  if (event.category !== category)
    return { problem: `is about a group entry of ${event.category}; allowed: ${category}` };
  const parsed = writeSchema.safeParse(event.payload);
  if (!parsed.success)
    return { problem: `cannot be read as a write about groups: ${formatIssues(parsed.error, 'payload')}` };
  const { group_entry: kind, before = null, after = null } = parsed.data;
  return { kind, name: event.model_name, before, after };
}

function determineOperation(before: object | null, after: object | null): AuditOperation {
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
   * Applies the next event about a group. Returns the problem of the event, as a predicate whose subject is
   * the event; null when there is none.
   */
  take(event: AuditEvent): string | null {
    const write = parseGroupWrite(event);
    if ('problem' in write) return write.problem;
    if (write.after)
      this.entries[write.kind].set(write.name, { entry: write.after, event_id: event.event_id });
    else this.entries[write.kind].delete(write.name);
    return null;
  }
}
