import type { Caller } from '../../kernel/caller.ts';
import type { ContentRepository } from '../../outside/content-repository.ts';
import type { PullRequests } from '../../outside/github.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { isCsv, type WithLegacyForm } from '../transfer/index.ts';
import type { BridgeSettings } from './settings.ts';

/** A public repository that the bridge keeps in step with the registry. */
export interface RepositoryFacts extends BridgeSettings {
  /** The name of the repository: `image` or `text`. */
  readonly name: string;
}

/** A public repository that is open for a sync. */
export interface BridgedRepository extends Omit<RepositoryFacts, 'url' | 'github'> {
  readonly content: ContentRepository;
  /**
   * The repository's pull requests on its host. Null when the bridge uses only git: it then pushes commits,
   * and opens no pull request.
   */
  readonly pulls: PullRequests | null;
}

export const bridgeAccount: Caller = {
  userId: 'bridge',
  username: 'bridge',
  isRequestor: true,
  isApprover: true,
};

/** The author of the bridge's commits. */
export const bridgeIdentity = { name: 'modelref bridge', email: 'bridge@modelref.invalid' };

/**
 * The branch to which the bridge pushes its commits, unless `out` is `push`: then it pushes to the
 * repository's own branch.
 */
export const bridgeBranch = 'modelref/registry';

/** Returns the categories that have a file in a repository of this kind. */
export function categoriesOf(
  kind: BridgedRepository['kind'],
  all: readonly CategoryDefinition[],
): WithLegacyForm[] {
  return all.filter(
    (definition): definition is WithLegacyForm =>
      definition.legacy !== null && isCsv(definition.legacy) === (kind === 'text'),
  );
}

/**
 * The text repository's files beside `models.csv`: two that the generator of `db.json` reads, and `db.json`
 * itself.
 */
export const companions = {
  defaults: 'defaults.json',
  generationParams: 'generation_params.json',
  generated: 'db.json',
} as const;

/** Returns the names of the files that the bridge reads in a repository of this kind. */
export function fileNamesOf(
  kind: BridgedRepository['kind'],
  definitions: readonly WithLegacyForm[],
): string[] {
  const names = definitions.map(({ legacy }) => legacy.fileName);
  return kind === 'text' ? [...names, ...Object.values(companions)] : names;
}

/** The label that starts the checks of the image repository. */
export const reviewLabel = 'ready-for-review';

/**
 * `generated`: the file that a script of the image repository generates. `source`: the repository's largest
 * file, from whose history the script takes the dates of the models.
 */
export const modData = { generated: 'model_mod_data.json', source: 'stable_diffusion.json' } as const;

/**
 * The reason why the bridge could not take in or send out a file, a line or a model. `file` is empty when the
 * problem is about no file.
 */
export interface BridgeProblem {
  readonly file: string;
  /** The line of the file, counted from 1; null when the problem is not about one line. */
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
}

/** Makes a problem without a line: about the model `name`, or about the whole file when `name` is null. */
export function problemIn(file: string, reason: string, name: string | null = null): BridgeProblem {
  return { file, line: null, name, reason };
}
