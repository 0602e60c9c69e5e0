import type { Clock } from '../../kernel/clock.ts';
import type { PrimaryEvidence, PrimaryEvidencePart } from '../../outside/primary-evidence.ts';
import type { Store } from '../../store/store.ts';
import { learnedFromTheStart, learnedPlaceText, parseLearnedPlace } from '../files/learned.ts';
import { fileStore } from '../files/store.ts';
import { replicaStore } from './store.ts';
import type { ReplicaEvidence } from './tables.ts';

/** How often all is read from the start: it heals whatever a restored primary, or a defect, left behind. */
const wholeEverySeconds = 6 * 3600;
/** How often it is noted on disk that there is nothing new. */
const confirmEverySeconds = 60;

/** The place from which everything is read. */
export const startPlace = learnedPlaceText(learnedFromTheStart);

/** How far a replica has read what its primary has learned of files, in its own database. */
export interface StoredEvidence {
  /** Where to read on: from the start where there is nothing of this primary, or it is time for all of it. */
  whereToReadOn(): Promise<ReplicaEvidence>;
  /** Goes back to the start: the primary does not know the place. */
  backToStart(state: ReplicaEvidence): Promise<ReplicaEvidence>;
  /**
   * Takes over a part and moves the place, in one transaction.
   * @param asked when the part was asked for, in Unix seconds
   */
  take(part: PrimaryEvidencePart, before: ReplicaEvidence, asked: number): Promise<ReplicaEvidence>;
}

export function createStoredEvidence({
  store,
  clock,
  primary,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  readonly primary: Pick<PrimaryEvidence, 'url'>;
}): StoredEvidence {
  const whereToReadOn = async (): Promise<ReplicaEvidence> => {
    const state = await store.read((tx) => replicaStore(tx).evidence());
    const now = clock.now();
    const isOurs = state?.source === primary.url;
    // Also when the clock was set back.
    const isDue = isOurs && (now < state.whole_at || now - state.whole_at >= wholeEverySeconds);
    if (isOurs && (state.pass_from !== null || !isDue)) return state;
    const pass_from = await lastWrite();
    if (isOurs) return put({ ...state, place: startPlace, pass_from }, state);
    return put({ source: primary.url, place: startPlace, as_of: null, whole_at: 0, pass_from }, state);
  };

  const lastWrite = () => store.read((tx) => fileStore(tx).lastWrite());

  /** Another process of this replica may have been faster: then its place is the one to go on from. */
  const put = (next: ReplicaEvidence, expected: ReplicaEvidence | null) =>
    store.write(async (tx) => {
      const found = await replicaStore(tx).evidence();
      if (found && !isSamePlace(found, expected)) return found;
      await replicaStore(tx).putEvidence(next);
      return next;
    });

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
    return store.write(async (tx) => {
      const found = await replicaStore(tx).evidence();
      if (!isSamePlace(found, before)) return found ?? next;
      await fileStore(tx).takeLearned(part, now);
      if (isWhole) {
        const { changes = 0 } = parseLearnedPlace(part.next) ?? {};
        await fileStore(tx).dropLearned({ write: before.pass_from ?? 0, change: changes });
      }
      await replicaStore(tx).putEvidence(next);
      return next;
    });
  };

  return {
    whereToReadOn,
    backToStart: async (state) => put({ ...state, place: startPlace, pass_from: await lastWrite() }, state),
    take,
  };
}

function isSamePlace(found: ReplicaEvidence | null, expected: ReplicaEvidence | null): boolean {
  return found?.source === expected?.source && found?.place === expected?.place;
}
