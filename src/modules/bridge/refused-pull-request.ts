import type { BridgeState } from './bridge-state.ts';
import { type BridgedRepository, bridgeBranch } from './bridged-repository.ts';
import type { Outgoing } from './send-out.ts';

/**
 * In the text of our pull request, what it asks for: it is there with the pull request or not at all, so one that
 * was made by a process that was killed before it could note anything is known as well.
 */
export function askedForMarker({ askedFor }: Pick<Outgoing, 'askedFor'>): string {
  return `<!-- modelref:asks-for ${askedFor} -->`;
}

/**
 * The text of our pull request when we close it ourselves: it asks for nothing any more, so that nobody takes it
 * for one that curators have refused.
 */
export function withoutAskedFor(body: string): string {
  return body.replaceAll(/<!-- modelref:asks-for \S+ -->/g, closedMarker);
}

const closedMarker = '<!-- modelref:closed-by-the-registry -->';

/**
 * Our pull request that curators have closed without merging it, while what it asked for is still all that there
 * is to ask for; null when there is none, or it was opened again. Until then its branch is to be left alone too:
 * a host does not open one again whose branch was moved.
 *
 * @throws HostRefused
 */
export async function refusedPullRequest(
  { pulls, out, branch }: BridgedRepository,
  plan: Pick<Outgoing, 'files' | 'askedFor'>,
): Promise<BridgeState['refused']> {
  if (!pulls || out !== 'pull_request' || plan.files.size === 0) return null;
  if ((await pulls.from(bridgeBranch, branch)) !== null) return null;
  const last = await pulls.lastRefused(bridgeBranch, branch);
  return last?.body.includes(askedForMarker(plan)) ? { number: last.number, url: last.url } : null;
}
