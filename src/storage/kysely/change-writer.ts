import type { Kysely } from 'kysely';
import { type StoredChange, unreviewed } from '../../registry/queue/pending-change.ts';
import type { BodyFacts, ChangeWriter } from '../../services/ports/store/changes.ts';
import type { Tables } from '../schema.ts';
import { bodyFacts } from './body-facts.ts';
import { toBodyRow, toChange, toHeadRow } from './change-rows.ts';
import { changeReader } from './changes.ts';
import { chunks } from './chunks.ts';
import type { Counters } from './counters.ts';
import { afterFlush } from './deferred.ts';
import type { HeldChanges } from './held-changes.ts';

export function changeWriter(db: Kysely<Tables>, counters: Counters, held: HeldChanges): ChangeWriter {
  const reader = changeReader(db);
  const flushed = afterFlush(held, reader);
  return {
    ...flushed,

    get: async (changeId) => (await held.getMany([changeId]))[0] ?? null,

    getMany: (changeIds) => held.getMany(changeIds),

    heads: async (changeIds) => held.heads(changeIds) ?? flushed.heads(changeIds),

    bodyFacts: async (changeIds) => {
      const known = held.known(changeIds);
      if (!known) return flushed.bodyFacts(changeIds);
      return new Map(
        known.map(({ change, facts }): [number, BodyFacts] => [
          change.change_id,
          { bytes: facts.body_bytes, payloadHash: facts.payload_hash },
        ]),
      );
    },

    waiting: (requestedBy) => held.waiting(requestedBy, () => reader.waiting(requestedBy)),

    openBatch: () => held.openBatch(),

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
      held.add({ head: { ...head, ...bodyFacts(body, read.payload) }, body }, read);
      return read;
    },

    update: (change) => held.update(change),

    updateHead: async (change) => held.updateHead(change),

    revise: async (change) => {
      await held.letGo();
      const { change_id, ...head } = toHeadRow(change);
      const { change_id: _, ...body } = toBodyRow(change);
      const ofChange = db.updateTable('pending_changes').where('change_id', '=', change_id);
      await ofChange.set({ ...head, ...bodyFacts(body) }).executeTakeFirstOrThrow();
      await db.updateTable('pending_change_bodies').set(body).where('change_id', '=', change_id).execute();
    },

    moveApproved: (from, to, now) => held.moveApproved(from, to, now),

    // The bodies go with their changes.
    delete: async (changeIds) => {
      await held.letGo();
      for (const ids of chunks(changeIds)) {
        await db.deleteFrom('pending_changes').where('change_id', 'in', ids).execute();
      }
    },
  };
}
