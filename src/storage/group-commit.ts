import type { Kysely } from 'kysely';
import type { StoreWriter } from '../services/ports/store/transaction.ts';
import { translateError } from './driver-errors.ts';
import { isFatal, runWriter, type WriteNotes } from './kysely/session.ts';
import type { Tables } from './schema.ts';
import type { QueuedWrite, WriteTogether } from './write-queue.ts';

type Work = (writer: StoreWriter) => Promise<unknown>;

/** A write of the queue: what a service does with a writer, or one that brings its own transaction. */
export type StoreWrite = { readonly with: Work } | { readonly alone: () => Promise<unknown> };

type Waiting = QueuedWrite<StoreWrite>;

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
}

/** How long writes follow each other in one transaction, in milliseconds: its first ones wait for the last. */
const groupMs = 200;

/**
 * Writes that share a transaction: each under a savepoint of its own, and each answered when all are on the disk.
 * What one throws undoes its own writes. Where the database itself could not do its work, nothing was stored, and
 * each runs again in a transaction of its own: one that fills the disk fails alone.
 */
export function groupCommit(options: GroupCommitOptions): WriteTogether<StoreWrite> {
  return async (group) => {
    const waiting = group.filter(({ answered }) => !answered);
    const [first] = waiting;
    if (!first) return [];
    if ('alone' in first.work) await answer(first, first.work.alone);
    else if (waiting.length > 1) return writeTogether(waiting, options);
    else await writeSingly(first, first.work.with, options);
    return [];
  };
}

async function answer(write: Waiting, run: () => Promise<unknown>): Promise<void> {
  if (!write.begin()) return;
  await run().then(
    (value) => write.resolve(value),
    (error: unknown) => write.reject(error),
  );
}

async function writeSingly(write: Waiting, work: Work, { transact }: GroupCommitOptions): Promise<void> {
  let value: unknown;
  try {
    await transact(
      async (db, notes) => {
        write.begin();
        value = await runWriter(db, work, notes);
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
  { transact, failedCommitIsUndone }: GroupCommitOptions,
): Promise<readonly Waiting[]> {
  const outcomes = new Map<Waiting, Outcome>();
  const reached = { writes: false, commit: false };
  try {
    await transact(async (db, notes) => {
      outcomes.clear();
      reached.writes = true;
      await runWriter(db, (writer) => writeInTurn(writer, group, outcomes), notes);
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
  writer: StoreWriter,
  group: readonly Waiting[],
  outcomes: Map<Waiting, Outcome>,
): Promise<void> {
  const end = performance.now() + groupMs;
  for (const write of group) {
    if (outcomes.size > 0 && performance.now() > end) return;
    const { work } = write;
    if (!('with' in work) || !write.begin()) continue;
    try {
      outcomes.set(write, { value: await writer.savepoint(() => work.with(writer)) });
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
