import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { HeldFile } from './brake.ts';
import type { BridgeProblem } from './bridged-repository.ts';
import { bridgeStore } from './store.ts';

/** Whether files of a commit are to be taken in: they stay as they are, on both sides, until somebody says so. */
export interface BridgeQuestion {
  readonly commit: string;
  readonly title: string;
  /** The history that led to it was rewritten: what is accepted of it goes to review. */
  readonly rewritten: boolean;
  readonly files: readonly HeldFile[];
}

/** Somebody's word that files of a commit may be taken in; for one time. */
export interface AcceptedCommit {
  readonly commit: string;
  readonly files: readonly string[];
  /** Who. */
  readonly by: string;
  readonly at: number;
}

/** What is remembered of a repository between two syncs, and shown by `bridge status`. Times are Unix seconds. */
export interface BridgeState {
  /** The commit that was taken in last; null before the first. */
  readonly commit: string | null;
  /** Its title. */
  readonly commit_title: string | null;
  /** Commits that were seen there and are not taken in. */
  readonly behind: number;
  /** When a sync came to its end. */
  readonly synced_at: number | null;
  /** When one ended, in whatever way. */
  readonly tried_at: number | null;
  /** Why the last sync did not come to its end; null when it did. */
  readonly error: string | null;
  readonly problems: readonly BridgeProblem[];
  /** Models in conflict, `category/name`. */
  readonly conflicts: readonly string[];
  /** Models whose changes wait to be merged there. */
  readonly outgoing: number;
  /** Our open pull request. */
  readonly pull_request: { readonly number: number; readonly url: string } | null;
  /** Ours that curators have closed without merging it: what it asked for is not asked for again. */
  readonly refused: { readonly number: number; readonly url: string } | null;
  /** What waits for a person's word; null: nothing. */
  readonly question: BridgeQuestion | null;
  /** That word, until it was acted upon. */
  readonly accepted: AcceptedCommit | null;
  /**
   * Others' pull requests, by number: a hash of what was looked at, and of what was said then; null: nothing.
   */
  readonly reported: Readonly<Record<string, { readonly of: string; readonly said: string | null }>>;
}

export const unknownState: BridgeState = {
  commit: null,
  commit_title: null,
  behind: 0,
  synced_at: null,
  tried_at: null,
  error: null,
  problems: [],
  conflicts: [],
  outgoing: 0,
  pull_request: null,
  refused: null,
  question: null,
  accepted: null,
  reported: {},
};

export async function readState(store: Pick<Store, 'read'>, repository: string): Promise<BridgeState> {
  return store.read((reader) => stateIn(reader, repository));
}

/**
 * Changes what is remembered, in one transaction: a sync and somebody's word may come together.
 * @param change of the state as it is then
 */
export async function changeState(
  store: Pick<Store, 'write'>,
  repository: string,
  change: (state: BridgeState) => Partial<BridgeState>,
): Promise<BridgeState> {
  return store.write(async (writer) => {
    const state = await stateIn(writer, repository);
    const changed = { ...state, ...change(state) };
    await bridgeStore(writer).putState(repository, changed as unknown as JsonObject);
    return changed;
  });
}

async function stateIn(tx: Tx, repository: string): Promise<BridgeState> {
  const stored = await bridgeStore(tx).state(repository);
  return { ...unknownState, ...(stored as unknown as Partial<BridgeState> | null) };
}

/**
 * Lets the files of a commit be taken in that are not without somebody's word: by the next sync, if the branch is
 * there still, and once.
 *
 * @throws RegistryError `conflict` when nothing is asked about that commit, or it was accepted already
 */
export async function acceptCommit(
  { store, clock }: { readonly store: Pick<Store, 'write'>; readonly clock: Clock },
  repository: string,
  commit: string,
  by: string,
): Promise<AcceptedCommit> {
  const word = await changeState(store, repository, ({ question, accepted }) => {
    if (question?.commit !== commit) {
      const asked = question === null ? 'nothing is asked' : `it is asked about commit ${question.commit}`;
      throw new RegistryError('conflict', `There is no question about commit ${commit}: ${asked}.`);
    }
    if (accepted !== null) {
      throw new RegistryError('conflict', `Commit ${commit} was accepted by ${accepted.by} already.`);
    }
    const files = question.files.map(({ file }) => file);
    return { accepted: { commit, files, by, at: clock.now() } };
  });
  return word.accepted as AcceptedCommit;
}
