import type { Kysely } from 'kysely';
import { hashBytes } from '../../registry/audit/transparency/merkle-tree.ts';
import type {
  CheckpointReader,
  CheckpointWriter,
  StoredCheckpoint,
} from '../../services/ports/store/checkpoints.ts';
import type { AuditCheckpointRow, Tables } from '../schema.ts';
import { damaged } from './json-column.ts';

export function checkpointReader(db: Kysely<Tables>): CheckpointReader {
  const rows = db.selectFrom('audit_checkpoints').selectAll();
  return {
    latest: async () => {
      const row = await rows.orderBy('size', 'desc').limit(1).executeTakeFirst();
      return row ? toCheckpoint(row) : null;
    },

    list: async (after, limit) =>
      (await rows.where('size', '>', after).orderBy('size').limit(limit).execute()).map(toCheckpoint),
  };
}

export function checkpointWriter(db: Kysely<Tables>): CheckpointWriter {
  return {
    ...checkpointReader(db),

    insert: async ({ subtree_roots, ...checkpoint }) => {
      await db
        .insertInto('audit_checkpoints')
        .values({ ...checkpoint, subtree_roots: Buffer.concat(subtree_roots).toString('base64') })
        .onConflict((conflict) => conflict.column('size').doNothing())
        .execute();
    },
  };
}

function toCheckpoint(row: AuditCheckpointRow): StoredCheckpoint {
  const bytes = Buffer.from(row.subtree_roots, 'base64');
  if (bytes.length % hashBytes !== 0) throw damaged(`the checkpoint of ${row.size} events`, 'was altered');
  const subtree_roots = Array.from({ length: bytes.length / hashBytes }, (_, index) =>
    bytes.subarray(index * hashBytes, (index + 1) * hashBytes),
  );
  return { ...row, subtree_roots };
}
