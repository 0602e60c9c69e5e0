import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { categoryOf } from '../../records/categories/index.ts';
import { createShownRecord, formatOf, type ModelViews } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import {
  isModelEvent,
  modelStore,
  readEvent,
  readFormerPlace,
  readLatestModelEvents,
  readViewsBeforeEvent,
} from '../catalog/index.ts';
import type { FormerPlace } from './live-record.ts';
import type { ListedChange } from './pending-change.ts';
import type { Proposal } from './proposals.ts';
import { readNewName } from './rename.ts';
import { createRestoreMetadata, readRestoredEventId } from './request-metadata.ts';

/** Limits on the events that `findRestoredPlace` reads in one page. */
const pageLimits = { rows: 50, bytes: 1024 * 1024 };

/**
 * Returns both views of the earlier state to which a change restores its model. Null when the change restores
 * nothing, or when the audit trail lacks that state. A change that reverts a rename also renames the model.
 * It restores a state that the model had under the name to which it returns.
 */
export async function readRestoredViews(reader: Tx, change: ListedChange): Promise<ModelViews | null> {
  const id = readRestoredEventId(change);
  const event = id === null ? null : await readEvent(reader, id);
  const name = readNewName(change) ?? change.model_name;
  if (event?.category !== change.category || event.model_name !== name) return null;
  return (await readViewsBeforeEvent(reader, event)) ?? null;
}

/**
 * Returns the place in its category to which a restored model returns. This is the place that the model left
 * at its first deletion after the restored state. Null when the audit trail lacks the deletion or the place,
 * or when another model occupies the place. If the model was renamed, the model with the new name occupies
 * it.
 */
export async function findRestoredPlace(reader: Tx, change: ListedChange): Promise<FormerPlace | null> {
  const { category, model_name } = change;
  const restoredId = readRestoredEventId(change);
  let after = restoredId === null ? Number.MAX_SAFE_INTEGER : restoredId - 1;
  for (;;) {
    const { events } = await auditStore(reader).page({ category, model_name, after }, pageLimits);
    const deletion = events.find((event) => isModelEvent(event) && event.operation === 'delete');
    const lastEvent = events.at(-1);
    if (deletion) return findFormerPlace(reader, category, readFormerPlace(deletion));
    if (!lastEvent) return null;
    after = lastEvent.event_id;
  }
}

async function findFormerPlace(
  reader: Tx,
  category: string,
  { position, predecessor }: ReturnType<typeof readFormerPlace>,
): Promise<FormerPlace | null> {
  if (position === null) return null;
  const [first] = await modelStore(reader).page(category, -1, 1);
  // The position precedes all others: the model was the first, or the category was reordered since, which
  // gave all others new positions.
  if (first && position < first.position && predecessor !== undefined)
    return predecessor === null || (await modelStore(reader).get(category, predecessor))
      ? { behind: predecessor }
      : null;
  const [next] = await modelStore(reader).page(category, position - 1, 1);
  return next?.position === position ? null : { position };
}

/** Creates the service that proposes to restore a deleted model. */
export function createModelRestore({
  settings,
}: {
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
}) {
  return {
    /**
     * Returns a function that creates the proposal to restore a deleted model at its former place, with both
     * views of its last record.
     * @throws RegistryError `conflict` when the model is live, `not_found` when the audit trail has no
     * deletion of it
     */
    createProposal:
      (category: string, name: string, caller: Caller) =>
      async (reader: Tx): Promise<Proposal> => {
        const definition = categoryOf(category);
        if (await modelStore(reader).get(category, name)) {
          throw new RegistryError(
            'conflict',
            `Model '${name}' of ${category} is live and cannot be restored.`,
          );
        }
        const [deletion] = await readLatestModelEvents(reader, { category, model_name: name }, 1);
        const deletedViews =
          deletion?.operation === 'delete' ? await readViewsBeforeEvent(reader, deletion) : null;
        if (!deletion || !deletedViews) {
          throw new RegistryError(
            'not_found',
            `The audit trail contains no deletion of a model '${name}' of ${category}.`,
          );
        }
        const format = formatOf(definition, settings.canonicalFormat);
        return {
          category,
          name,
          operation: 'create',
          record: createShownRecord(definition, name, format, deletedViews),
          format,
          restores: deletedViews,
          route: 'bring_back_model',
          caller,
          requestMetadata: createRestoreMetadata(deletion.event_id),
        };
      },
  };
}
