import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { BridgeProblem, RepositoryFacts } from './bridged-repository.ts';
import { describeCounts, type HeldFile } from './held-files.ts';
import { bridgeStore } from './store.ts';
import type { SyncRequests } from './sync-requests.ts';

/**
 * A question to users: are the held files of a commit intended? The registry does not import these files
 * until a user accepts them.
 */
export interface BridgeQuestion {
  readonly commit: string;
  readonly title: string;
  /**
   * True if the branch's history was rewritten. The changes in the accepted files then need review even if
   * the repository's policy is `trust`.
   */
  readonly rewritten: boolean;
  readonly files: readonly HeldFile[];
}

/** A user's acceptance of a commit's held files. It is valid for one sync. */
export interface AcceptedCommit {
  readonly commit: string;
  readonly files: readonly string[];
  readonly by: string;
  readonly at: number;
}

/** The state of a repository between two syncs, as shown by `bridge status`. Times are Unix seconds. */
export interface BridgeState {
  /** The last commit that the registry imported; null before the first. */
  readonly commit: string | null;
  readonly commit_title: string | null;
  /** Number of commits in the repository that the registry has not imported yet. */
  readonly behind: number;
  /** When the last successful sync ended; null before the first. */
  readonly synced_at: number | null;
  /** When the last sync ended, successful or not; null before the first. */
  readonly tried_at: number | null;
  /** The error of the last sync; null if it succeeded. */
  readonly error: string | null;
  readonly problems: readonly BridgeProblem[];
  /** Keys (`identifyProblem`) of the acknowledged problems that the last sync still found. */
  readonly acknowledged: readonly string[];
  /** Models in conflict, each as `category/name`. */
  readonly conflicts: readonly string[];
  /** Number of models whose registry changes are not merged in the repository yet. */
  readonly outgoing: number;
  /** The bridge's open pull request in the repository; null if there is none. */
  readonly pull_request: { readonly number: number; readonly url: string } | null;
  /**
   * The bridge's last pull request, if curators closed it without merging it and the registry's changes are
   * still the same. The bridge then does not send these changes again. Null otherwise.
   */
  readonly refused: { readonly number: number; readonly url: string } | null;
  readonly question: BridgeQuestion | null;
  /**
   * Becomes true when a sync detects that the branch's history was rewritten. Stays true until all of the
   * bridge's proposals are decided. While true, no change is trusted.
   */
  readonly rewritten: boolean;
  /** A user's acceptance of the files in `question`; null if there is none or a sync has used it. */
  readonly accepted: AcceptedCommit | null;
  /**
   * The open pull requests by other users that the bridge has examined, by number.
   *
   * - `of`: a hash of the pull request's commit, the last imported commit, the versions of the registry's
   *   categories, and the hour. When this hash changes, the bridge examines the pull request again
   * - `said`: a hash of the report that the bridge posted; null if it posted none
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
  rewritten: false,
  accepted: null,
  reported: {},
};

export async function readState(store: Pick<Store, 'read'>, repository: string): Promise<BridgeState> {
  return store.read((reader) => readStoredState(reader, repository));
}

/**
 * Reads and changes the stored state of a repository in one transaction, because a sync and a user who
 * accepts files may change it concurrently. Returns the changed state.
 *
 * @param change receives the stored state and returns the fields to replace
 */
export async function changeState(
  store: Pick<Store, 'write'>,
  repository: string,
  change: (state: BridgeState) => Partial<BridgeState>,
): Promise<BridgeState> {
  return store.write(async (writer) => {
    const state = await readStoredState(writer, repository);
    const changedState = { ...state, ...change(state) };
    await bridgeStore(writer).putState(repository, changedState as unknown as JsonObject);
    return changedState;
  });
}

async function readStoredState(tx: Tx, repository: string): Promise<BridgeState> {
  const storedState = await bridgeStore(tx).state(repository);
  const state = { ...unknownState, ...(storedState as unknown as Partial<BridgeState> | null) };
  const { question } = state;
  return { ...state, question: question && { ...question, files: question.files.map(addReasons) } };
}

/** Release 0.3.0 stored held files without `reasons`. */
function addReasons(file: HeldFile): HeldFile {
  return { ...file, reasons: file.reasons ?? describeCounts(file) };
}

/**
 * Accepts the held files of a commit. The next sync imports them if that commit is still the branch's head.
 *
 * @throws RegistryError `conflict` if that commit has no open question, or its files are already accepted
 */
export async function acceptCommit(
  { store, clock }: { readonly store: Pick<Store, 'write'>; readonly clock: Clock },
  repository: string,
  commit: string,
  userId: string,
): Promise<AcceptedCommit> {
  const changedState = await changeState(store, repository, ({ question, accepted }) => {
    if (question?.commit !== commit) {
      const heldCommit = question?.commit ?? 'none';
      throw new RegistryError(
        'conflict',
        `Commit ${commit} is not waiting for acceptance; waiting: ${heldCommit}.`,
      );
    }
    if (accepted !== null) {
      throw new RegistryError('conflict', `Commit ${commit} was already accepted by ${accepted.by}.`);
    }
    const files = question.files.map(({ file }) => file);
    return { accepted: { commit, files, by: userId, at: clock.now() } };
  });
  return changedState.accepted as AcceptedCommit;
}

/**
 * Returns the key that identifies the same problem in later syncs. It excludes the line number, because lines
 * move.
 */
export function identifyProblem({ file, name, reason }: BridgeProblem): string {
  return JSON.stringify([file, name, reason]);
}

/** Marks all problems in a repository's stored state as acknowledged. Returns the newly acknowledged ones. */
export async function acknowledgeProblems(
  store: Pick<Store, 'write'>,
  repository: string,
): Promise<BridgeProblem[]> {
  let newProblems: BridgeProblem[] = [];
  await changeState(store, repository, ({ problems, acknowledged }) => {
    newProblems = problems.filter((problem) => !acknowledged.includes(identifyProblem(problem)));
    return { acknowledged: [...new Set(problems.map(identifyProblem))] };
  });
  return newProblems;
}

interface ConflictingModel {
  readonly category: string;
  readonly name: string;
  /** The id of the change that the bridge proposed for this model; null if there is none. */
  readonly change_id: number | null;
}

/** The state of a repository as stored by the last sync. Reading it does not call the repository's host. */
export interface RepositoryStatus
  extends Omit<BridgeState, 'acknowledged' | 'conflicts' | 'problems' | 'reported' | 'rewritten'>,
    Omit<RepositoryFacts, 'name'> {
  readonly repository: string;
  readonly conflicts: readonly ConflictingModel[];
  readonly problems: readonly (BridgeProblem & { readonly acknowledged: boolean })[];
  /** True if a requested sync has not started yet. */
  readonly asked: boolean;
}

/**
 * The functions of the bridge for the endpoints and the console. They do not sync, but store requests for a
 * sync, because another instance may run the bridge.
 */
export interface BridgeActions {
  readonly repositories: readonly RepositoryFacts[];
  readonly requests: Pick<SyncRequests, 'add'>;
  status(): Promise<RepositoryStatus[]>;
  /**
   * Accepts the held files of `commit`, which must be the commit of the repository's `question`. The next
   * sync imports them if the commit is still the branch's head.
   *
   * @throws RegistryError `conflict` if that commit has no open question, or its files are already accepted
   */
  accept(repository: string, commit: string, userId: string): Promise<AcceptedCommit>;
  /**
   * Marks all problems in the repository's stored state as acknowledged. Returns the newly acknowledged ones.
   */
  acknowledge(repository: string): Promise<BridgeProblem[]>;
}

export async function bridgeStatus(
  store: Pick<Store, 'read'>,
  requests: Pick<SyncRequests, 'waiting'>,
  repositories: readonly RepositoryFacts[],
): Promise<RepositoryStatus[]> {
  const requestedRepositories = new Set((await requests.waiting()).map(({ repository }) => repository));
  const statuses: RepositoryStatus[] = [];
  for (const { name, kind, url, branch, policy, out, github } of repositories) {
    const { reported: _, rewritten: __, ...stored } = await readState(store, name);
    const { conflicts, problems, acknowledged, ...state } = stored;
    statuses.push({
      repository: name,
      ...{ kind, url, branch, policy, out, github },
      ...state,
      conflicts: await addProposals(store, name, conflicts),
      problems: problems.map((problem) => ({
        ...problem,
        acknowledged: acknowledged.includes(identifyProblem(problem)),
      })),
      asked: requestedRepositories.has(name),
    });
  }
  return statuses;
}

/**
 * Adds to each model in conflict the id of the change that the bridge proposed for it.
 * @param conflicts the models in conflict, each as `category/name`
 */
async function addProposals(
  store: Pick<Store, 'read'>,
  repository: string,
  conflicts: readonly string[],
): Promise<ConflictingModel[]> {
  const models = conflicts.map((conflict) => {
    const slashIndex = conflict.indexOf('/');
    return { category: conflict.slice(0, slashIndex), name: conflict.slice(slashIndex + 1) };
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
