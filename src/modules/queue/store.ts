import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { chunks } from '../../store/chunks.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import { counterStore } from '../counters/index.ts';
import { createProposedChange } from './change-rules.ts';
import type { NewChange, StoredChange } from './pending-change.ts';
import { createChangeReader } from './store-reads.ts';
import { computeBodyColumns, toBodyRow, toHeadRow } from './store-rows.ts';
import type { ApplyJob, ApplyJobRow } from './tables.ts';

export const changeStore = storeOver(({ db }) => createChangeReader(db), createChangeWrites);

function createChangeWrites(tx: WriteTx) {
  const { db } = tx;
  const update = async (id: number, row: Partial<Tables['pending_changes']>): Promise<void> => {
    const { numUpdatedRows } = await db
      .updateTable('pending_changes')
      .set(row)
      .where('change_id', '=', id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Error(`Change ${id} does not exist, so it cannot be updated`);
  };
  const updateHead = (change: StoredChange) => update(change.change_id, toHeadRow(change));

  return {
    /** Allocates the next change id and stores the change as pending. */
    insert: async (change: NewChange): Promise<StoredChange> => {
      const storedChange: StoredChange = {
        ...createProposedChange(change),
        before_state: null,
        after_state: null,
        change_id: await counterStore(tx).next('change'),
      };
      const [head, body] = [toHeadRow(storedChange), toBodyRow(storedChange)];
      await db
        .insertInto('pending_changes')
        .values({ ...head, ...computeBodyColumns(body), earlier_bytes: 0 })
        .execute();
      await db.insertInto('pending_change_bodies').values(body).execute();
      return storedChange;
    },

    /** Stores the head of a change, without its body. */
    updateHead,

    /** Stores an applied change, with the live records before and after the apply. */
    putApplied: async (change: StoredChange): Promise<void> => {
      await updateHead(change);
      const { change_id, before_state, after_state } = toBodyRow(change);
      await db
        .updateTable('pending_change_bodies')
        .set({ before_state, after_state })
        .where('change_id', '=', change_id)
        .execute();
    },

    /**
     * Stores a new version of a change's proposal. Adds the size of the previous version to `earlier_bytes`.
     */
    revise: async (change: StoredChange): Promise<void> => {
      const body = toBodyRow(change);
      await db
        .updateTable('pending_changes')
        .set(({ eb }) => ({ earlier_bytes: eb('earlier_bytes', '+', eb.ref('body_bytes')) }))
        .where('change_id', '=', change.change_id)
        .execute();
      await update(change.change_id, { ...toHeadRow(change), ...computeBodyColumns(body) });
      await db
        .updateTable('pending_change_bodies')
        .set(body)
        .where('change_id', '=', change.change_id)
        .execute();
    },

    /**
     * Opens a new batch, to which all approved changes then belong, and returns its number.
     * @param opened_at Unix seconds
     */
    openNextBatch: async (opened_at: number): Promise<number> => {
      const batch_id = await counterStore(tx).next('batch');
      await db.updateTable('open_batch').set({ batch_id, opened_at }).execute();
      return batch_id;
    },

    // Deletes the bodies too (cascade).
    delete: async (changeIds: readonly number[]): Promise<void> => {
      for (const ids of chunks(changeIds)) {
        await db.deleteFrom('pending_changes').where('change_id', 'in', ids).execute();
      }
    },
  };
}

/**
 * Returns a change if the caller is its requestor or an approver.
 * @throws RegistryError `not_found` when the change does not exist, and for any other caller
 */
export async function readChangeFor(
  reader: Tx,
  changeId: number,
  caller: Pick<Caller, 'userId' | 'isApprover'>,
): Promise<StoredChange> {
  const change = await changeStore(reader).get(changeId);
  if (!change || !(caller.isApprover || change.requested_by === caller.userId)) {
    throw new RegistryError('not_found', 'Change not found');
  }
  return change;
}

/** Returns the sizes of the proposals of these changes, in bytes, by change id. */
export const createSizeReader = (store: Pick<Store, 'read'>) => async (ids: readonly number[]) => {
  const facts = await store.read((reader) => changeStore(reader).bodyFacts(ids));
  return new Map(Array.from(facts, ([id, { bytes }]) => [id, bytes]));
};

function createReads({ db }: Tx) {
  return {
    get: async (jobId: string): Promise<ApplyJob | null> => {
      const row = await db
        .selectFrom('apply_jobs')
        .selectAll()
        .where('job_id', '=', jobId)
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },

    /** Lists up to `limit` apply jobs with ids greater than `after`. Ids are compared by code points. */
    list: async (after: string, limit: number): Promise<ApplyJob[]> => {
      const rows = await db
        .selectFrom('apply_jobs')
        .selectAll()
        .where('job_id', '>', after)
        .orderBy('job_id')
        .limit(limit)
        .execute();
      return rows.map(toJob);
    },
  };
}

function createWrites({ db }: WriteTx) {
  return {
    put: async (job: ApplyJob): Promise<void> => {
      const row = { ...job, calls: toJson(job.calls) };
      await db
        .insertInto('apply_jobs')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('job_id').doUpdateSet({ calls: row.calls, created_at: row.created_at }),
        )
        .execute();
    },
  };
}

export const jobStore = storeOver(createReads, createWrites);

function toJob({ job_id, calls, created_at }: ApplyJobRow): ApplyJob {
  return { job_id, calls: fromJson(calls, `calls of job ${job_id}`), created_at };
}
