import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { fetch, type RequestInit } from 'undici';
import { HostRefused } from '../pull-requests.ts';

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

type Call<T> = (octokit: Octokit) => Promise<T>;

/** Calls of GitHub's REST API. Each raises HostRefused. */
export interface GithubClient {
  ask<T>(call: Call<T>): Promise<T>;
  /** One after the other, with a pause: content that is made too fast is refused for minutes. */
  write<T>(call: Call<T>): Promise<T>;
  /** That of the settings, or of the App's installation while it is valid. */
  token(): Promise<string>;
}

/** Tokens stay in memory. */
export function createGithubClient(options: GithubOptions): GithubClient {
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
  const ask = async <T>(call: Call<T>): Promise<T> => {
    try {
      return await call(await client());
    } catch (error) {
      throw refusal(error);
    }
  };
  let lastWrite: Promise<unknown> = Promise.resolve();
  let nextWriteAt = 0;
  const write = <T>(call: Call<T>): Promise<T> => {
    const result = lastWrite.then(async () => {
      // Somebody waits for this write: a process must not end before it, nor wait for one that nobody makes.
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
    token: async () => {
      if ('token' in auth) return auth.token;
      return ask(
        async (octokit) => ((await octokit.auth({ type: 'installation' })) as { token: string }).token,
      );
    },
  };
}

interface RequestFailure {
  readonly status?: number;
  readonly message?: string;
  readonly response?: { readonly headers?: Readonly<Record<string, string | number | undefined>> };
}

/** What the host answered; undefined: nothing. */
export function statusOf(refused: unknown): number | undefined {
  return ((refused as Error).cause as RequestFailure | undefined)?.status;
}

/** How long a host is left alone that refuses without saying for how long, in seconds. */
const usualPause = 60;

function refusal(error: unknown): HostRefused {
  if (error instanceof HostRefused) return error;
  const { status, message = String(error), response } = error as RequestFailure;
  const headers = response?.headers ?? {};
  const limited = status === 429 || (status === 403 && /rate limit|abuse/i.test(message));
  const text = `the host of the repository refused (${status ?? 'no answer'}): ${message.slice(0, 500)}`;
  const retryAfterSeconds = limited ? pauseOf(headers) : null;
  const isOutage = limited || status === undefined || status >= 500;
  return new HostRefused(text, { retryAfterSeconds, isOutage }, { cause: error });
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
