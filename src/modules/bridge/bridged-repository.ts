import type { Caller } from '../../kernel/caller.ts';
import type { ContentRepository } from '../../outside/content-repository.ts';
import type { PullRequests } from '../../outside/github.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { isCsv, type WithLegacyForm } from '../transfer/index.ts';
import type { BridgeSettings } from './settings.ts';

/** A public repository that the bridge synchronizes with the registry. */
export interface RepositoryFacts extends BridgeSettings {
  /** The name of the repository: `image` or `text`. */
  readonly name: string;
}

/** A public repository that is open for a sync. */
export interface BridgedRepository extends Omit<RepositoryFacts, 'url' | 'github'> {
  readonly content: ContentRepository;
  /**
   * The repository's pull requests on its host. Null if the bridge uses only git: it then pushes commits and
   * opens no pull request.
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
 * The branch to which the bridge pushes its commits. If `out` is `push`, the bridge pushes to the
 * repository's branch instead.
 */
export const bridgeBranch = 'modelref/registry';

/** Returns the categories that have a file in repositories of this kind. */
export function categoriesOf(
  kind: BridgedRepository['kind'],
  definitions: readonly CategoryDefinition[],
): WithLegacyForm[] {
  return definitions.filter(
    (definition): definition is WithLegacyForm =>
      definition.legacy !== null && isCsv(definition.legacy) === (kind === 'text'),
  );
}

/**
 * The files of the text repository besides `models.csv`: `db.json`, which a script generates, and two files
 * that the script reads.
 */
export const companionFiles = {
  defaults: 'defaults.json',
  generationParams: 'generation_params.json',
  generated: 'db.json',
} as const;

/** Returns the names of the files that the bridge reads in repositories of this kind. */
export function fileNamesToRead(
  kind: BridgedRepository['kind'],
  definitions: readonly WithLegacyForm[],
): string[] {
  const names = definitions.map(({ legacy }) => legacy.fileName);
  return kind === 'text' ? [...names, ...Object.values(companionFiles)] : names;
}

/** The label that starts the checks of the image repository. */
export const reviewLabel = 'ready-for-review';

/**
 * `generated`: a file that a script of the image repository generates. `source`: the repository's largest
 * file, from whose history the script takes the models' dates.
 */
export const modData = { generated: 'model_mod_data.json', source: 'stable_diffusion.json' } as const;

/**
 * The reason why the bridge could not import or send a file, a line or a model. `file` is empty if the
 * problem concerns no file.
 */
export interface BridgeProblem {
  readonly file: string;
  /** Line number in the file, starting at 1; null if the problem does not concern one line. */
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
}

/** Creates a problem without a line, for the model `name`, or for the whole file if `name` is null. */
export function createProblem(file: string, reason: string, name: string | null = null): BridgeProblem {
  return { file, line: null, name, reason };
}
