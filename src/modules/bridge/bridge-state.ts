import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { HeldFile } from './brake.ts';
import type { BridgeProblem, RepositoryFacts } from './bridged-repository.ts';
import { bridgeStore } from './store.ts';
import type { SyncRequests } from './sync-requests.ts';

/**
 * The question whether the held files of a commit are meant: until somebody accepts, the registry does not take
 * these files in.
 */
export interface BridgeQuestion {
  readonly commit: string;
  readonly title: string;
  /** Whether the branch's history was rewritten: accepted files then go to review, even in a trusted repository. */
  readonly rewritten: boolean;
  readonly files: readonly HeldFile[];
}

/** Somebody's acceptance of the held files of a commit, valid for one sync. */
export interface AcceptedCommit {
  readonly commit: string;
  readonly files: readonly string[];
  readonly by: string;
  readonly at: number;
}

/** The state of a repository between two syncs, shown by `bridge status`. Times are Unix seconds. */
export interface BridgeState {
  /** The commit that was taken in last; null before the first. */
  readonly commit: string | null;
  readonly commit_title: string | null;
  /** The number of commits that were seen in the repository and are not taken in yet. */
  readonly behind: number;
  /** The time at which the last successful sync ended; null before the first. */
  readonly synced_at: number | null;
  /** The time at which the last sync ended, failed or not; null before the first. */
  readonly tried_at: number | null;
  /** The reason why the last sync failed; null when it did not. */
  readonly error: string | null;
  readonly problems: readonly BridgeProblem[];
  /** Keys (`problemKey`) of the problems that somebody has acknowledged and that still exist. */
  readonly acknowledged: readonly string[];
  /** Models in conflict, `category/name`. */
  readonly conflicts: readonly string[];
  /** The number of models whose changes wait to be merged in the repository. */
  readonly outgoing: number;
  /** The bridge's open pull request in the repository; null when there is none. */
  readonly pull_request: { readonly number: number; readonly url: string } | null;
  /**
   * The bridge's pull request that curators closed without merging it; the bridge does not ask for its changes
   * again.
   */
  readonly refused: { readonly number: number; readonly url: string } | null;
  readonly question: BridgeQuestion | null;
  /** The answer to the question, until a sync acts upon it. */
  readonly accepted: AcceptedCommit | null;
  /**
   * Pull requests of others, by number: `of` is a hash of the state that was looked at, `said` a hash of the
   * bridge's comment, or null when it made none.
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
  acknowledged: [],
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
 * Changes the stored state in one transaction, because a sync and an acceptance may change it at the same time.
 *
 * @param change gives the new state from the present one
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
 * Accepts the held files of a commit: the next sync takes these files in, if that commit is still the branch's
 * head.
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
      const asked = question === null ? 'no commit does' : `commit ${question.commit} does`;
      throw new RegistryError('conflict', `Commit ${commit} does not wait to be accepted: ${asked}.`);
    }
    if (accepted !== null) {
      throw new RegistryError('conflict', `Commit ${commit} was already accepted by ${accepted.by}.`);
    }
    const files = question.files.map(({ file }) => file);
    return { accepted: { commit, files, by, at: clock.now() } };
  });
  return word.accepted as AcceptedCommit;
}

/** Key by which a problem is recognised in the next sync; its line number is no part of it, since lines move. */
export function problemKey({ file, name, reason }: BridgeProblem): string {
  return JSON.stringify([file, name, reason]);
}

/**
 * Marks all present problems of a repository as acknowledged; gives the problems that were not acknowledged before.
 */
export async function acknowledgeProblems(
  store: Pick<Store, 'write'>,
  repository: string,
): Promise<BridgeProblem[]> {
  let fresh: BridgeProblem[] = [];
  await changeState(store, repository, ({ problems, acknowledged }) => {
    fresh = problems.filter((problem) => !acknowledged.includes(problemKey(problem)));
    return { acknowledged: [...new Set(problems.map(problemKey))] };
  });
  return fresh;
}

/** A model that both sides changed to different content. */
interface ConflictingModel {
  readonly category: string;
  readonly name: string;
  /** The proposal that waits for a decision; null while there is none. */
  readonly change_id: number | null;
}

/** The stored state of a repository as the last sync left it, read without asking the repository's host. */
export interface RepositoryStatus
  extends Omit<BridgeState, 'acknowledged' | 'conflicts' | 'problems' | 'reported'>,
    Omit<RepositoryFacts, 'name'> {
  readonly repository: string;
  readonly conflicts: readonly ConflictingModel[];
  readonly problems: readonly (BridgeProblem & { readonly acknowledged: boolean })[];
  /** Whether somebody has asked for a sync that has not begun. */
  readonly asked: boolean;
}

/** Bridge as endpoints and the console see it: they ask for syncs, which another instance may run. */
export interface BridgeDesk {
  readonly repositories: readonly RepositoryFacts[];
  readonly requests: Pick<SyncRequests, 'add'>;
  status(): Promise<RepositoryStatus[]>;
  /**
   * Accepts the held files of the commit in the present question; the next sync takes these files in.
   *
   * @throws RegistryError `conflict` when nothing is asked about that commit, or it was accepted already
   */
  accept(repository: string, commit: string, by: string): Promise<AcceptedCommit>;
  /**
   * Marks all present problems of the repository as acknowledged; gives the problems that were not acknowledged
   * before.
   */
  acknowledge(repository: string): Promise<BridgeProblem[]>;
}

export async function bridgeStatus(
  store: Pick<Store, 'read'>,
  requests: Pick<SyncRequests, 'waiting'>,
  repositories: readonly RepositoryFacts[],
): Promise<RepositoryStatus[]> {
  const waiting = new Set((await requests.waiting()).map(({ repository }) => repository));
  const statuses: RepositoryStatus[] = [];
  for (const { name, kind, url, branch, policy, out, github } of repositories) {
    const { conflicts, problems, acknowledged, reported: _, ...state } = await readState(store, name);
    statuses.push({
      repository: name,
      ...{ kind, url, branch, policy, out, github },
      ...state,
      conflicts: await withProposals(store, name, conflicts),
      problems: problems.map((problem) => ({
        ...problem,
        acknowledged: acknowledged.includes(problemKey(problem)),
      })),
      asked: waiting.has(name),
    });
  }
  return statuses;
}

/** @param conflicts `category/name` */
async function withProposals(
  store: Pick<Store, 'read'>,
  repository: string,
  conflicts: readonly string[],
): Promise<ConflictingModel[]> {
  const models = conflicts.map((conflict) => {
    const at = conflict.indexOf('/');
    return { category: conflict.slice(0, at), name: conflict.slice(at + 1) };
  });
  const changes = new Map<string, number | null>();
  for (const category of new Set(models.map((model) => model.category))) {
    const records = await store.read((tx) => bridgeStore(tx).records(repository, category));
    for (const { name, change_id } of records) changes.set(`${category}/${name}`, change_id);
  }
  return models.map(({ category, name }) => ({
    category,
    name,
    change_id: changes.get(`${category}/${name}`) ?? null,
  }));
}
