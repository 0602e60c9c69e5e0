import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { bridgeBranch, type RepositoryFacts } from './bridged-repository.ts';

/** What a delivery is about, as far as the bridge wants to know. */
export interface Delivery {
  /** `X-GitHub-Event`. */
  readonly event: string;
  readonly payload: JsonValue;
}

/** What can happen to a pull request that the bridge wants to see. */
const pullRequestActions = ['opened', 'reopened', 'synchronize', 'edited', 'closed', 'ready_for_review'];

/** What curators do with our own. */
const decisions = ['closed', 'reopened'];

/**
 * The repositories that a delivery is a reason to sync: their branch was pushed to, or a pull request into it
 * was opened, moved or closed. None for everything else, and for what the bridge itself pushes to its branch.
 */
export function repositoriesToSync(
  { event, payload }: Delivery,
  repositories: readonly Pick<RepositoryFacts, 'name' | 'branch' | 'github'>[],
): string[] {
  const fullName = textAt(payload, 'repository', 'full_name')?.toLowerCase();
  if (fullName === undefined) return [];
  return repositories
    .filter(({ github, branch }) => {
      if (github?.toLowerCase() !== fullName) return false;
      if (event === 'push') return textAt(payload, 'ref') === `refs/heads/${branch}`;
      if (event !== 'pull_request' || textAt(payload, 'pull_request', 'base', 'ref') !== branch) return false;
      const action = textAt(payload, 'action') ?? '';
      const isOurs =
        textAt(payload, 'pull_request', 'head', 'ref') === bridgeBranch &&
        textAt(payload, 'pull_request', 'head', 'repo', 'full_name')?.toLowerCase() === fullName;
      return pullRequestActions.includes(action) && (!isOurs || decisions.includes(action));
    })
    .map(({ name }) => name);
}

function textAt(value: JsonValue, ...path: readonly string[]): string | undefined {
  let found: JsonValue | undefined = value;
  for (const key of path) found = isJsonObject(found) ? found[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}
