import { type RepositoryCommit, RepositoryUnavailable } from '../../outside/content-repository.ts';
import type { BridgeState } from './bridge-state.ts';
import { type BridgedRepository, bridgeBranch } from './bridged-repository.ts';

/** The most commits of which each gets its own batch in one sync; older ones are taken in together. */
const mostCommits = 200;

/** Where their branch and ours are; ours: null, where there is none. Their commits are here then. */
export async function fetchBranches({
  content,
  branch,
}: BridgedRepository): Promise<{ head: string; branch: string | null }> {
  const refs = { main: `refs/heads/${branch}`, ours: `refs/heads/${bridgeBranch}` };
  const remote = await content.refs(Object.values(refs));
  const head = remote.get(refs.main);
  if (head === undefined) throw new RepositoryUnavailable(`there is no branch ${branch}`);
  const wanted = [...remote].filter(([ref]) => ref === refs.main || ref === refs.ours);
  const absent: string[] = [];
  for (const [ref, commit] of wanted) if (!(await content.has(commit))) absent.push(ref);
  if (absent.length > 0) await content.fetch(absent);
  return { head, branch: remote.get(refs.ours) ?? null };
}

export interface NewCommits {
  /** Oldest first; the last one may be one that touches none of our files, or was taken in before. */
  readonly commits: readonly RepositoryCommit[];
  /** The history was rewritten. */
  readonly forced: boolean;
}

/**
 * The commits that were not taken in yet, oldest first, and at the end what the branch holds now. A history
 * that was rewritten is taken in as one, and not trusted: what it takes back, people should see.
 */
export async function newCommits(
  { content }: BridgedRepository,
  { commit }: BridgeState,
  head: string,
  fileNames: readonly string[],
): Promise<NewCommits> {
  const whole = [await content.commit(head)];
  if (commit === null || commit === head) return { commits: whole, forced: false };
  const known = await content.has(commit);
  if (!known || !(await content.isAncestor(commit, head))) return { commits: whole, forced: true };
  const commits = await content.commits(commit, head, fileNames, mostCommits);
  return { commits: commits.length > 0 ? commits : whole, forced: false };
}
