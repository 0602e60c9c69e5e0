import type { Kysely } from 'kysely';
import { translateError } from './driver-errors.ts';
import type { Tables } from './tables.ts';
import { isFatal, runWriter, type WriteNotes, type WriteTx } from './tx.ts';
import type { QueuedWrite, WriteTogether } from './write-queue.ts';

/** What a write of the queue does with a writer. */
export type Work = (writer: WriteTx) => Promise<unknown>;

type Waiting = QueuedWrite<Work>;

/** Runs work in a transaction, again where the database asks for that, and commits it. */
export type Transact = (
  work: (db: Kysely<Tables>, notes: WriteNotes | undefined) => Promise<void>,
  patience: Patience,
) => Promise<void>;

/** How long a transaction is worth waiting for. */
export interface Patience {
  /** Throws when nobody waits any more. */
  giveUp(): void;
  /** Milliseconds until then at most. */
  left(): number;
}

export interface GroupCommitOptions {
  readonly transact: Transact;
  /** Whether a commit that failed has certainly stored nothing; else that is not known. */
  readonly failedCommitIsUndone: boolean;
  /** How long writes follow each other in one transaction, in milliseconds: its first ones wait for the last. */
  readonly longestGroupMs?: number | undefined;
}

/**
 * Writes that share a transaction: each under a savepoint of its own, and each answered when all are on the disk.
 * What one throws undoes its own writes. Where the database itself could not do its work, nothing was stored, and
 * each runs again in a transaction of its own: one that fills the disk fails alone.
 */
export function groupCommit(options: GroupCommitOptions): WriteTogether<Work> {
  return async (group) => {
    const waiting = group.filter(({ answered }) => !answered);
    const [first] = waiting;
    if (!first) return [];
    if (waiting.length > 1) return writeTogether(waiting, options);
    await writeSingly(first, options);
    return [];
  };
}

async function writeSingly(write: Waiting, { transact }: GroupCommitOptions): Promise<void> {
  let value: unknown;
  try {
    await transact(
      async (db, notes) => {
        write.begin();
        value = await runWriter(db, write.work, notes);
      },
      patienceOf([write]),
    );
  } catch (error) {
    write.reject(error);
    return;
  }
  write.resolve(value);
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

async function writeTogether(
  group: readonly Waiting[],
  { transact, failedCommitIsUndone, longestGroupMs = 200 }: GroupCommitOptions,
): Promise<readonly Waiting[]> {
  const outcomes = new Map<Waiting, Outcome>();
  const reached = { writes: false, commit: false };
  try {
    await transact(async (db, notes) => {
      outcomes.clear();
      reached.writes = true;
      await runWriter(db, (writer) => writeInTurn(writer, group, outcomes, longestGroupMs), notes);
      reached.commit = true;
    }, patienceOf(group));
  } catch (error) {
    const again = reached.commit ? failedCommitIsUndone : reached.writes;
    return afterFailure(group, error, again);
  }
  for (const [write, outcome] of outcomes) {
    if ('value' in outcome) write.resolve(outcome.value);
    else write.reject(outcome.error);
  }
  return group.filter((write) => !outcomes.has(write));
}

async function writeInTurn(
  writer: WriteTx,
  group: readonly Waiting[],
  outcomes: Map<Waiting, Outcome>,
  longestMs: number,
): Promise<void> {
  const end = performance.now() + longestMs;
  for (const write of group) {
    if (outcomes.size > 0 && performance.now() > end) return;
    if (!write.begin()) continue;
    try {
      outcomes.set(write, { value: await writer.savepoint(() => write.work(writer)) });
    } catch (thrown) {
      const error = translateError(thrown);
      if (isFatal(error)) throw error;
      outcomes.set(write, { error });
    }
  }
}

/** Gives back those that wait again. */
function afterFailure(group: readonly Waiting[], error: unknown, again: boolean): readonly Waiting[] {
  for (const write of group) {
    if (again) write.waitAlone();
    else write.reject(error);
  }
  return group.filter(({ answered }) => !answered);
}

function patienceOf(group: readonly Waiting[]): Patience {
  const waiting = () => group.filter(({ answered }) => !answered);
  return {
    giveUp: () => {
      if (waiting().length === 0) group[0]?.deadline?.signal.throwIfAborted();
    },
    left: () => Math.max(...group.map(({ deadline }) => deadline?.left() ?? Number.POSITIVE_INFINITY)),
  };
}
