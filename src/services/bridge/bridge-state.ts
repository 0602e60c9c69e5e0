import type { JsonObject } from '../../registry/json.ts';
import type { Store } from '../ports/store/store.ts';
import type { BridgeProblem } from './bridged-repository.ts';

/** What is remembered of a repository between two syncs, and shown by `bridge status`. Times are Unix seconds. */
export interface BridgeState {
  /** The commit that was taken in last; null before the first. */
  readonly commit: string | null;
  /** Its title. */
  readonly commit_title: string | null;
  /** Commits that were seen there and are not taken in. */
  readonly behind: number;
  /** When a sync came to its end. */
  readonly synced_at: number | null;
  /** When one ended, in whatever way. */
  readonly tried_at: number | null;
  /** Why the last sync did not come to its end; null when it did. */
  readonly error: string | null;
  readonly problems: readonly BridgeProblem[];
  /** Models in conflict, `category/name`. */
  readonly conflicts: readonly string[];
  /** Models whose changes wait to be merged there. */
  readonly outgoing: number;
  /** Our open pull request. */
  readonly pull_request: { readonly number: number; readonly url: string } | null;
  /** Ours that curators have closed without merging it: what it asked for is not asked for again. */
  readonly refused: { readonly number: number; readonly url: string } | null;
  /**
   * Others' pull requests, by number: a hash of what was looked at, and of what was said then; null: nothing.
   */
  readonly reported: Readonly<Record<string, { readonly of: string; readonly said: string | null }>>;
}

export const unknownState: BridgeState = {
  commit: null,
  commit_title: null,
  behind: 0,
  synced_at: null,
  tried_at: null,
  error: null,
  problems: [],
  conflicts: [],
  outgoing: 0,
  pull_request: null,
  refused: null,
  reported: {},
};

export async function readState(store: Pick<Store, 'read'>, repository: string): Promise<BridgeState> {
  const stored = await store.read(({ bridge }) => bridge.state(repository));
  return { ...unknownState, ...(stored as unknown as Partial<BridgeState> | null) };
}

export async function writeState(
  store: Pick<Store, 'write'>,
  repository: string,
  state: BridgeState,
): Promise<void> {
  await store.write(({ bridge }) => bridge.putState(repository, state as unknown as JsonObject));
}
