import { deepStrictEqual } from 'node:assert';
import { createBridge } from '../../../src/modules/bridge/bridge.ts';
import { readState } from '../../../src/modules/bridge/bridge-state.ts';
import { bridgeAccount, bridgeBranch } from '../../../src/modules/bridge/bridged-repository.ts';
import { bridgeStore } from '../../../src/modules/bridge/store.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { openGithub, type PullRequests } from '../../../src/outside/github.ts';
import type { Store } from '../../../src/store/store.ts';
import { bridgeInMemory, bridgeSetup, GitRemote } from '../../support/bridge-setup.ts';
import { githubToken, startGithub } from '../../support/emulators/github.ts';
import { RepositoryInMemory } from '../../support/repository-in-memory.ts';
import { type Death, Killed, mortal } from './mortal.ts';

/** The call at which a process is killed, in the sync that opens a pull request. */
export interface KillPoint {
  readonly dies: (call: string, index: number) => Death | null;
}

/** The content of both sides in the end. */
export interface Ending {
  /** The calls of the sync that opens the pull request, until it was killed. */
  readonly calls: readonly string[];
  /** The content of both sides, equal whenever a process was killed. */
  readonly sides: unknown;
}

const person = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };
const clip = (models: Readonly<Record<string, string>>) => {
  const records = Object.entries(models).map(([name, description]) => [
    name,
    { name, type: 'clip', description, config: { files: [], download: [] } },
  ]);
  return { 'clip.json': `${JSON.stringify(Object.fromEntries(records), null, 4)}\n` };
};

/**
 * Opens, updates and merges a pull request while curators commit beside it. The sync that opens it is killed,
 * and another process goes on from what is stored.
 *
 * @param closedMeanwhile whether curators close the pull request before it goes on
 * @param withGit whether the repository is one of git, in the place of one in memory
 */
export async function tellStory(
  store: Store,
  kill: KillPoint | null,
  { closedMeanwhile = false, withGit = false }: { closedMeanwhile?: boolean; withGit?: boolean } = {},
): Promise<Ending> {
  await using undo = new AsyncDisposableStack();
  const git = withGit ? new GitRemote() : null;
  undo.defer(() => git?.remove());
  const remote = git ?? new RepositoryInMemory();
  const github = undo.use(await startGithub(remote));

  const bridgeTo = async (registry: Store, pulls: PullRequests | null) => {
    const how = { kind: 'image' as const, pulls };
    return remote instanceof RepositoryInMemory
      ? bridgeInMemory(registry, { ...how, remote })
      : bridgeSetup(registry, (undone) => undo.defer(undone), { ...how, remote });
  };
  /** Starts a process, which shares with others only what is stored. */
  const start = async (dies: KillPoint['dies']) => {
    const { calls: made, watch } = mortal(dies);
    const pulls = openGithub({
      ...{ owner: 'o', repo: 'r', apiUrl: github.apiUrl, token: githubToken },
      ...{ timeoutMs: 10_000, writesEveryMs: 0 },
    });
    const setup = await bridgeTo(watch(store, 'store'), watch(pulls, 'pulls'));
    const repository = { ...setup.repository, content: watch(setup.repository.content, 'content') };
    const facts = { ...repository, url: github.gitUrl, github: 'o/r' };
    const bridge = createBridge({ ...setup.options, held: async () => true }, [
      { ...facts, open: async () => repository },
    ]);
    return { sync: () => bridge.sync({ dryRun: false }), made };
  };
  const { write } = await bridgeTo(store, null);
  const edit = (description: string) => {
    const record = { name: 'a', record_type: 'clip', description, config: { download: [] } };
    return write({ category: 'clip', operation: 'update', name: 'a', record, format: 'v2', caller: person });
  };
  const sync = async () => {
    for (const { error } of await (await start(() => null)).sync()) deepStrictEqual(error, undefined);
  };

  remote.commit(clip({ a: 'first', b: 'first' }));
  await sync();
  await edit('ours');
  remote.commit(clip({ a: 'first', b: 'theirs' }), { message: 'Changed b' });
  remote.commit(clip({ a: 'first', b: 'theirs', c: 'new' }), { message: 'Added c' });
  const first = await start(kill?.dies ?? (() => null));
  await first.sync().catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
  const open = github.pulls.find(({ state }) => state === 'open');
  if (closedMeanwhile && open) open.state = 'closed';
  if (kill) await sync();
  await edit('ours, better');
  remote.commit(clip({ a: 'first', c: 'new' }), { message: 'Removed b' });
  if (!closedMeanwhile) {
    await sync();
    remote.setRef('refs/heads/main', remote.head(bridgeBranch));
    await sync();
  }

  const state = await readState(store, 'image');
  const stored = await store.read(async (tx) => ({
    live: (await modelStore(tx).list('clip')).map(({ name, legacy }) => [name, legacy]),
    known: await bridgeStore(tx).records('image', 'clip'),
    proposed: (
      await changeStore(tx).list({ requested_by: [bridgeAccount.userId] }, { limit: 100, offset: 0 })
    ).items.map(({ model_name, operation, status, request_metadata }) => [
      ...[model_name, operation, status],
      (request_metadata?.bridge as { title?: string } | undefined)?.title,
    ]),
  }));
  const { reported: _, ...rest } = state;
  // Addresses have the port of this run.
  const url = (pull: { number: number } | null) => pull?.number ?? null;
  const sides = {
    ...stored,
    state: { ...rest, pull_request: url(rest.pull_request), refused: url(rest.refused) },
    main: remote.file('clip.json'),
    ours: remote.head(bridgeBranch),
    pulls: github.pulls.map(({ number, state, title, body }) => [number, state, title, body]),
    audit: (await verifyStore(store)).problems,
  };
  return { calls: first.made, sides };
}
