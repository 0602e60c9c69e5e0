import type { RetryKey } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { createShownRecord, formatOf, textsOf } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { WriteTx } from '../../store/tx.ts';
import { type AppendEvents, appendEvents, type NewAuditEvent } from '../audit/index.ts';
import {
  type Catalog,
  createModelEvent,
  ModelOrder,
  type ModelPlace,
  type ModelWrite,
  metadataStore,
  modelOperation,
  modelStore,
} from '../catalog/index.ts';
import type { ChangeSetKinds } from '../catalogues/index.ts';
import { findBaselineProblem } from './baselines.ts';
import { updateCatalogues } from './change-sets.ts';
import { examineWrite, type RequestedWrite } from './examine-write.ts';
import { runIdempotently } from './idempotency.ts';

/**
 * The place in the category to which a restored or renamed model returns. `position` is the model's former
 * position. It is not valid after the category was renumbered; then `behind` is the name of the model that
 * precedes the place, or null for the first place.
 */
export type FormerPlace = { readonly position: number } | { readonly behind: string | null };

/**
 * A write of a live model. `restoredPlace` is the place to which a restored or renamed model returns. It is
 * null or absent when this place is unknown, and for all other writes.
 */
export type LiveWrite = ModelWrite & { readonly restoredPlace?: FormerPlace | null };

/**
 * Writes one live model: its v2 and legacy records, the category's metadata, and the audit event. Live models
 * must not be written in any other way.
 *
 * `write.before` has the records that the caller read in this transaction. Deleting a model that does not
 * exist writes no model.
 *
 * @param eventsAfter returns the events that follow the model's event. Its argument is the id of that event;
 *   null when no model was written or the audit trail is disabled
 */
export async function writeLiveRecord(
  writer: WriteTx,
  write: LiveWrite,
  append: AppendEvents,
  eventsAfter: (eventId: number | null) => readonly NewAuditEvent[] = () => [],
): Promise<void> {
  if (write.after === null && write.before === null) {
    await append(writer, eventsAfter(null));
    return;
  }
  const place = await storeViews(writer, write);
  const { category, name: model, now } = write;
  await metadataStore(writer).record(category, [{ operation: modelOperation(write), model, now }]);
  await append(writer, (id) => [createModelEvent(write, place), ...eventsAfter(id)]);
}

/**
 * Writes or deletes the model's v2 and legacy records. Returns the place in the category that a new model got
 * or a deleted model left; null when no place changed.
 */
async function storeViews(writer: WriteTx, write: LiveWrite): Promise<ModelPlace | null> {
  const { category, name, before, after, now, restoredPlace = null } = write;
  if (after === null) {
    const position = await modelStore(writer).delete(category, name);
    if (position === null) return null;
    return { position, formerPredecessor: await modelStore(writer).before(category, position) };
  }
  const model = { category, name, ...textsOf(after) };
  if (before !== null) {
    await modelStore(writer).put(model, now);
    return null;
  }
  const formerPosition = restoredPlace && 'position' in restoredPlace ? restoredPlace.position : null;
  const position = await modelStore(writer).put(model, now, formerPosition);
  if (restoredPlace === null) return { position };
  if (!('behind' in restoredPlace))
    return { position, predecessor: await modelStore(writer).before(category, position) };
  const order = new ModelOrder(await modelStore(writer).names(category));
  order.place(name, restoredPlace.behind);
  await modelStore(writer).reorder(category, [...order]);
  return { position, predecessor: order.before(name) };
}

export type DirectWrites = ReturnType<typeof createDirectWrites>;

/** Makes writes live without review, for deployments whose review queue is disabled. */
export function createDirectWrites({
  store,
  clock,
  catalog,
  categories,
  settings,
  append = appendEvents,
  kinds = new Map(),
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly catalog: Pick<Catalog, 'refresh'>;
  readonly categories: Categories;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly append?: AppendEvents;
  /** Default: none; deletions then update no catalogue. */
  readonly kinds?: ChangeSetKinds;
}) {
  return {
    /**
     * Makes a write live, in one transaction with its audit event. Readers see it once the promise resolves.
     *
     * @returns the live record in the write's format; null after a delete
     * @throws the errors of `examineWrite`; OutageError `storage_unavailable`
     */
    async write(write: RequestedWrite): Promise<JsonObject | null> {
      const { name, format, caller, retry } = write;
      const record = await store.write(async (writer) => {
        const now = clock.now();
        const work = async () => {
          const { target, before, after } = await examineWrite(writer, write, { now, categories });
          const { definition } = target;
          // A direct write is not reviewed, so it must not depend on unapplied changes.
          const [old, proposed] = [before?.v2 ?? null, after?.v2 ?? null];
          const problem = await findBaselineProblem(writer, old, proposed, categories);
          if (problem !== null)
            throw new RegistryError('conflict', `'${name}' cannot be written: ${problem}`);
          const recordFormat = formatOf(definition, settings.canonicalFormat);
          const actor = { userId: caller.userId, requestId: null, change: null };
          const liveWrite = {
            category: definition.name,
            name,
            before,
            after,
            domain: recordFormat,
            ...actor,
            now,
          };
          await writeLiveRecord(writer, liveWrite, append);
          if (before && !after) {
            const act = { domain: recordFormat, now, actor: caller, jobId: null, change: null };
            const deletedModel = { category: definition.name, name, to: null };
            await updateCatalogues(writer, kinds, deletedModel, act, append);
          }
          return after && createShownRecord(definition, name, format, after);
        };
        return runIdempotently(writer, retry && createDirectWriteKey(retry), now, work, 'all');
      }, caller.deadline);
      await catalog.refresh([write.category]);
      return record;
    },
  };
}

/**
 * Returns a retry key for a direct write, which differs from the key of a proposal. Otherwise a retry could
 * get the stored response of a proposal: an instance with the review queue enabled may have queued the same
 * request, without making the record live.
 */
function createDirectWriteKey(retry: RetryKey): RetryKey {
  return { ...retry, fingerprint: `direct ${retry.fingerprint}` };
}
