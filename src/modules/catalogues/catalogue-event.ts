import { z } from 'zod';
import { formatIssues } from '../../kernel/issues-text.ts';
import { isJsonObject, type JsonObject, omitUndefined } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { type AuditEvent, catalogueCategory, type NewAuditEvent, newEvent } from '../audit/index.ts';
import { type Catalogue, type CatalogueKind, catalogueKinds, type EntryWrite } from './catalogue.ts';

/** Facts common to all events of one catalogue write. */
export interface CatalogueAct {
  readonly domain: CanonicalFormat;
  /** Unix seconds. */
  readonly now: number;
  readonly actor: { readonly userId: string; readonly username: string };
  /** The id of the job that applied the change; null if the write did not apply a change. */
  readonly jobId: string | null;
  /** The change whose change set was applied; null if there is none. */
  readonly change: { readonly change_id: number; readonly batch_id: number | null } | null;
}

// Entries are not copied, because the order of their keys matters.
const entry = z.custom<JsonObject>(isJsonObject, 'expected an object');

/** The stored payload of an event about a catalogue entry. The order of the keys is that of the payload. */
const storedFacts = z.object({
  catalogue: z.enum(catalogueKinds),
  section: z.string(),
  /** The revision and the update time of the catalogue after the write. */
  revision: z.int(),
  updated_at: z.int().nullable(),
  before: entry.optional(),
  after: entry.optional(),
  username: z.string(),
  change_id: z.int().optional(),
  batch_id: z.int().optional(),
});

/** Creates the audit event for a write to one entry. */
export function createEntryEvent(
  kind: CatalogueKind,
  { section, name, before, after }: EntryWrite,
  { revision, updated_at }: Pick<Catalogue, 'revision' | 'updated_at'>,
  { domain, now, actor, jobId, change }: CatalogueAct,
): NewAuditEvent {
  const facts: z.input<typeof storedFacts> = {
    catalogue: kind,
    section,
    revision,
    updated_at,
    ...(before && { before }),
    ...(after && { after }),
    username: actor.username,
    ...(change && { change_id: change.change_id, batch_id: change.batch_id ?? undefined }),
  };
  return newEvent({
    timestamp: now,
    domain,
    category: catalogueCategory,
    model_name: name,
    operation: before === null ? 'create' : after === null ? 'delete' : 'update',
    logical_user_id: actor.userId,
    request_id: jobId,
    payload: omitUndefined(facts),
  });
}

/** An event about a catalogue entry, as read from the audit trail. */
export interface EntryEvent extends EntryWrite {
  readonly event_id: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly kind: CatalogueKind;
  readonly revision: number;
  readonly updated_at: number | null;
  readonly user_id: string;
  readonly username: string;
  readonly change_id: number | null;
  readonly batch_id: number | null;
}

/**
 * Parses a catalogue event. If it cannot be parsed, returns the reason in `problem`. The reason completes a
 * sentence that begins with the event, such as `event 5 …`.
 */
export function parseEntryEvent(event: AuditEvent): EntryEvent | { readonly problem: string } {
  const parsed = storedFacts.safeParse(event.payload);
  if (!parsed.success)
    return { problem: `cannot be read as a write of a catalogue: ${formatIssues(parsed.error, 'payload')}` };
  const { catalogue: kind, before = null, after = null, change_id, batch_id, ...facts } = parsed.data;
  if (before === null && after === null)
    return { problem: 'must have the entry of a catalogue before or after the write, or both' };
  return {
    ...facts,
    kind,
    name: event.model_name,
    before,
    after,
    event_id: event.event_id,
    timestamp: event.timestamp,
    user_id: event.logical_user_id,
    change_id: change_id ?? null,
    batch_id: batch_id ?? null,
  };
}
