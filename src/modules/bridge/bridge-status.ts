import type { Store } from '../../store/store.ts';
import { type AcceptedCommit, type BridgeState, readState } from './bridge-state.ts';
import type { RepositoryFacts } from './bridged-repository.ts';
import { bridgeStore } from './store.ts';
import type { SyncRequests } from './sync-requests.ts';

/** A model that both sides changed, and not to the same. */
export interface ConflictingModel {
  readonly category: string;
  readonly name: string;
  /** The proposal that waits for a decision; null while there is none. */
  readonly change_id: number | null;
}

/** What is known of a repository, without asking it. */
export interface RepositoryStatus
  extends Omit<BridgeState, 'conflicts' | 'reported'>,
    Omit<RepositoryFacts, 'name'> {
  readonly repository: string;
  readonly conflicts: readonly ConflictingModel[];
  /** Somebody has asked for a sync that has not begun. */
  readonly asked: boolean;
}

/** The bridge as those see it who do not sync themselves: it may be another instance that does. */
export interface BridgeDesk {
  readonly repositories: readonly RepositoryFacts[];
  readonly requests: Pick<SyncRequests, 'add'>;
  status(): Promise<RepositoryStatus[]>;
  /**
   * Somebody's word that what is asked about a commit is meant; the next sync acts upon it.
   * @throws RegistryError `conflict` when nothing is asked about that commit, or it was accepted already
   */
  accept(repository: string, commit: string, by: string): Promise<AcceptedCommit>;
}

export async function bridgeStatus(
  store: Pick<Store, 'read'>,
  requests: Pick<SyncRequests, 'waiting'>,
  repositories: readonly RepositoryFacts[],
): Promise<RepositoryStatus[]> {
  const waiting = new Set((await requests.waiting()).map(({ repository }) => repository));
  const statuses: RepositoryStatus[] = [];
  for (const { name, kind, url, branch, policy, out, github } of repositories) {
    const { conflicts, reported: _reported, ...state } = await readState(store, name);
    statuses.push({
      repository: name,
      ...{ kind, url, branch, policy, out, github },
      ...state,
      conflicts: await withProposals(store, name, conflicts),
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
