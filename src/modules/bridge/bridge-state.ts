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
 * The question to people whether files of a commit are meant: they stay as they are, on both sides, until
 * somebody accepts.
 */
export interface BridgeQuestion {
  readonly commit: string;
  readonly title: string;
  /** The history that led to it was rewritten: what is accepted of it goes to review. */
  readonly rewritten: boolean;
  readonly files: readonly HeldFile[];
}

/** Somebody's acceptance of files of a commit; it holds once. */
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
  /** Commits that were seen there and are not taken in. */
  readonly behind: number;
  /** The end of the last sync that came to its end. */
  readonly synced_at: number | null;
  /** The end of the last sync, failed or not. */
  readonly tried_at: number | null;
  /** Why the last sync did not come to its end; null when it did. */
  readonly error: string | null;
  readonly problems: readonly BridgeProblem[];
  /** The problems that somebody has acknowledged, by `problemKey`, while they last. */
  readonly acknowledged: readonly string[];
  /** Models in conflict, `category/name`. */
  readonly conflicts: readonly string[];
  /** Models whose changes wait to be merged there. */
  readonly outgoing: number;
  /** Our open pull request. */
  readonly pull_request: { readonly number: number; readonly url: string } | null;
  /** Our pull request that curators have closed without merging it: its changes are not asked for again. */
  readonly refused: { readonly number: number; readonly url: string } | null;
  readonly question: BridgeQuestion | null;
  /** The answer to the question, until a sync acts upon it. */
  readonly accepted: AcceptedCommit | null;
  /**
   * Others' pull requests, by number: a hash of what was looked at, and of our comment; null: no comment was
   * made.
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
 * Changes the stored state in one transaction: a sync and somebody's answer may come together.
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
 * Accepts held files of a commit: the next sync takes them in, if the branch is still there, and once.
 *
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

/** Notes all present problems of a repository as known; gives those that were not. */
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

/** The state of a repository when it was last looked at, without asking it. */
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
   * Accepts the commit that is asked about; the next sync takes it in.
   * @throws RegistryError `conflict` when nothing is asked about that commit, or it was accepted already
   */
  accept(repository: string, commit: string, by: string): Promise<AcceptedCommit>;
  /** Notes all present problems as known; gives those that were not. */
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
