import { hashBytes } from '../../kernel/transparency/merkle-tree.ts';
import { damaged } from '../../store/json-column.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { AuditCheckpointRow } from './tables.ts';

/**
 * A stored checkpoint: the signed head of the tree over the first `size` events, and the subtree roots that
 * are needed to append further events.
 */
export interface StoredCheckpoint {
  size: number;
  /** The roots of the largest full subtrees of the tree, from left to right: see `CompactRange`. */
  subtree_roots: readonly Buffer[];
  /** The checkpoint as a signed note. */
  note: string;
  /** The time of signing, in Unix seconds. */
  created_at: number;
}

function reads({ db }: Tx) {
  const rows = db.selectFrom('audit_checkpoints').selectAll();
  return {
    /** Gives the checkpoint that covers the most events; null when there is none. */
    latest: async (): Promise<StoredCheckpoint | null> => {
      const row = await rows.orderBy('size', 'desc').limit(1).executeTakeFirst();
      return row ? toCheckpoint(row) : null;
    },

    /** Lists the checkpoints over more than `after` events, ascending, at most `limit`. */
    list: async (after: number, limit: number): Promise<StoredCheckpoint[]> =>
      (await rows.where('size', '>', after).orderBy('size').limit(limit).execute()).map(toCheckpoint),
  };
}

function writes({ db }: WriteTx) {
  return {
    /**
     * Stores a checkpoint. Does nothing when a checkpoint over the same number of events is stored already.
     */
    insert: async ({ subtree_roots, ...checkpoint }: StoredCheckpoint): Promise<void> => {
      await db
        .insertInto('audit_checkpoints')
        .values({ ...checkpoint, subtree_roots: Buffer.concat(subtree_roots).toString('base64') })
        .onConflict((conflict) => conflict.column('size').doNothing())
        .execute();
    },
  };
}

export const checkpointStore = storeOver(reads, writes);

function toCheckpoint(row: AuditCheckpointRow): StoredCheckpoint {
  const bytes = Buffer.from(row.subtree_roots, 'base64');
  if (bytes.length % hashBytes !== 0) throw damaged(`the checkpoint of ${row.size} events`, 'was altered');
  const subtree_roots = Array.from({ length: bytes.length / hashBytes }, (_, index) =>
    bytes.subarray(index * hashBytes, (index + 1) * hashBytes),
  );
  return { ...row, subtree_roots };
}
