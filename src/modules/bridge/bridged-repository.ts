import type { Caller } from '../../kernel/caller.ts';
import type { ContentRepository } from '../../outside/content-repository.ts';
import type { PullRequests } from '../../outside/github.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { isCsv, type WithLegacyForm } from '../transfer/index.ts';

/** A public repository that the bridge keeps in step with the registry, as the settings say it. */
export interface RepositoryFacts {
  /** Name of the repository: `image` or `text`. */
  readonly name: string;
  readonly url: string;
  /** `owner/name` on GitHub; null: the bridge uses nothing but git. */
  readonly github: string | null;
  readonly kind: 'image' | 'text';
  readonly branch: string;
  /**
   * The treatment of commits: `review` proposes their changes to reviewers, `trust` also applies changes without
   * conflicts at once.
   */
  readonly policy: 'review' | 'trust';
  /** The way in which changes of the registry get into the repository. */
  readonly out: 'pull_request' | 'push' | 'none';
}

/** A public repository that was opened for a sync. */
export interface BridgedRepository extends Omit<RepositoryFacts, 'url' | 'github'> {
  readonly content: ContentRepository;
  /**
   * The repository's pull requests; null where the bridge uses nothing but git: then it keeps its branch up to
   * date, and tells nobody.
   */
  readonly pulls: PullRequests | null;
}

/** The bridge's account in the queue and in the audit trail. */
export const bridgeAccount: Caller = {
  userId: 'bridge',
  username: 'bridge',
  isRequestor: true,
  isApprover: true,
};

/** The bridge's author of commits. */
export const bridgeIdentity = { name: 'modelref bridge', email: 'bridge@modelref.invalid' };

/** Name of the only branch of a repository to which the bridge pushes its commits. */
export const bridgeBranch = 'modelref/registry';

/** The categories whose files a repository has. */
export function categoriesOf(
  kind: BridgedRepository['kind'],
  all: readonly CategoryDefinition[],
): WithLegacyForm[] {
  return all.filter(
    (definition): definition is WithLegacyForm =>
      definition.legacy !== null && isCsv(definition.legacy) === (kind === 'text'),
  );
}

/** The files beside `models.csv`: two that the generator of `db.json` reads, and `db.json`, which it makes. */
export const companions = {
  defaults: 'defaults.json',
  generationParams: 'generation_params.json',
  made: 'db.json',
} as const;

/** The names of the files of a repository that the bridge reads. */
export function fileNamesOf(
  kind: BridgedRepository['kind'],
  definitions: readonly WithLegacyForm[],
): string[] {
  const names = definitions.map(({ legacy }) => legacy.fileName);
  return kind === 'text' ? [...names, ...Object.values(companions)] : names;
}

/** The label by which the image repository's checks start. */
export const reviewLabel = 'ready-for-review';

/** The file that the image repository's script makes of the history of its largest file. */
export const modData = { made: 'model_mod_data.json', of: 'stable_diffusion.json' } as const;

/** A file, line or model that could not be taken in or sent out. */
export interface BridgeProblem {
  readonly file: string;
  /** The line of the file, from 1; null when the problem has no line. */
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
}

/** A problem of a whole file, or of one model in it. */
export function problemIn(file: string, reason: string, name: string | null = null): BridgeProblem {
  return { file, line: null, name, reason };
}
