import type { Kysely } from 'kysely';
import { allWhenSettled } from '../concurrency/all-when-settled.ts';
import type { ReadsFirst } from '../services/ports/store/store.ts';
import type { StoreWriter } from '../services/ports/store/transaction.ts';
import { translateError } from './driver-errors.ts';
import { type Held, isFatal, runWriter, type WriteNotes } from './kysely/session.ts';
import type { Tables } from './schema.ts';
import type { QueuedWrite, WriteTogether } from './write-queue.ts';

type Work = (writer: StoreWriter) => Promise<unknown>;

/** A write of the queue: what a service does with a writer, or one that brings its own transaction. */
export type StoreWrite =
  | { readonly with: Work; readonly readsFirst?: ReadsFirst | undefined }
  | { readonly alone: () => Promise<unknown> };

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
  /** How long writes follow each other in one transaction, in milliseconds: its first ones wait for the last. */
  readonly longestGroupMs?: number | undefined;
}

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
    else await writeSingly(first, first.work, options);
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

async function writeSingly(
  write: Waiting,
  work: { readonly with: Work; readonly readsFirst?: ReadsFirst | undefined },
  { transact }: GroupCommitOptions,
): Promise<void> {
  let value: unknown;
  try {
    await transact(
      async (db, notes) => {
        write.begin();
        value = await runWriter(
          db,
          async (writer, held) => {
            await readAhead(held, [work.readsFirst]);
            return work.with(writer);
          },
          notes,
        );
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
      await runWriter(
        db,
        async (writer, held) => {
          await readAhead(
            held,
            group.map(({ work }) => ('with' in work ? work.readsFirst : undefined)),
          );
          await writeInTurn(writer, group, outcomes, longestGroupMs);
        },
        notes,
      );
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

/** Whoever names more than this reads it itself. */
const mostAhead = 20;

/** Reads what the writes of a transaction begin with: for all of them at once. */
async function readAhead(
  { changes, models, counters, chain }: Held,
  wanted: readonly (ReadsFirst | undefined)[],
): Promise<void> {
  const few = wanted.flatMap((each) => (each && (each.changes?.length ?? 0) <= mostAhead ? [each] : []));
  if (few.length === 0) return;
  await allWhenSettled([
    chain.get(),
    counters.readAhead(),
    changes.readAhead(few.flatMap((each) => each.changes ?? [])),
  ]);
  const names = few.flatMap((each) => [
    ...(each.models ?? []),
    ...(each.models && each.changes ? each.changes : [])
      .flatMap((id) => changes.known([id]) ?? [])
      .map(({ change }) => ({ category: change.category, name: change.model_name })),
  ]);
  for (const [category, own] of Map.groupBy(names, (model) => model.category)) {
    await models.readAhead(
      category,
      own.map(({ name }) => name),
    );
  }
}

async function writeInTurn(
  writer: StoreWriter,
  group: readonly Waiting[],
  outcomes: Map<Waiting, Outcome>,
  longestMs: number,
): Promise<void> {
  const end = performance.now() + longestMs;
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
