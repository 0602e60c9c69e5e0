import { formerNames } from '../../records/lifecycle.ts';
import { viewsOf } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore } from '../audit/index.ts';
import { formerNameOf, isModelEvent, readEvent } from './model-events.ts';
import type { ModelRow } from './tables.ts';

/** A model, identified by its name at the time of an event. */
export interface NamedModel {
  readonly category: string;
  readonly model_name: string;
  /** The id of the event. */
  readonly sinceEventId: number;
}

/** The current name of a model, and changes to it since an event. */
export interface FollowedModel {
  readonly name: string;
  /**
   * The former name of another model, if that model was renamed to `name` after `name` became free; null
   * otherwise.
   */
  readonly otherFormerName: string | null;
  /** Whether a model called `name` was created since the event, other than by a rename. */
  readonly isRecreated: boolean;
}

/**
 * Follows a model through its renames since an event. If the model was deleted and later a model was created
 * under the same name, both count as the same model. If instead another model was renamed to that name, they
 * count as different models.
 */
export async function followModel(
  reader: Tx,
  { category, model_name, sinceEventId }: NamedModel,
): Promise<FollowedModel> {
  let [name, afterEventId, isRecreated] = [model_name, sinceEventId, false];
  for (;;) {
    let renameEvent: AuditEvent | null = null;
    const events = await auditStore(reader).creationsAndDeletions(category, [name], afterEventId);
    for (const { event_id, operation } of events) {
      if (operation === 'delete') {
        renameEvent = await findRenameAfter(reader, event_id, { category, name });
        if (renameEvent) break;
        continue;
      }
      const creationEvent = await readEvent(reader, event_id);
      if (!creationEvent || !isModelEvent(creationEvent)) continue;
      const otherFormerName = formerNameOf(creationEvent);
      if (otherFormerName !== null) return { name, otherFormerName: otherFormerName, isRecreated };
      isRecreated = true;
    }
    if (!renameEvent) return { name, otherFormerName: null, isRecreated };
    [name, afterEventId, isRecreated] = [renameEvent.model_name, renameEvent.event_id, false];
  }
}

/**
 * Returns the event directly after the deletion event if it creates the model under a new name; null
 * otherwise.
 */
async function findRenameAfter(
  reader: Tx,
  deletion: number,
  { category, name }: { readonly category: string; readonly name: string },
): Promise<AuditEvent | null> {
  const nextEvent = await readEvent(reader, deletion + 1);
  const isOfModel = nextEvent?.category === category && isModelEvent(nextEvent);
  return isOfModel && formerNameOf(nextEvent) === name ? nextEvent : null;
}

/** Maps the former names in these models' records to their current names. */
export function indexFormerNames(rows: readonly ModelRow[]): ReadonlyMap<string, string> {
  const renamedRows = rows.filter(({ v2 }) => v2.includes('"renamed_from":['));
  return new Map(
    renamedRows.flatMap((row) =>
      formerNames(viewsOf(row).v2).map((formerName) => [formerName, row.name] as const),
    ),
  );
}
