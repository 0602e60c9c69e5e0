import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';

/** Told when something in memory is read anew because the database has lost what it was read from. */
export type OnHistoryLost = (lost: HistoryLost) => void;

export interface HistoryLost {
  /** What is read anew: a category, `groups`, `files`. */
  readonly memory: string;
  /** The end of the chain when it was read, which the chain does not have any more. */
  readonly end: ChainEnd;
}

/**
 * The end of the chain, and whether the chain still has the one that was its end when something was read. Where
 * it has not, that was read from a history that is gone: a standby was promoted that lacked the last commits, or a
 * backup was restored. Versions tell nothing then: those of other writes have passed them. Costs two indexed rows.
 *
 * @param before null: nothing was read yet
 */
export async function historyBehind(
  tx: Tx,
  before: ChainEnd | null,
): Promise<{ end: ChainEnd; isLost: boolean }> {
  const audit = auditStore(tx);
  const end = await audit.head();
  const isSame = before?.event_id === end.event_id && before.hash === end.hash;
  return { end, isLost: before !== null && !isSame && !(await audit.has(before)) };
}
