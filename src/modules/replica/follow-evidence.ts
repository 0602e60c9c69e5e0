import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { BackOff } from '../../kernel/concurrency/back-off.ts';
import type { PrimaryEvidence, PrimaryEvidencePart } from '../../outside/primary-evidence.ts';
import type { Store } from '../../store/store.ts';
import { parseLearnedPlace } from '../files/learned.ts';
import { replicaStore } from './store.ts';
import { createStoredEvidence, startPlace } from './stored-evidence.ts';

/** What is known of a replica's copy of its primary's evidence. */
export interface EvidenceCopy {
  /**
   * Whole seconds since the copy was known to be what the primary has learned; null while there is none, or
   * the primary tells none.
   */
  ageSeconds(): number | null;
  /** Why the latest try to bring it forward failed; null when it did not. */
  problem(): string | null;
}

export interface EvidenceFollower extends EvidenceCopy {
  /** Resolves when nothing is being written any more. */
  stop(): Promise<void>;
}

export interface EvidenceFollowerOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  readonly primary: PrimaryEvidence;
  /** In [0, 1). */
  readonly random: () => number;
  /** How long to wait between two looks at a primary that answers, in seconds. */
  readonly everySeconds: number;
  /** Told of every try that fails, and how many have failed in a row. */
  readonly onFailure: (error: unknown, inARow: number) => void;
}

/** In milliseconds. Records are followed by themselves, so nothing is in a hurry here. */
const betweenTries = { first: 1_000, longest: 600_000 };
/** How long a primary that tells nothing of files is left alone, in seconds. */
const noneForSeconds = 600;
/** Parts in one go: far more than there ever are, and an end where a primary has none. */
const mostParts = 2_000;

/**
 * Keeps a copy of what the primary has learned of files, beside the records and apart from them: whatever
 * happens here, those are followed all the same. Looks for what is new every few seconds, until it is stopped.
 */
export async function followEvidence(options: EvidenceFollowerOptions): Promise<EvidenceFollower> {
  const { store, clock, primary, random, everySeconds } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const backOff = new BackOff(betweenTries, random);
  const evidence = createStoredEvidence({ store, clock, primary });
  let problem: string | null = null;
  const stored = await store.read((tx) => replicaStore(tx).evidence());
  let asOf = stored?.source === primary.url ? stored.as_of : null;

  const read = async (): Promise<'read' | 'none'> => {
    let state = await evidence.whereToReadOn();
    for (let parts = 0; parts < mostParts; parts += 1) {
      const asked = clock.now();
      const part = await primary.learned(state.place === startPlace ? null : state.place, signal);
      if (part.kind === 'none') return 'none';
      if (part.kind === 'gone') {
        if (state.place === startPlace)
          throw new Error(`${primary.url} does not know where its files begin.`);
        state = await evidence.backToStart(state);
        continue;
      }
      refuseStanding(state.place, part);
      state = await evidence.take(part, state, asked);
      if (!part.more) {
        asOf = state.as_of;
        return 'read';
      }
    }
    throw new Error(`${primary.url} does not come to the end of what it has learned of files.`);
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const pauseMs = await read().then(
        (found) => {
          problem = null;
          backOff.succeeded();
          if (found === 'none') asOf = null;
          // Between half of it and all of it, so that replicas do not ask in step.
          return (found === 'none' ? noneForSeconds : everySeconds) * 1000 * (0.5 + random() / 2);
        },
        (error: unknown) => {
          if (signal.aborted) return 0;
          problem = (error as Error).message;
          const ms = backOff.failed();
          options.onFailure(error, backOff.failures);
          return ms;
        },
      );
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();

  return {
    ageSeconds: () => (asOf === null ? null : Math.max(0, clock.now() - asOf)),
    problem: () => problem,
    stop: async () => {
      closing.abort();
      await running;
    },
  };
}

/** @throws Error when the primary says that there is more, and does not go on */
function refuseStanding(place: string, { next, more }: PrimaryEvidencePart): void {
  const [from, to] = [parseLearnedPlace(place), parseLearnedPlace(next)];
  const steps = (['addresses', 'verdicts', 'changes'] as const).map(
    (list) => (to?.[list] ?? 0) - (from?.[list] ?? 0),
  );
  const goesBack = !from || !to || steps.some((step) => step < 0);
  if (goesBack || (more && steps.every((step) => step === 0)))
    throw new Error(`What the primary has learned of files does not go on from ${place}.`);
}
