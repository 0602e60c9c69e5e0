import { setTimeout as wait } from 'node:timers/promises';
import { BackOff } from '../../concurrency/back-off.ts';
import type { Clock } from '../../registry/clock.ts';
import { learnedFromTheStart, learnedPlaceText, parseLearnedPlace } from '../../registry/files/learned.ts';
import type { PrimaryEvidence, PrimaryEvidencePart } from '../ports/primary-evidence.ts';
import type { ReplicaEvidence } from '../ports/store/replica-source.ts';
import type { Store } from '../ports/store/store.ts';

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
/** How often all is read from the start: it heals whatever a restored primary, or a defect, left behind. */
const wholeEverySeconds = 6 * 3600;
/** How often it is noted on disk that there is nothing new. */
const confirmEverySeconds = 60;
/** Parts in one go: far more than there ever are, and an end where a primary has none. */
const mostParts = 2_000;

const start = learnedPlaceText(learnedFromTheStart);

/**
 * Keeps a copy of what the primary has learned of files, beside the records and apart from them: whatever
 * happens here, those are followed all the same. Looks for what is new every few seconds, until it is stopped.
 */
export async function followEvidence(options: EvidenceFollowerOptions): Promise<EvidenceFollower> {
  const { store, clock, primary, random, everySeconds } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const backOff = new BackOff(betweenTries, random);
  let problem: string | null = null;
  const stored = await store.read(({ replica }) => replica.evidence());
  let asOf = stored?.source === primary.url ? stored.as_of : null;

  const read = async (): Promise<'read' | 'none'> => {
    let state = await begun();
    for (let parts = 0; parts < mostParts; parts += 1) {
      const asked = clock.now();
      const part = await primary.learned(state.place === start ? null : state.place, signal);
      if (part.kind === 'none') return 'none';
      if (part.kind === 'gone') {
        if (state.place === start) throw new Error(`${primary.url} does not know where its files begin.`);
        state = await put({ ...state, place: start, pass_from: await lastWrite() }, state);
        continue;
      }
      refuseStanding(state.place, part);
      state = await take(part, state, asked);
      if (!part.more) {
        asOf = state.as_of;
        return 'read';
      }
    }
    throw new Error(`${primary.url} does not come to the end of what it has learned of files.`);
  };

  /** Where to read on: from the start where there is nothing of this primary, or it is time for all of it. */
  const begun = async (): Promise<ReplicaEvidence> => {
    const state = await store.read(({ replica }) => replica.evidence());
    const now = clock.now();
    const isOurs = state?.source === primary.url;
    // Also when the clock was set back.
    const isDue = isOurs && (now < state.whole_at || now - state.whole_at >= wholeEverySeconds);
    if (isOurs && (state.pass_from !== null || !isDue)) return state;
    const pass_from = await lastWrite();
    if (isOurs) return put({ ...state, place: start, pass_from }, state);
    return put({ source: primary.url, place: start, as_of: null, whole_at: 0, pass_from }, state);
  };

  const lastWrite = () => store.read(({ files }) => files.lastWrite());

  /** Another process of this replica may have been faster: then its place is the one to go on from. */
  const put = (next: ReplicaEvidence, expected: ReplicaEvidence | null) =>
    store.write(async ({ replica }) => {
      const found = await replica.evidence();
      if (found && !isSamePlace(found, expected)) return found;
      await replica.putEvidence(next);
      return next;
    });

  /** Takes over a part and moves the place, in one transaction. */
  const take = async (part: PrimaryEvidencePart, before: ReplicaEvidence, asked: number) => {
    const now = clock.now();
    const isWhole = !part.more && before.pass_from !== null;
    const known = part.more || part.ageSeconds === null ? before.as_of : asked - part.ageSeconds;
    const isNews = part.next !== before.place || isWhole;
    const next: ReplicaEvidence = {
      ...before,
      place: part.next,
      as_of: known,
      ...(isWhole && { pass_from: null, whole_at: now }),
    };
    if (!isNews && Math.abs((known ?? 0) - (before.as_of ?? 0)) < confirmEverySeconds) return next;
    return store.write(async ({ replica, files }) => {
      const found = await replica.evidence();
      if (!isSamePlace(found, before)) return found ?? next;
      await files.takeLearned(part, now);
      if (isWhole) {
        const { changes = 0 } = parseLearnedPlace(part.next) ?? {};
        await files.dropLearned({ write: before.pass_from ?? 0, change: changes });
      }
      await replica.putEvidence(next);
      return next;
    });
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
  const goesBack =
    !from || !to || to.addresses < from.addresses || to.verdicts < from.verdicts || to.changes < from.changes;
  if (goesBack || (more && next === place))
    throw new Error(`What the primary has learned of files does not go on from ${place}.`);
}

function isSamePlace(found: ReplicaEvidence | null, expected: ReplicaEvidence | null): boolean {
  return found?.source === expected?.source && found?.place === expected?.place;
}
