import type { Kysely } from 'kysely';
import { type StoredChange, unreviewed } from '../../registry/queue/pending-change.ts';
import type { ChangeWriter } from '../../services/ports/store/changes.ts';
import type { Tables } from '../schema.ts';
import { bodyFacts } from './body-facts.ts';
import { toBodyRow, toChange, toHeadRow } from './change-rows.ts';
import { changeReader } from './changes.ts';
import { chunks } from './chunks.ts';

/** @param nextId allocates a change id */
export function changeWriter(db: Kysely<Tables>, nextId: () => Promise<number>): ChangeWriter {
  const updateHead = async (change: StoredChange): Promise<void> => {
    const { change_id, ...head } = toHeadRow(change);
    const { numUpdatedRows } = await db
      .updateTable('pending_changes')
      .set(head)
      .where('change_id', '=', change_id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Error(`Change ${change_id} is not stored, so it cannot be updated`);
  };

  return {
    ...changeReader(db),

    insert: async (change) => {
      const stored: StoredChange = {
        ...change,
        ...unreviewed,
        before_state: null,
        after_state: null,
        version: 1,
        change_id: await nextId(),
        updated_at: change.requested_at,
      };
      const [head, body] = [toHeadRow(stored), toBodyRow(stored)];
      const read = toChange({ ...head, ...body });
      await db
        .insertInto('pending_changes')
        .values({ ...head, ...bodyFacts(body, read.payload) })
        .execute();
      await db.insertInto('pending_change_bodies').values(body).execute();
      return read;
    },

    updateHead,

    putApplied: async (change) => {
      await updateHead(change);
      const { change_id, before_state, after_state } = toBodyRow(change);
      await db
        .updateTable('pending_change_bodies')
        .set({ before_state, after_state })
        .where('change_id', '=', change_id)
        .execute();
    },

    revise: async (change) => {
      const { change_id, ...body } = toBodyRow(change);
      await updateHead(change);
      await db
        .updateTable('pending_changes')
        .set(bodyFacts(body))
        .where('change_id', '=', change_id)
        .execute();
      await db.updateTable('pending_change_bodies').set(body).where('change_id', '=', change_id).execute();
    },

    moveApproved: async (from, to, now) => {
      const moved = await db
        .updateTable('pending_changes')
        .set({ batch_id: to, updated_at: now })
        .where('batch_id', '=', from)
        .where('status', '=', 'approved')
        .returning('change_id')
        .execute();
      return moved.map(({ change_id }) => change_id).sort((a, b) => a - b);
    },

    // The bodies go with their changes.
    delete: async (changeIds) => {
      for (const ids of chunks(changeIds)) {
        await db.deleteFrom('pending_changes').where('change_id', 'in', ids).execute();
      }
    },
  };
}
