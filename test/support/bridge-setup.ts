import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendAndNotify, appendEvents, type EventListener } from '../../src/modules/audit/append-events.ts';
import { acceptCommit } from '../../src/modules/bridge/bridge-state.ts';
import type { BridgedRepository } from '../../src/modules/bridge/bridged-repository.ts';
import { orderLiveModels } from '../../src/modules/bridge/order-live-models.ts';
import { type SyncOptions, type SyncReport, syncRepository } from '../../src/modules/bridge/sync.ts';
import { createApply } from '../../src/modules/queue/apply.ts';
import { createDirectWrites } from '../../src/modules/queue/live-record.ts';
import { createProposals } from '../../src/modules/queue/proposals.ts';
import { createReview, createTakeBack } from '../../src/modules/queue/review.ts';
import type { ContentRepository } from '../../src/outside/content-repository.ts';
import { openGitRepository } from '../../src/outside/git-repository.ts';
import type { PullRequests } from '../../src/outside/github.ts';
import type { Store } from '../../src/store/store.ts';
import { usualCategories } from './categories.ts';
import { type CommitInput, type CommitOptions, curator, RepositoryInMemory } from './repository-in-memory.ts';

/**
 * A bare git repository on this machine that stands for a public one. `commit` makes commits in it as a
 * curator does.
 */
export class GitRemote {
  readonly path: string;
  #time = 1_700_000_000;
  constructor() {
    this.path = mkdtempSync(join(tmpdir(), 'modelref-git-'));
    // The part of `git init --bare` that git needs.
    for (const folder of ['objects', 'refs/heads']) mkdirSync(join(this.path, folder), { recursive: true });
    writeFileSync(join(this.path, 'HEAD'), 'ref: refs/heads/main\n');
  }

  git(...args: string[]): string {
    return this.raw(args).toString('utf8').trim();
  }

  raw(args: readonly string[], input?: string | Buffer): Buffer {
    return execFileSync('git', args, {
      cwd: this.path,
      maxBuffer: 1 << 30,
      env: { PATH: process.env.PATH, GIT_DIR: this.path, GIT_CONFIG_GLOBAL: '/dev/null' },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(input !== undefined && { input }),
    });
  }

  /** Commits files to a branch, and returns the commit's hash. */
  commit(
    files: Readonly<Record<string, CommitInput>>,
    {
      message = 'Added X',
      branch = 'main',
      parents,
      author = curator,
      time = this.#time + 60,
    }: CommitOptions = {},
  ): string {
    this.#time += 60;
    const before = parents ?? [this.head(branch)].filter((head) => head !== null);
    const changes = Object.entries(files).map(([name, content]) => {
      if (content === null) return `D ${name}`;
      if (typeof content === 'string') return `M 100644 inline ${name}\n${data(content)}`;
      if ('bytes' in content) {
        return `M 100644 ${this.raw(['hash-object', '-w', '--stdin'], content.bytes).toString().trim()} ${name}`;
      }
      if ('link' in content) return `M 120000 inline ${name}\n${data(content.link)}`;
      return `M 160000 ${content.submodule} ${name}`;
    });
    // One `git fast-import`: plumbing would take six processes, and two more for each file.
    const lines = [
      `reset refs/heads/${branch}`,
      `commit refs/heads/${branch}`,
      'mark :1',
      `author ${author} ${time} +0000`,
      `committer ${curator} ${time} +0000`,
      data(message),
      ...before.map((parent, index) => `${index === 0 ? 'from' : 'merge'} ${parent}`),
      ...changes,
      'get-mark :1',
      'done',
    ];
    return this.raw(['fast-import', '--quiet', '--force', '--done'], `${lines.join('\n')}\n`)
      .toString()
      .trim();
  }

  head(branch = 'main'): string | null {
    try {
      return readFileSync(join(this.path, 'refs', 'heads', branch), 'utf8').trim();
    } catch {
      return null;
    }
  }

  /** Moves a ref to a commit, whatever it was at; null removes it. */
  setRef(ref: string, commit: string | null): void {
    this.git('update-ref', ...(commit === null ? ['-d', ref] : [ref, commit]));
  }

  file(name: string, commit = 'main'): string {
    return this.raw(['cat-file', 'blob', `${commit}:${name}`]).toString('utf8');
  }

  /** Returns the texts of a file in these commits, by commit; null where it is not. One process reads all. */
  versions(name: string, commits: readonly string[]): Map<string, string | null> {
    const out = this.raw(['cat-file', '--batch'], commits.map((commit) => `${commit}:${name}\n`).join(''));
    let at = 0;
    return new Map(
      commits.map((commit) => {
        const start = out.indexOf('\n', at) + 1;
        const size = / blob (\d+)\n$/.exec(out.subarray(at, start).toString())?.[1];
        at = size === undefined ? start : start + Number(size) + 1;
        return [commit, size === undefined ? null : out.subarray(start, at - 1).toString('utf8')];
      }),
    );
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Formats a text for `git fast-import`. */
function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

/** A bridge between the registry in a store and a repository. */
export interface Bridge {
  readonly options: SyncOptions;
  readonly repository: BridgedRepository;
  /**
   * Synchronizes the registry with the repository once. If the bridge holds back removals and `accepting` is
   * set, an operator accepts the commit, and the bridge runs again. Returns the report of the last run.
   */
  sync(how?: { dryRun?: boolean; accepting?: boolean }): Promise<SyncReport>;
  /** Writes a record to the registry directly, without a proposal and its review. */
  write: ReturnType<typeof createDirectWrites>['write'];
}

export interface BridgeSetup extends Bridge {
  readonly remote: GitRemote;
  /** The directory of the bridge's clone. */
  readonly directory: string;
}

export interface BridgeInMemory extends Bridge {
  readonly remote: RepositoryInMemory;
}

type BridgeOptions = Partial<Pick<BridgedRepository, 'kind' | 'policy' | 'out'>> & {
  pulls?: PullRequests | null;
  now?: () => number;
  /** Notifies people of events. Default: notifies nobody. */
  tell?: EventListener;
};

/** Makes a bridge to a repository that needs no git: `how.remote`, or a new one. */
export function bridgeInMemory(
  store: Store,
  how: BridgeOptions & { remote?: RepositoryInMemory } = {},
): BridgeInMemory {
  const remote = how.remote ?? new RepositoryInMemory();
  return { ...bridgeTo(remote.content, store, how), remote };
}

/**
 * Makes a bridge between the registry in a store and a git repository: `how.remote`, or a new one. `atEnd`
 * receives the function that removes the bridge's files, and the repository if it is new.
 */
export async function bridgeSetup(
  store: Store,
  atEnd: (undo: () => void) => void,
  how: BridgeOptions & { remote?: GitRemote; url?: string; token?: string | null } = {},
): Promise<BridgeSetup> {
  const remote = how.remote ?? new GitRemote();
  const directory = mkdtempSync(join(tmpdir(), 'modelref-bridge-'));
  atEnd(() => {
    if (!how.remote) remote.remove();
    rmSync(directory, { recursive: true, force: true });
  });
  const content = await openGitRepository({
    url: how.url ?? remote.path,
    directory,
    token: how.token ?? null,
    timeoutMs: { network: 20_000, local: 20_000 },
  });
  return { ...bridgeTo(content, store, how), remote, directory };
}

function bridgeTo(content: ContentRepository, store: Store, how: BridgeOptions): Bridge {
  const clock = { now: how.now ?? (() => 1_800_000_000) };
  const catalog = { refresh: async () => {} };
  let ids = 0;
  const settings = { canonicalFormat: 'v2' as const, applyConflicts: 'upsert' as const };
  const parts = {
    categories: usualCategories,
    store,
    clock,
    catalog,
    settings,
    newId: () => `id${ids++}`,
    append: how.tell ? appendAndNotify(appendEvents, how.tell) : appendEvents,
  };
  const options: SyncOptions = {
    store,
    clock,
    categories: usualCategories,
    queue: {
      proposals: createProposals(parts),
      review: createReview(parts),
      apply: createApply(parts),
      takeBack: createTakeBack(parts),
    },
    order: orderLiveModels({ ...parts, refresh: catalog.refresh, append: appendEvents }),
    linkTo: null,
  };
  const repository: BridgedRepository = {
    name: how.kind ?? 'text',
    kind: how.kind ?? 'text',
    branch: 'main',
    policy: how.policy ?? 'trust',
    out: how.out ?? 'pull_request',
    content,
    pulls: how.pulls ?? null,
  };
  return {
    options,
    repository,
    sync: async ({ dryRun = false, accepting = false } = {}) => {
      const report = await syncRepository(options, repository, { dryRun });
      if (!accepting || report.held.length === 0) return report;
      await acceptCommit(options, repository.name, report.commit, 'Ada#7');
      return syncRepository(options, repository, { dryRun });
    },
    write: createDirectWrites(parts).write,
  };
}
