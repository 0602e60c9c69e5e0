import type { Kysely } from 'kysely';
import { type StoredChange, unreviewed } from '../../registry/queue/pending-change.ts';
import type { ChangeWriter, Waiting } from '../../services/ports/store/changes.ts';
import type { BodyFactsRow, ChangeBodyRow, ChangeHeadRow, Tables } from '../schema.ts';
import { bodyFacts } from './body-facts.ts';
import { toBodyRow, toChange, toHeadRow } from './change-rows.ts';
import { changeReader } from './changes.ts';
import { chunks, chunksOfSize } from './chunks.ts';
import type { Counters } from './counters.ts';
import { afterFlush, Deferred, type Unwritten } from './deferred.ts';
import { insertMany } from './insert-many.ts';

interface NewRows {
  readonly head: ChangeHeadRow & BodyFactsRow;
  readonly body: ChangeBodyRow;
}

/** How large the bodies of one statement are together at most, unless it has a single one. */
const bytesAtOnce = 2 * 1024 * 1024;

/** Changes that a transaction adds to the queue, and how many wait of the accounts that it has looked at. */
export class NewChanges implements Unwritten {
  readonly #rows: Deferred<NewRows>;
  readonly #waiting = new Map<string, Waiting>();

  constructor(db: Kysely<Tables>) {
    this.#rows = new Deferred(async (rows) => {
      for (const some of chunksOfSize(rows, bytesAtOnce, ({ head }) => head.body_bytes)) {
        await insertMany(
          db,
          'pending_changes',
          some.map(({ head }) => head),
        );
        await insertMany(
          db,
          'pending_change_bodies',
          some.map(({ body }) => body),
        );
      }
    });
  }

  add(rows: NewRows): void {
    this.#rows.add(rows);
    const { requested_by, body_bytes } = rows.head;
    const known = this.#waiting.get(requested_by);
    if (!known) return;
    this.#waiting.set(requested_by, { changes: known.changes + 1, bytes: known.bytes + body_bytes });
  }

  /** @param count reads it from the database */
  async waiting(requestedBy: string, count: () => Promise<Waiting>): Promise<Waiting> {
    const known = this.#waiting.get(requestedBy);
    if (known) return known;
    await this.flush();
    const waiting = await count();
    this.#waiting.set(requestedBy, waiting);
    return waiting;
  }

  /** To be called when changes are written in any other way. */
  forgetWaiting(): void {
    this.#waiting.clear();
  }

  flush(): Promise<void> {
    return this.#rows.flush();
  }

  mark(): () => void {
    const takeBack = this.#rows.mark();
    return () => {
      takeBack();
      this.forgetWaiting();
    };
  }
}

export function changeWriter(db: Kysely<Tables>, counters: Counters, added: NewChanges): ChangeWriter {
  const reader = changeReader(db);

  const updateHead = async (change: StoredChange): Promise<void> => {
    const { change_id, ...head } = toHeadRow(change);
    const { numUpdatedRows } = await db
      .updateTable('pending_changes')
      .set(head)
      .where('change_id', '=', change_id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Error(`Change ${change_id} is not stored, so it cannot be updated`);
  };

  const writes: Omit<ChangeWriter, keyof typeof reader | 'insert'> = {
    update: async (change) => {
      await updateHead(change);
      const { change_id, ...body } = toBodyRow(change);
      await db.updateTable('pending_change_bodies').set(body).where('change_id', '=', change_id).execute();
    },

    updateHead,

    revise: async (change) => {
      const { change_id, ...head } = toHeadRow(change);
      const { change_id: _, ...body } = toBodyRow(change);
      const ofChange = db.updateTable('pending_changes').where('change_id', '=', change_id);
      await ofChange.set({ ...head, ...bodyFacts(body) }).executeTakeFirstOrThrow();
      await db.updateTable('pending_change_bodies').set(body).where('change_id', '=', change_id).execute();
    },

    moveApproved: async (from, batch_id, now) => {
      const moved = await db
        .updateTable('pending_changes')
        .set({ batch_id, updated_at: now })
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

  const forgetting = {
    flush: () => {
      added.forgetWaiting();
      return added.flush();
    },
  };
  return {
    ...afterFlush(added, reader),
    ...afterFlush(forgetting, writes),

    waiting: (requestedBy) => added.waiting(requestedBy, () => reader.waiting(requestedBy)),

    insert: async (change) => {
      const change_id = await counters.next('change');
      const stored: StoredChange = {
        ...change,
        ...unreviewed,
        before_state: null,
        after_state: null,
        version: 1,
        change_id,
        updated_at: change.requested_at,
      };
      const [head, body] = [toHeadRow(stored), toBodyRow(stored)];
      const read = toChange({ ...head, ...body });
      added.add({ head: { ...head, ...bodyFacts(body, read.payload) }, body });
      return read;
    },
  };
}
