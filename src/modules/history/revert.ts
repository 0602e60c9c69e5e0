import type { Caller, RetryKey } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { categoryOf } from '../../records/categories/index.ts';
import { diffRecords } from '../../records/diff.ts';
import {
  createShownRecord,
  formatOf,
  type ModelViews,
  sameViews,
  viewsOf,
} from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import {
  followModel,
  type ModelRow,
  modelStore,
  readEvent,
  readLatestModelEvents,
  readViewsBeforeEvent,
} from '../catalog/index.ts';
import type { CatalogueKind, ChangeSetKinds, ChangeSets, EntryWrite } from '../catalogues/index.ts';
import {
  type AnyProposal,
  createRestoreMetadata,
  type PendingChange,
  type Proposal,
  type Proposals,
  type QueueServices,
  renameRecord,
} from '../queue/index.ts';
import {
  type AppliedWrite,
  findWriteSpans,
  isBatch,
  keyOf,
  readAppliedWrites,
  readCatalogueWrites,
  type WriteSpan,
} from './batches.ts';

/** A note for the caller about one model of the batch. `reason` is a sentence. */
interface RevertNote {
  readonly category: string;
  readonly model_name: string;
  readonly reason: string;
}

interface RevertNotes {
  readonly batch_id: number;
  /** Models for which no change is queued, each with the reason. */
  readonly skipped: RevertNote[];
  /** Models that were written again after the batch. Reverting the batch undoes those writes as well. */
  readonly changed_since: RevertNote[];
}

export interface RevertResult extends RevertNotes {
  readonly queued: PendingChange[];
}

/**
 * Reverts batches: queues an ordinary pending change for each model. Reviewers decide on these changes as on
 * any others.
 */
export function createRevert({
  store,
  settings,
  proposals,
  changeReview,
  kinds,
}: {
  readonly store: Store;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly proposals: Pick<Proposals, 'proposeAllAndAnswer'>;
  readonly changeReview: Pick<QueueServices['changeReview'], 'dryRunAll'>;
  readonly kinds: ChangeSetKinds;
}) {
  const planOf = (reader: Tx, batchId: number, caller: Caller) =>
    planRevert(reader, batchId, caller, { domain: settings.canonicalFormat, kinds });

  return {
    /**
     * Queues the changes that undo a batch. A retry of the call queues nothing and returns the result of the
     * first call.
     *
     * @throws RegistryError `not_found` when there is no such batch; `bad_request` when the batch has written
     *   nothing, or when its records exceed the limit of one call
     */
    revert: (batchId: number, caller: Caller, retry?: RetryKey): Promise<RevertResult> => {
      let notes: RevertNotes = { batch_id: batchId, skipped: [], changed_since: [] };
      return proposals.proposeAllAndAnswer(
        async (reader) => {
          const { proposals, ...rest } = await planOf(reader, batchId, caller);
          notes = rest;
          return proposals;
        },
        {
          deadline: caller.deadline,
          retry,
          answer: (queuedChanges) => ({ ...notes, queued: queuedChanges }),
        },
      );
    },

    /** Returns the changes that `revert` would queue, without queueing them. */
    preview: async (batchId: number, caller: Caller) => {
      const { proposals, ...notes } = await store.read((reader) => planOf(reader, batchId, caller));
      return { ...notes, ...(await changeReview.dryRunAll(async () => proposals)) };
    },
  };
}

interface Plan extends RevertNotes {
  readonly proposals: AnyProposal[];
}

interface Deployment {
  readonly domain: CanonicalFormat;
  readonly kinds: ChangeSetKinds;
}

async function planRevert(
  reader: Tx,
  batch_id: number,
  caller: Caller,
  { domain, kinds }: Deployment,
): Promise<Plan> {
  const spans = findWriteSpans((await readAppliedWrites(reader, batch_id)).writes);
  const writesByCatalogue = await readCatalogueWrites(reader, batch_id);
  if (spans.length + writesByCatalogue.size === 0) {
    if (!(await isBatch(reader, batch_id))) throw new RegistryError('not_found', 'Batch not found');
    throw new RegistryError('bad_request', `Batch ${batch_id} cannot be reverted: it changed no model.`);
  }
  const result: Plan = { batch_id, proposals: [], skipped: [], changed_since: [] };
  for (const [kind, writes] of writesByCatalogue)
    await undoCatalogue(reader, result, { kind, writes, caller, kinds });
  const renamedKeys = new Set(
    spans.flatMap(({ last: { category, renamed_to } }) =>
      renamed_to === null ? [] : [keyOf(category, renamed_to)],
    ),
  );
  for (const span of spans) {
    const { category, model_name } = span.first;
    // The change that undoes the rename also undoes writes under the new name.
    if (renamedKeys.has(keyOf(category, model_name))) continue;
    const undoProposal = await undoModel(reader, span, domain);
    if (typeof undoProposal === 'string') {
      result.skipped.push({ category, model_name, reason: undoProposal });
      continue;
    }
    const { keepsLaterWrites, ...write } = undoProposal;
    result.proposals.push({
      category,
      name: model_name,
      ...write,
      route: 'revert_batch',
      caller,
      notes: `Reverts batch ${batch_id}`,
      requestMetadata: { reverts_batch_id: batch_id, ...write.requestMetadata },
    });
    const laterWrite = keepsLaterWrites ? null : await describeLaterWrite(reader, span);
    if (laterWrite) result.changed_since.push({ category, model_name, reason: laterWrite });
  }
  return result;
}

/**
 * Plans the change set that restores the entries of a catalogue to their state before the batch. If that
 * changes nothing, or cannot be applied now (for example because a model uses a baseline of the batch), adds
 * a message to `result.skipped` instead.
 */
async function undoCatalogue(
  reader: Tx,
  result: Plan,
  {
    kind,
    writes,
    caller,
    kinds,
  }: Pick<Deployment, 'kinds'> & {
    readonly kind: CatalogueKind;
    readonly writes: readonly EntryWrite[];
    readonly caller: Caller;
  },
): Promise<void> {
  const { batch_id } = result;
  const changeSets = kinds.get(kind);
  const skip = (reason: string) =>
    result.skipped.push({
      category: changeSets?.category ?? kind,
      model_name: changeSets?.modelNamePrefix ?? kind,
      reason,
    });
  const changeSet = await changeSets?.createReversal(reader, writes, `Reverts batch ${batch_id}`);
  if (!changeSet) {
    skip('The catalogue is as it was before the batch.');
    return;
  }
  const editor = { username: caller.username, now: 0 };
  const { problem } = await (changeSets as ChangeSets).compare(reader, changeSet, editor);
  if (problem !== null) {
    skip(`${problem} Resolve this, then revert the batch again.`);
    return;
  }
  result.proposals.push({
    kind,
    changeSet,
    caller,
    route: 'revert_batch',
    requestMetadata: { reverts_batch_id: batch_id },
  });
}

type RevertProposal = Pick<Proposal, 'operation' | 'record' | 'format' | 'restores' | 'requestMetadata'> &
  Partial<Pick<Proposal, 'name' | 'renamesTo'>> & {
    /** Set when the proposed write preserves the writes that were made after the batch. */
    readonly keepsLaterWrites?: true;
  };

/**
 * Returns the write that renames a model back. If the batch only renamed the model, the write changes only the
 * name. If the batch also changed the record, the write restores the record from before the batch. Returns a
 * message for the caller when that is impossible.
 */
async function renameBack(
  reader: Tx,
  { first, last }: WriteSpan,
  name: string,
  format: CanonicalFormat,
): Promise<RevertProposal | string> {
  const { category, model_name: formerName } = first;
  const row = await modelStore(reader).get(category, name);
  if (!row) return `The model was renamed to '${name}', which no longer exists.`;
  if (await modelStore(reader).get(category, formerName))
    return `Another model is named '${formerName}' now.`;
  const renameProposal = { operation: 'update', name, renamesTo: formerName } as const;
  if (first === last) {
    const renamedNames = { from: name, to: formerName, isUndoing: true };
    const record = renameRecord(categoryOf(category), viewsOf(row).v2, renamedNames);
    return { ...renameProposal, record, format: 'v2', keepsLaterWrites: true };
  }
  const event = first.event_id === null ? null : await readEvent(reader, first.event_id);
  const viewsBeforeBatch = event && (await readViewsBeforeEvent(reader, event));
  if (!viewsBeforeBatch) {
    return `The batch wrote the model and renamed it to '${name}', and the audit trail does not have its record from before: rename it back.`;
  }
  return {
    ...renameProposal,
    record: createShownRecord(categoryOf(category), formerName, format, viewsBeforeBatch),
    format,
    restores: viewsBeforeBatch,
    requestMetadata: createRestoreMetadata(event.event_id),
  };
}

/**
 * Returns a message about a model that was renamed after the batch, or whose name now belongs to another
 * model; null otherwise.
 * @param name the model's name after the batch
 */
async function describeLaterRename(reader: Tx, { last }: WriteSpan, name: string): Promise<string | null> {
  if (last.event_id === null) return null;
  const { category } = last;
  const followedModel = await followModel(reader, {
    category,
    model_name: name,
    sinceEventId: last.event_id,
  });
  if (followedModel.name !== name)
    return `The model was renamed to '${followedModel.name}' after the batch: change it under that name.`;
  return followedModel.otherFormerName === null
    ? null
    : `Another model has the name since: '${followedModel.otherFormerName}' was renamed to it.`;
}

/**
 * Returns the write that restores a model as it was before the batch. Returns a message for the caller when
 * that is impossible or changes nothing.
 */
async function undoModel(
  reader: Tx,
  { first, last }: WriteSpan,
  domain: CanonicalFormat,
): Promise<RevertProposal | string> {
  const { category, model_name: name, before } = first;
  const format = formatOf(categoryOf(category), domain);
  const event = first.event_id === null ? null : await readEvent(reader, first.event_id);
  const writtenFormat = event?.domain ?? first.format;
  const renameMessage = await describeLaterRename(reader, { first, last }, last.renamed_to ?? name);
  if (renameMessage !== null) return renameMessage;
  if (last.renamed_to !== null) return renameBack(reader, { first, last }, last.renamed_to, format);
  const row = await modelStore(reader).get(category, name);
  if (before === null) {
    return row
      ? { operation: 'delete', record: null, format }
      : 'The model that the batch created is already deleted.';
  }
  const viewsBeforeBatch = event && (await readViewsBeforeEvent(reader, event));
  return event && viewsBeforeBatch
    ? createTrailRestoration(first, event.event_id, viewsBeforeBatch, format, row)
    : createChangeRestoration(first, before, writtenFormat, format, row);
}

/**
 * Returns the write that restores the v2 and legacy views of a model from the audit trail. Returns a message
 * for the caller when that changes nothing.
 */
function createTrailRestoration(
  { category, model_name: name }: AppliedWrite,
  eventId: number,
  pastViews: ModelViews,
  format: CanonicalFormat,
  row: ModelRow | null,
): RevertProposal | string {
  if (row && sameViews(viewsOf(row), pastViews)) return unchangedReason;
  return {
    operation: row ? 'update' : 'create',
    record: createShownRecord(categoryOf(category), name, format, pastViews),
    format,
    restores: pastViews,
    requestMetadata: createRestoreMetadata(eventId),
  };
}

/**
 * Returns the write that restores a model from the only record stored with the change. Called when the audit
 * trail does not have both views of the model. Returns a message for the caller when that is impossible or
 * changes nothing.
 */
function createChangeRestoration(
  { category, model_name: name }: AppliedWrite,
  before: JsonObject,
  writtenFormat: CanonicalFormat,
  format: CanonicalFormat,
  row: ModelRow | null,
): RevertProposal | string {
  if (writtenFormat !== format) {
    return `The queue kept the record from before the batch in the ${writtenFormat} format only, and this deployment writes ${format}.`;
  }
  const currentRecord = row && createShownRecord(categoryOf(category), name, format, viewsOf(row));
  if (currentRecord && diffRecords(currentRecord, before).length === 0) return unchangedReason;
  return { operation: row ? 'update' : 'create', record: before, format };
}

const unchangedReason = 'The model is as it was before the batch.';

async function describeLaterWrite(reader: Tx, { first, last }: WriteSpan): Promise<string | null> {
  const model = { category: first.category, model_name: last.renamed_to ?? first.model_name };
  const [event] = await readLatestModelEvents(reader, model, 1);
  if (!event || last.event_id === null || event.event_id <= last.event_id) return null;
  const changeText = event.change_id === null ? '' : ` by change ${event.change_id}`;
  return `The model was written again since${changeText} (event ${event.event_id}).`;
}
