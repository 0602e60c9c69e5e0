import type { Clock } from '../../kernel/clock.ts';
import type { FileText, RepositoryCommit } from '../../outside/content-repository.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import { repositoryFileStore } from '../transfer/index.ts';
import { type AcceptedCommit, type BridgeState, changeState } from './bridge-state.ts';
import {
  type BridgedRepository,
  type BridgeProblem,
  categoriesOf,
  companions,
} from './bridged-repository.ts';
import type { NewCommits } from './new-commits.ts';
import type { SeenFile } from './read-sides.ts';
import { settleProposals } from './settle.ts';
import { type Queue, type TakenIn, takeIn, titleOf } from './take-in.ts';

export interface TakeInOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly categories: readonly CategoryDefinition[];
}

/** A commit's files, beside what the registry has of the same models. */
export interface SeenCommit {
  readonly texts: ReadonlyMap<string, FileText>;
  readonly seen: readonly SeenFile[];
  readonly problems: readonly BridgeProblem[];
}

export interface TakenCommit {
  readonly commit: RepositoryCommit;
  readonly result: TakenIn;
}

interface HowToTakeIn {
  readonly head: string;
  /** By whose word files are taken in that are not without it. */
  readonly accepted: AcceptedCommit | null;
  readonly dryRun: boolean;
}

/**
 * Takes commits in one after the other, and remembers how far it came. Dry, it looks at the last one alone,
 * whose files have what the others brought.
 *
 * @param state before the first of them
 */
export async function takeInCommits(
  options: TakeInOptions,
  repository: BridgedRepository,
  state: BridgeState,
  { commits, forced }: NewCommits,
  look: (commit: string) => Promise<SeenCommit>,
  { head, accepted, dryRun }: HowToTakeIn,
): Promise<TakenCommit[]> {
  const { store } = options;
  const { name } = repository;
  const categoryNames = categoriesOf(repository.kind, options.categories).map((category) => category.name);
  const remember = (more: Partial<BridgeState>) => changeState(store, name, () => more);
  const isNews = !dryRun && state.commit !== head;
  if (isNews) await remember({ behind: commits.length });
  const taken: TakenCommit[] = [];
  for (const commit of dryRun ? commits.slice(-1) : commits) {
    const found = await look(commit.id);
    const trusted = repository.policy === 'trust' && !forced;
    const result = await takeIn(options, repository, commit, found.seen, { trusted, accepted, dryRun });
    taken.push({ commit, result });
    if (dryRun) continue;
    await settleProposals(store, name, categoryNames);
    const mayBeNew = commit.id !== state.commit || state.question !== null;
    if (mayBeNew) await keepFiles(options, found.texts, found.seen);
    const behind = isNews ? commits.length - taken.length : 0;
    await remember({ commit: commit.id, commit_title: titleOf(commit), behind });
  }
  return taken;
}

/** The legacy export goes by the files as they were taken in last, as far as they can be read. */
async function keepFiles(
  { store, clock }: TakeInOptions,
  texts: ReadonlyMap<string, FileText>,
  seen: readonly SeenFile[],
): Promise<void> {
  const readable = new Set<string>(seen.map(({ definition }) => definition.legacy.fileName));
  if (readable.has('models.csv')) for (const name of Object.values(companions)) readable.add(name);
  await store.write(async (tx) => {
    for (const [name, text] of texts) {
      if (typeof text === 'string' && readable.has(name))
        await repositoryFileStore(tx).put(name, text, clock.now());
    }
  });
}
