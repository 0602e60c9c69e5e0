import type { Octokit } from '@octokit/rest';
import type { RequestInit } from 'undici';

export interface PullRequest {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  /** The URL of the pull request's web page. */
  readonly url: string;
  readonly head: {
    readonly branch: string;
    readonly commit: string;
    /** Whether the branch is in another repository than the pull request. */
    readonly isFork: boolean;
  };
  /** Whether the account of this client opened the pull request. */
  readonly isOwn: boolean;
}

/** Thrown when a call to GitHub fails. The message contains no secrets. */
export class HostRefused extends Error {
  /**
   * The seconds for which the caller must not call GitHub again; null: the caller's default pause applies.
   */
  readonly retryAfterSeconds: number | null;
  /**
   * Whether other calls would fail too, because GitHub limits calls or responds incorrectly. False: only this
   * call was refused.
   */
  readonly isOutage: boolean;
  constructor(
    message: string,
    { retryAfterSeconds, isOutage }: { retryAfterSeconds: number | null; isOutage: boolean },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'HostRefused';
    this.retryAfterSeconds = retryAfterSeconds;
    this.isOutage = isOutage;
  }
}

/** The pull requests of one repository. Every method throws HostRefused when the call fails. */
export interface PullRequests {
  /**
   * Returns the open pull request whose head is `branch` of this repository, not of a fork. Returns null if
   * there is none. Anyone may have opened it, even without write access to the branch.
   */
  findOpen(branch: string, base: string): Promise<PullRequest | null>;
  /**
   * Finds the newest closed pull request whose head is `branch` of this repository and that `isOurs` accepts.
   * Returns it if it was closed without a merge. Returns null if it was merged, or if there is none among the
   * last 100.
   */
  findLastRefused(
    branch: string,
    base: string,
    isOurs: (pull: PullRequest) => boolean,
  ): Promise<PullRequest | null>;
  /** Returns the open pull requests into a branch: at most `limit`, and at most 100. */
  listOpen(base: string, limit: number): Promise<PullRequest[]>;
  /** Opens a pull request, or returns the open one between these branches. */
  create(head: string, base: string, title: string, body: string): Promise<PullRequest>;
  update(
    number: number,
    to: { readonly title?: string; readonly body?: string; readonly closed?: true },
  ): Promise<void>;
  /**
   * Updates the comment of this account that begins with `marker`, or adds it. Ignores comments of other
   * accounts, even if they begin with `marker`.
   */
  comment(number: number, marker: string, body: string): Promise<void>;
  /** Adds a label to a pull request. GitHub creates the label if the repository does not have it. */
  label(number: number, label: string): Promise<void>;
  /** Sets the bridge's status on a commit. */
  status(commit: string, state: 'success' | 'failure' | 'pending', description: string): Promise<void>;
}

/** Opens a client for a repository's pull requests that uses GitHub's REST API. */
export function openGithub(options: GithubOptions): PullRequests {
  const { owner, repo } = options;
  const { ask, write, account } = createGithubClient(options);
  const repository = { owner, repo };

  const findOpenPull: PullRequests['findOpen'] = (branch, base) =>
    ask(async ({ rest }) => {
      const { data } = await rest.pulls.list({
        ...repository,
        state: 'open',
        head: `${owner}:${branch}`,
        base,
      });
      return data[0] ? createPullRequest(data[0], await account()) : null;
    });

  return {
    findOpen: findOpenPull,
    findLastRefused: (branch, base, isOurs) =>
      ask(async ({ rest }) => {
        const { data } = await rest.pulls.list({
          ...repository,
          state: 'closed',
          head: `${owner}:${branch}`,
          base,
          sort: 'created',
          direction: 'desc',
          per_page: 100,
        });
        if (data.length === 0) return null;
        const accountId = await account();
        const lastPull = data.find((raw) => isOurs(createPullRequest(raw, accountId)));
        return lastPull && lastPull.merged_at === null ? createPullRequest(lastPull, accountId) : null;
      }),
    listOpen: (base, limit) =>
      ask(async ({ rest }) => {
        const { data } = await rest.pulls.list({
          ...repository,
          state: 'open',
          base,
          per_page: Math.min(limit, 100),
        });
        if (data.length === 0) return [];
        const accountId = await account();
        return data.map((raw) => createPullRequest(raw, accountId));
      }),
    create: async (head, base, title, body) => {
      try {
        return await write(async ({ rest }) => {
          const parameters = { ...repository, head, base, title, body, maintainer_can_modify: true };
          const { data } = await rest.pulls.create(parameters);
          return createPullRequest(data, data.user.id);
        });
      } catch (error) {
        // The pull request may already exist: an instance opened it, and stopped before it could record this.
        const existingPull = readStatus(error) === 422 ? await findOpenPull(head, base) : null;
        if (existingPull) return existingPull;
        throw error;
      }
    },
    update: async (number, { closed, ...to }) => {
      await write(({ rest }) =>
        rest.pulls.update({
          ...repository,
          pull_number: number,
          ...to,
          ...(closed && { state: 'closed' as const }),
        }),
      );
    },
    comment: async (number, marker, body) => {
      const text = `${marker}\n${body}`.slice(0, maxCommentLength);
      const ownComment = await ask(async ({ rest, paginate }) => {
        const ownAccountId = await account();
        const pages = paginate.iterator(rest.issues.listComments, {
          ...repository,
          issue_number: number,
          per_page: 100,
        });
        let pageCount = 0;
        for await (const { data } of pages) {
          const comment = data.find(
            ({ user, body }) => user?.id === ownAccountId && body?.startsWith(marker),
          );
          if (comment) return comment;
          pageCount += 1;
          if (pageCount === maxCommentPages)
            throw new HostRefused(
              `pull request ${number} has more than ${maxCommentPages} pages of comments`,
              { retryAfterSeconds: null, isOutage: false },
            );
        }
        return null;
      });
      if (ownComment?.body === text) return;
      if (ownComment)
        await write(({ rest }) =>
          rest.issues.updateComment({ ...repository, comment_id: ownComment.id, body: text }),
        );
      else
        await write(({ rest }) =>
          rest.issues.createComment({ ...repository, issue_number: number, body: text }),
        );
    },
    label: async (number, label) => {
      await write(({ rest }) =>
        rest.issues.addLabels({ ...repository, issue_number: number, labels: [label] }),
      );
    },
    status: async (sha, state, description) => {
      await write(({ rest }) =>
        rest.repos.createCommitStatus({
          ...repository,
          sha,
          state,
          context: statusContext,
          description: description.slice(0, maxDescriptionLength),
        }),
      );
    },
  };
}

/** The name (GitHub: context) of the statuses that the bridge sets on commits. */
const statusContext = 'modelref/registry';

/** Maximum number of pages, of 100 comments each, that are searched for the bridge's comment. */
const maxCommentPages = 100;

/** Maximum length of a comment on GitHub, in characters. */
const maxCommentLength = 65_000;
const maxDescriptionLength = 140;

interface RawPull {
  number: number;
  title: string;
  body: string | null;
  html_url: string;
  user: { id: number } | null;
  head: { ref: string; sha: string; repo: { full_name: string } | null };
  base: { repo: { full_name: string } };
}

/** @param accountId the id of the account of this client */
function createPullRequest(raw: RawPull, accountId: number): PullRequest {
  const { number, title, body, html_url: url, user, head, base } = raw;
  return {
    ...{ number, title, body: body ?? '', url },
    // A deleted fork has no repository.
    head: { branch: head.ref, commit: head.sha, isFork: head.repo?.full_name !== base.repo.full_name },
    isOwn: user?.id === accountId,
  };
}

interface GithubOptions {
  readonly owner: string;
  readonly repo: string;
  /** The base URL of the API: `https://api.github.com`, or that of another GitHub server. */
  readonly apiUrl: string;
  readonly token: string;
  readonly timeoutMs: number;
  /** Minimum time between two writes, in milliseconds. GitHub asks for at least one second. */
  readonly writesEveryMs: number;
}

type Call<T> = (octokit: Octokit) => Promise<T>;

/**
 * Creates the client for GitHub's REST API. Failed calls throw HostRefused. Tokens are held in memory only.
 */
function createGithubClient(options: GithubOptions) {
  const { token } = options;
  const octokitOptions = {
    baseUrl: options.apiUrl,
    userAgent: 'modelref-bridge',
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    request: {
      fetch: async (url: string, init: RequestInit) => {
        const { fetch, Response } = await import('undici');
        const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(options.timeoutMs) });
        const text = await readText(maxAnswerBytes, answer.body ?? []);
        // Octokit would treat a truncated or empty list as a list without entries.
        if (answer.ok) JSON.parse(text);
        return new Response(text, answer);
      },
    },
  };
  const client = async (): Promise<Octokit> => {
    // Loaded on demand: most registries have no bridge.
    const { Octokit } = await import('@octokit/rest');
    return new Octokit({ ...octokitOptions, auth: token });
  };
  const ask = async <T>(call: Call<T>): Promise<T> => {
    try {
      return await call(await client());
    } catch (error) {
      throw createRefusal(error);
    }
  };
  let accountId: Promise<number> | null = null;
  /** Returns the id of the account that the token belongs to. */
  const account = (): Promise<number> => {
    accountId ??= ask(async ({ rest }) => (await rest.users.getAuthenticated()).data.id).catch(
      (error: unknown) => {
        accountId = null;
        throw error;
      },
    );
    return accountId;
  };
  let lastWrite: Promise<unknown> = Promise.resolve();
  let nextWriteAt = 0;
  /**
   * Runs writes one after another, with a pause in between. GitHub refuses a client for minutes if its writes
   * come too fast.
   */
  const write = <T>(call: Call<T>): Promise<T> => {
    const result = lastWrite.then(async () => {
      // The timer keeps the process alive only while this write is awaited.
      const pauseMs = Math.max(0, nextWriteAt - performance.now());
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        return await ask(call);
      } finally {
        nextWriteAt = performance.now() + options.writesEveryMs;
      }
    });
    lastWrite = result.catch(() => {});
    return result;
  };

  return {
    ask,
    write,
    account,
  };
}

/** Maximum size of a response, in bytes. A page of 100 comments of maximum length has at most 26 MB. */
const maxAnswerBytes = 32 * 1024 * 1024;

async function readText(bytes: number, body: AsyncIterable<Uint8Array> | readonly []): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytesLeft = bytes;
  for await (const chunk of body) {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) throw new Error(`the response exceeds ${bytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

interface RequestFailure {
  readonly status?: number;
  readonly message?: string;
  readonly response?: { readonly headers?: Readonly<Record<string, string | number | undefined>> };
}

/** Returns the HTTP status of a failed call; undefined if there was no response. */
function readStatus(error: unknown): number | undefined {
  return ((error as Error).cause as RequestFailure | undefined)?.status;
}

/** The pause, in seconds, when GitHub limits calls without a retry time. */
const defaultPauseSeconds = 60;
/**
 * Maximum pause, in seconds. GitHub's limits are hourly: a longer pause comes from a faulty host or clock.
 */
export const maxPauseSeconds = 3600;

function createRefusal(error: unknown): HostRefused {
  if (error instanceof HostRefused) return error;
  const { status, message = String(error), response } = error as RequestFailure;
  const headers = response?.headers ?? {};
  const isRateLimited = status === 429 || (status === 403 && /rate limit|abuse/i.test(message));
  const text = `the host of the repository refused the request (${status ?? 'no answer'}): ${message.slice(0, 500)}`;
  const retryAfterSeconds = isRateLimited ? readPauseSeconds(headers) : null;
  const isOutage = isRateLimited || status === undefined || status >= 500;
  return new HostRefused(text, { retryAfterSeconds, isOutage }, { cause: error });
}

function readPauseSeconds(headers: Readonly<Record<string, string | number | undefined>>): number {
  const retryAfterSeconds = Number(headers['retry-after']);
  if (retryAfterSeconds > 0) return Math.min(retryAfterSeconds, maxPauseSeconds);
  const resetTime = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && resetTime > 0) {
    return Math.min(
      Math.max(defaultPauseSeconds, resetTime - Math.floor(Date.now() / 1000)),
      maxPauseSeconds,
    );
  }
  return defaultPauseSeconds;
}
