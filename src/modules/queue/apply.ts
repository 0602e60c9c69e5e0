import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import { type AppendEvents, appendEvents, inEventBatch } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { ChangeSetKinds } from '../catalogues/index.ts';
import { applyChange } from './apply-change.ts';
import { sortForApply } from './apply-order.ts';
import { type ApplyFailure, ChangeRefused, createApplyFailure } from './change-refused.ts';
import { requireText, toPublicChange } from './change-rules.ts';
import { isChangeSet } from './change-sets.ts';
import { type BatchSplit, createAct, createSplitEvent, type QueueAct } from './make-events.ts';
import type { PendingChange, StoredChange } from './pending-change.ts';
import { anyApproval, type Policies } from './policies.ts';
import { toAuditEvent } from './queue-event.ts';
import { changeStore, jobStore } from './store.ts';
import type { ApplyJob } from './tables.ts';

export interface ApplyResult {
  /**
   * The requested changes that this call, or an earlier call of the same job, has applied, in request order.
   */
  readonly applied: PendingChange[];
  /**
   * The change at which the call stopped, with the reason; null when none failed. Later changes were not
   * tried.
   */
  readonly failure: ApplyFailure | null;
  readonly split: BatchSplit | null;
}

export interface ApplyManyRequest {
  /** Ids of the changes to apply, in this order. Duplicates are ignored. */
  readonly changeIds: readonly number[];
  readonly jobId?: string | null | undefined;
  /** Whether the changes may belong to several batches. Default: false. */
  readonly allowMixedBatch?: boolean | undefined;
  /** A new title for the batch; absent or null: keep the title from its approval. */
  readonly title?: string | null | undefined;
  /** Whether stale changes are refused or applied. Default: the deployment's setting. */
  readonly conflicts?: Settings['applyConflicts'] | undefined;
}

export type Apply = ReturnType<typeof createApply>;

/**
 * Makes approved changes live.
 *
 * Each call is one transaction; each change has its own savepoint. A call applies a rename after all updates
 * of its model, because the updates would be refused after the rename. It applies change sets before or after
 * the models, as their catalogue requires. It stops at the first change that fails; the changes before it
 * stay applied. If approved changes remain in the batch, the call finally moves them to a new batch. When a
 * call returns, its writes are visible to readers.
 *
 * A repeated call with the same job id returns the same result and writes nothing. A call without a job id
 * gets a new job id. A change that another job has applied is refused.
 */
export function createApply({
  store,
  clock,
  catalog,
  newId,
  categories,
  settings,
  append = appendEvents,
  policies = anyApproval,
  onApplied,
  kinds = new Map(),
  refreshCatalogues = async () => {},
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly catalog: Pick<Catalog, 'refresh'>;
  /** Returns a unique string of letters and digits for the id of a new job. */
  readonly newId: () => string;
  readonly categories: Categories;
  readonly settings: Pick<Settings, 'canonicalFormat' | 'applyConflicts'>;
  readonly append?: AppendEvents;
  /** Default: one approval by any approver is enough. */
  readonly policies?: Policies;
  /**
   * Called with the changes that a call has applied, after they are stored. Leaves out the changes that an
   * earlier call of the same job has applied.
   */
  readonly onApplied?: (changes: readonly StoredChange[]) => void;
  /** Default: none; change sets are then refused. */
  readonly kinds?: ChangeSetKinds;
  /** Refreshes the cached catalogues. */
  readonly refreshCatalogues?: () => Promise<void>;
}) {
  /** Runs one apply call. `selectIds` selects the changes to apply, in the call's transaction. */
  const run = async (
    choose: (reader: Tx, jobId: string | null) => Promise<SelectedChanges>,
    options: Pick<ApplyManyRequest, 'jobId' | 'title' | 'conflicts'>,
    caller: Caller,
  ): Promise<ApplyResult> => {
    const requestedJobId = normaliseJobId(options.jobId);
    const title = options.title == null ? null : requireText('batch_title', options.title);
    const { conflicts = settings.applyConflicts } = options;
    const { result, newlyApplied } = await store.write(async (writer) => {
      const selection = await choose(writer, requestedJobId);
      const jobId = requestedJobId ?? `apply-${selection.ids[0] ?? 0}-${newId()}`;
      // A job id that was generated for this call cannot be stored yet.
      const job = requestedJobId === null ? null : await jobStore(writer).get(jobId);
      const act = createAct(settings, clock, caller);
      const currentJob = job ?? { job_id: jobId, calls: [], created_at: act.now };
      return inEventBatch(writer, () =>
        applySelected(writer, selection, currentJob, { title, conflicts }, act),
      );
    }, caller.deadline);
    onApplied?.(newlyApplied);
    // Also refresh when a repeated call returns its stored result: the first call may have failed between its
    // commit and this refresh.
    if (result.applied.some(isChangeSet)) await refreshCatalogues();
    await catalog.refresh(result.applied.map((change) => change.category));
    return result;
  };

  const applySelected = async (
    writer: WriteTx,
    { ids, existing }: SelectedChanges,
    job: ApplyJob,
    { title, conflicts }: { readonly title: string | null; readonly conflicts: Settings['applyConflicts'] },
    act: QueueAct,
  ): Promise<{ result: ApplyResult; newlyApplied: readonly StoredChange[] }> => {
    const { job_id: jobId } = job;
    const changes = new Map(existing.map((change) => [change.change_id, change]));
    const appliedChanges: StoredChange[] = [];
    const newlyApplied: StoredChange[] = [];
    let failure: ApplyFailure | null = null;
    const order = sortForApply(ids, changes, kinds);
    for (const id of order) {
      const change = changes.get(id);
      if (change && isAppliedBy(change, jobId)) {
        appliedChanges.push(change);
        continue;
      }
      try {
        const appliedChange = await writer.savepoint(async () => {
          const approvedChange = requireApproved(id, change);
          policies.checkApply(approvedChange);
          return applyChange(writer, approvedChange, {
            jobId,
            title,
            act,
            categories,
            settings: { ...settings, applyConflicts: conflicts },
            append,
            kinds,
          });
        });
        appliedChanges.push(appliedChange);
        newlyApplied.push(appliedChange);
      } catch (thrown) {
        failure = createApplyFailure(id, thrown);
        break;
      }
    }
    let split = findSplit(job, appliedChanges);
    if (newlyApplied.length > 0) {
      const unappliedIds = failure ? order.slice(order.indexOf(failure.changeId)) : [];
      split = await splitBatch(writer, newlyApplied, unappliedIds, act, append);
      const jobCall = { applied_change_ids: newlyApplied.map((change) => change.change_id), split };
      // Stored for repeated calls.
      await jobStore(writer).put({ ...job, calls: [...job.calls, jobCall] });
    }
    const positionById = new Map(ids.map((id, at) => [id, at]));
    appliedChanges.sort(
      (a, b) => (positionById.get(a.change_id) ?? 0) - (positionById.get(b.change_id) ?? 0),
    );
    return { result: { applied: appliedChanges.map(toPublicChange), failure, split }, newlyApplied };
  };

  return {
    /**
     * Applies one approved change.
     * @throws RegistryError `not_found`; `bad_request` when the change is not approved or lacks its payload;
     *   `conflict` when it is stale and the deployment refuses stale changes; OutageError
     *   `storage_unavailable` when the write failed
     */
    applySingle: async (changeId: number, jobId: string | null | undefined, caller: Caller) => {
      const { applied, failure, split } = await run(
        (reader) => selectChanges(reader, [changeId]),
        { jobId },
        caller,
      );
      if (failure) throw failure.error;
      return { record: applied[0] as PendingChange, split };
    },

    /**
     * Applies approved changes in the order of the request. When it throws, nothing was applied.
     * @throws RegistryError `bad_request` without ids. Without `allowMixedBatch` also `bad_request` for
     *   changes that belong to several batches or to none, and `not_found` for a change that does not exist
     */
    applyMany: async (
      { changeIds, jobId, title, conflicts, allowMixedBatch = false }: ApplyManyRequest,
      caller: Caller,
    ): Promise<ApplyResult> => {
      const ids = [...new Set(changeIds)];
      if (ids.length === 0) throw new RegistryError('bad_request', 'Provide at least one change id.');
      const selectIds = async (reader: Tx, job: string | null) => {
        const selection = await selectChanges(reader, ids);
        if (!allowMixedBatch) checkCohesion(ids, selection.existing, job);
        return selection;
      };
      return run(selectIds, { jobId, title, conflicts }, caller);
    },

    /**
     * Applies the approved changes of a batch in ascending order of id. If the batch has no approved change,
     * the call repeats an earlier call of this job: it returns the changes of the batch that the job has
     * applied, and applies the changes that the earlier call left unapplied when it stopped.
     * @throws RegistryError `not_found` when the batch has neither approved nor applied changes
     */
    applyBatch: (
      batchId: number,
      jobId: string | null | undefined,
      caller: Caller,
      title?: string,
    ): Promise<ApplyResult> =>
      run(
        async (reader, job) => selectChanges(reader, await findBatchChangeIds(reader, batchId, job)),
        { jobId, title },
        caller,
      ),
  };
}

/**
 * The changes that one apply call applies. `ids`: all requested ids, in request order. `existing`: the
 * changes with these ids that exist.
 */
interface SelectedChanges {
  readonly ids: readonly number[];
  readonly existing: readonly StoredChange[];
}

async function selectChanges(reader: Tx, ids: readonly number[]): Promise<SelectedChanges> {
  return { ids, existing: await changeStore(reader).getMany(ids) };
}

/**
 * Trims a job id; null when it is blank or absent.
 * @throws RegistryError `bad_request` for control characters and invalid Unicode: databases may store them
 *   differently, and a repeated call would then not find its job
 */
function normaliseJobId(jobId: string | null | undefined): string | null {
  const trimmedId = jobId?.trim() ?? '';
  if (/\p{Cc}/u.test(trimmedId) || !trimmedId.isWellFormed()) {
    throw new RegistryError(
      'bad_request',
      `job_id must not contain control characters: ${JSON.stringify(trimmedId)}`,
    );
  }
  return trimmedId === '' ? null : trimmedId;
}

function isAppliedBy(change: StoredChange, jobId: string | null): boolean {
  return change.status === 'applied' && change.applied_job_id === jobId;
}

function requireApproved(id: number, change: StoredChange | undefined): StoredChange {
  if (!change) throw new ChangeRefused('PendingChangeNotFoundError', `Change ${id} not found.`);
  if (change.status !== 'approved') {
    throw new ChangeRefused(
      'PendingChangeStateError',
      `Change ${id} is not approved (status=${change.status}).`,
    );
  }
  return change;
}

/**
 * Checks that all changes exist and belong to one batch. Changes that the same job has already applied may
 * belong to another batch, because the rest of that batch has moved to a new one.
 */
function checkCohesion(ids: readonly number[], changes: readonly StoredChange[], jobId: string | null): void {
  const existingIds = new Set(changes.map((change) => change.change_id));
  const missingId = ids.find((id) => !existingIds.has(id));
  if (missingId !== undefined) throw new RegistryError('not_found', `Change ${missingId} not found`);
  const unappliedChanges = changes.filter((change) => !isAppliedBy(change, jobId));
  const batchIds = [...new Set(unappliedChanges.map((change) => change.batch_id))];
  if (batchIds.includes(null)) {
    throw new RegistryError('bad_request', 'Cannot apply changes that have not been approved in a batch');
  }
  if (batchIds.length > 1) {
    const batchList = batchIds.sort((a, b) => Number(a) - Number(b)).join(', ');
    throw new RegistryError(
      'bad_request',
      `All changes must belong to the same batch. Found batch IDs: [${batchList}]`,
    );
  }
}

/**
 * Returns the ids of a batch's approved changes, ascending. If there are none, returns the ids of the batch's
 * changes that earlier calls of this job applied, then the ids of the changes that such a call left unapplied
 * when it stopped.
 * @throws RegistryError `not_found` when the batch has neither approved nor applied changes
 */
async function findBatchChangeIds(
  reader: Tx,
  batchId: number,
  jobId: string | null,
): Promise<readonly number[]> {
  const approvedIds = await changeStore(reader).ids({ batch_id: batchId, statuses: ['approved'] });
  if (approvedIds.length > 0) return approvedIds;
  const appliedIds = new Set(await changeStore(reader).ids({ batch_id: batchId, statuses: ['applied'] }));
  if (appliedIds.size > 0) {
    const job = jobId === null ? null : await jobStore(reader).get(jobId);
    const calls = job?.calls ?? [];
    const jobAppliedIds = calls
      .flatMap((call) => [...call.applied_change_ids].sort((a, b) => a - b))
      .filter((id) => appliedIds.has(id));
    const split = calls.find((call) => call.split?.original_batch_id === batchId)?.split;
    return [...jobAppliedIds, ...(split?.unapplied_change_ids ?? [])];
  }
  const allIds = await changeStore(reader).ids({ batch_id: batchId });
  throw new RegistryError(
    'not_found',
    allIds.length > 0
      ? `No approved changes found in batch ${batchId}`
      : `No changes found for batch ${batchId}`,
  );
}

/**
 * Moves the changes that are still approved after an apply to a new batch. Returns null when there are none.
 *
 * @param unappliedIds ids of the requested changes that the call did not apply, because it stopped
 */
async function splitBatch(
  writer: WriteTx,
  appliedChanges: readonly StoredChange[],
  unappliedIds: readonly number[],
  act: QueueAct,
  append: AppendEvents,
): Promise<BatchSplit | null> {
  // All approved changes are in the one open batch, so the applied ones come from a single batch.
  const original_batch_id = appliedChanges[0]?.batch_id ?? null;
  if (original_batch_id === null) return null;
  const reassigned_change_ids = await changeStore(writer).ids({ statuses: ['approved'] });
  if (reassigned_change_ids.length === 0) return null;
  const new_batch_id = await changeStore(writer).openNextBatch(act.now);
  const reassignedIds = new Set(reassigned_change_ids);
  const unapplied_change_ids = unappliedIds.filter((id) => reassignedIds.has(id));
  const split: BatchSplit = {
    original_batch_id,
    new_batch_id,
    reassigned_change_ids,
    ...(unapplied_change_ids.length > 0 && { unapplied_change_ids }),
  };
  await append(writer, [toAuditEvent(createSplitEvent(split, act))]);
  return split;
}

/**
 * Returns the batch split of the job's latest call that applied any of these changes. Null when there is no
 * such call, or when this call caused no split.
 */
function findSplit({ calls }: ApplyJob, changes: readonly StoredChange[]): BatchSplit | null {
  const ids = new Set(changes.map((change) => change.change_id));
  const call = calls.findLast((each) => each.applied_change_ids.some((id) => ids.has(id)));
  return call?.split ?? null;
}
