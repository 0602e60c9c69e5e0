import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import type { ChainEnd } from './chain.ts';

/** The end of the audit chain. */
export function readHead(db: Kysely<Tables>): Promise<ChainEnd> {
  return db.selectFrom('audit_head').select(['event_id', 'hash']).executeTakeFirstOrThrow();
}

/** Moves the end of the chain over events that are appended in the same transaction. */
export async function moveHead(db: Kysely<Tables>, from: ChainEnd, to: ChainEnd): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('audit_head')
    .set({ event_id: to.event_id, hash: to.hash })
    .where('event_id', '=', from.event_id)
    .where('hash', '=', from.hash)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    throw new Error(`Audit event ${from.event_id + 1} does not follow the end of the chain`);
  }
}
