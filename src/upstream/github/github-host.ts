import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { fetch, type RequestInit } from 'undici';
import { HostRefused, type PullRequest, type PullRequests } from '../../services/ports/pull-requests.ts';

export interface GithubOptions {
  readonly owner: string;
  readonly repo: string;
  /** `https://api.github.com`, or that of another deployment. */
  readonly apiUrl: string;
  readonly auth:
    | { readonly token: string }
    /** `privateKey` as PEM. */
    | { readonly appId: string; readonly privateKey: string };
  readonly timeoutMs: number;
  /** How far apart writes are, in milliseconds: the host asks for a second. */
  readonly writesEveryMs: number;
}

export interface GithubHost {
  readonly pulls: PullRequests;
  /** For git: the token, or that of the App's installation while it is valid. */
  token(): Promise<string>;
}

/** The context of our commit statuses. */
const statusContext = 'modelref/registry';

/** Pull requests over GitHub's REST API. Tokens stay in memory. */
export function openGithub(options: GithubOptions): GithubHost {
  const { owner, repo, auth } = options;
  const shared = {
    baseUrl: options.apiUrl,
    userAgent: 'modelref-bridge',
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    request: {
      fetch: (url: string, init: RequestInit) =>
        fetch(url, { ...init, signal: AbortSignal.timeout(options.timeoutMs) }),
    },
  };
  let installation: Promise<Octokit> | null = null;
  const client = async (): Promise<Octokit> => {
    if ('token' in auth) return new Octokit({ ...shared, auth: auth.token });
    installation ??= openInstallation(auth).catch((error: unknown) => {
      installation = null;
      throw error;
    });
    return installation;
  };
  const openInstallation = async (app: { appId: string; privateKey: string }): Promise<Octokit> => {
    const asApp = new Octokit({ ...shared, authStrategy: createAppAuth, auth: app });
    const { data } = await asApp.rest.apps.getRepoInstallation({ owner, repo });
    return new Octokit({ ...shared, authStrategy: createAppAuth, auth: { ...app, installationId: data.id } });
  };
  const ask = async <T>(call: (octokit: Octokit) => Promise<T>): Promise<T> => {
    try {
      return await call(await client());
    } catch (error) {
      throw refusal(error);
    }
  };
  let lastWrite = Promise.resolve();
  /** One after the other, with a pause: content that is made too fast is refused for minutes. */
  const write = <T>(call: (octokit: Octokit) => Promise<T>): Promise<T> => {
    const result = lastWrite.then(() => ask(call));
    lastWrite = result.then(pause, pause);
    return result;
  };
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, options.writesEveryMs).unref());
  const at = { owner, repo };

  const from: PullRequests['from'] = (branch, into) =>
    ask(async ({ rest }) => {
      const { data } = await rest.pulls.list({
        ...at,
        state: 'open',
        head: `${owner}:${branch}`,
        base: into,
      });
      return data[0] ? pullOf(data[0]) : null;
    });

  return {
    token: async () => {
      if ('token' in auth) return auth.token;
      return ask(
        async (octokit) => ((await octokit.auth({ type: 'installation' })) as { token: string }).token,
      );
    },
    pulls: {
      from,
      lastRefused: (branch, into) =>
        ask(async ({ rest }) => {
          const { data } = await rest.pulls.list({
            ...at,
            state: 'closed',
            head: `${owner}:${branch}`,
            base: into,
            sort: 'created',
            direction: 'desc',
            per_page: 1,
          });
          return data[0] && data[0].merged_at === null ? pullOf(data[0]) : null;
        }),
      open: (into, limit) =>
        ask(async ({ rest }) => {
          const { data } = await rest.pulls.list({
            ...at,
            state: 'open',
            base: into,
            per_page: Math.min(limit, 100),
          });
          return data.map(pullOf);
        }),
      create: async (head, into, title, body) => {
        try {
          return await write(async ({ rest }) =>
            pullOf(
              (await rest.pulls.create({ ...at, head, base: into, title, body, maintainer_can_modify: true }))
                .data,
            ),
          );
        } catch (error) {
          // Made by an instance that was cut before it could say so.
          const existing = statusOf(error) === 422 ? await from(head, into) : null;
          if (existing) return existing;
          throw error;
        }
      },
      update: async (number, { closed, ...to }) => {
        await write(({ rest }) =>
          rest.pulls.update({
            ...at,
            pull_number: number,
            ...to,
            ...(closed && { state: 'closed' as const }),
          }),
        );
      },
      comment: async (number, marker, body) => {
        const text = `${marker}\n${body}`.slice(0, longestComment);
        const own = await ask(async ({ rest, paginate }) => {
          const pages = paginate.iterator(rest.issues.listComments, {
            ...at,
            issue_number: number,
            per_page: 100,
          });
          for await (const { data } of pages) {
            const found = data.find((comment) => comment.body?.startsWith(marker));
            if (found) return found;
          }
          return null;
        });
        if (own?.body === text) return;
        if (own)
          await write(({ rest }) => rest.issues.updateComment({ ...at, comment_id: own.id, body: text }));
        else
          await write(({ rest }) => rest.issues.createComment({ ...at, issue_number: number, body: text }));
      },
      status: async (sha, state, description) => {
        await write(({ rest }) =>
          rest.repos.createCommitStatus({
            ...at,
            sha,
            state,
            context: statusContext,
            description: description.slice(0, longestDescription),
          }),
        );
      },
    },
  };
}

/** What GitHub takes, in characters. */
const longestComment = 65_000;
const longestDescription = 140;

interface RawPull {
  number: number;
  title: string;
  body: string | null;
  html_url: string;
  head: { ref: string; sha: string };
}

function pullOf({ number, title, body, html_url: url, head }: RawPull): PullRequest {
  return { number, title, body: body ?? '', url, head: { branch: head.ref, commit: head.sha } };
}

interface RequestFailure {
  readonly status?: number;
  readonly message?: string;
  readonly response?: { readonly headers?: Readonly<Record<string, string | number | undefined>> };
}

function statusOf(error: unknown): number | undefined {
  return ((error as Error).cause as RequestFailure | undefined)?.status;
}

/** How long a host is left alone that refuses without saying for how long, in seconds. */
const usualPause = 60;

function refusal(error: unknown): HostRefused {
  if (error instanceof HostRefused) return error;
  const { status, message = String(error), response } = error as RequestFailure;
  const headers = response?.headers ?? {};
  const limited = status === 429 || (status === 403 && /rate limit|abuse/i.test(message));
  const text = `the host of the repository refused (${status ?? 'no answer'}): ${message.slice(0, 500)}`;
  return new HostRefused(text, limited ? pauseOf(headers) : null, { cause: error });
}

function pauseOf(headers: Readonly<Record<string, string | number | undefined>>): number {
  const after = Number(headers['retry-after']);
  if (after > 0) return after;
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && reset > 0) {
    return Math.max(usualPause, reset - Math.floor(Date.now() / 1000));
  }
  return usualPause;
}
