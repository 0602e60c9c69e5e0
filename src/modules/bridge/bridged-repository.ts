import type { Caller } from '../../kernel/caller.ts';
import type { ContentRepository } from '../../outside/content-repository.ts';
import type { PullRequests } from '../../outside/github.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { isCsv, type WithLegacyForm } from '../transfer/index.ts';

/** A public repository that the bridge keeps in step with the registry, as the settings say it. */
export interface RepositoryFacts {
  /** `image`, `text`. */
  readonly name: string;
  readonly url: string;
  /** `owner/name`; null: its host is asked for nothing but git. */
  readonly github: string | null;
  readonly kind: 'image' | 'text';
  readonly branch: string;
  /** Commits become proposals for reviewers, or, in trust, are live at once. */
  readonly policy: 'review' | 'trust';
  /** The way of changes from here to there. */
  readonly out: 'pull_request' | 'push' | 'none';
}

/** Such a repository, ready to be synced. */
export interface BridgedRepository extends Omit<RepositoryFacts, 'url' | 'github'> {
  readonly content: ContentRepository;
  /**
   * The pull requests; null where only git is spoken: then a branch is kept up to date, and nobody is told.
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

/** The files beside `models.csv`: those that its generator reads, and the one that it makes. */
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
  /** From 1; null when it is about the whole file. */
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
}

/** A problem of a whole file, or of one model in it. */
export function problemIn(file: string, reason: string, name: string | null = null): BridgeProblem {
  return { file, line: null, name, reason };
}
