import type { BridgeState } from './bridge-state.ts';
import { type BridgedRepository, bridgeBranch } from './bridged-repository.ts';
import type { Outgoing } from './send-out.ts';

/**
 * Our pull request that curators have closed without merging it, while what it asked for is still all that there
 * is to ask for; null when there is none, or it was opened again. Until then its branch is to be left alone too:
 * a host does not open one again whose branch was moved.
 *
 * @throws HostRefused
 */
export async function refusedPullRequest(
  { pulls, out, branch }: BridgedRepository,
  state: Pick<BridgeState, 'asked_for' | 'pull_request' | 'refused'>,
  plan: Pick<Outgoing, 'files' | 'askedFor'>,
): Promise<BridgeState['refused']> {
  const last = state.refused ?? state.pull_request;
  if (!pulls || out !== 'pull_request' || plan.files.size === 0 || last === null) return null;
  if (state.asked_for !== plan.askedFor || (await pulls.from(bridgeBranch, branch)) !== null) return null;
  return state.refused ?? ((await pulls.isRefused(last.number)) ? last : null);
}
