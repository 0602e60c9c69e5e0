import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GitRemote } from '../bridge-setup.ts';
import type { RepositoryInMemory } from '../repository-in-memory.ts';
import { serveGit } from './git-http.ts';

export interface EmulatedPull {
  number: number;
  state: 'open' | 'closed';
  title: string;
  body: string;
  head: string;
  base: string;
  user: EmulatedAccount;
  comments: { id: number; body: string; user: EmulatedAccount }[];
  labels: string[];
  merged?: boolean;
}

interface EmulatedAccount {
  readonly id: number;
  readonly login: string;
}

/** Somebody who is not the bridge, and may do here what anybody may. */
export const stranger: EmulatedAccount = { id: 66, login: 'mallory' };

/**
 * An answer that the emulator sends once, to the next request with this method and path, in place of its
 * usual one.
 */
export interface Refusal {
  readonly method: string;
  readonly path: RegExp;
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

/**
 * An emulated GitHub with what the bridge uses: one repository, over the REST API, and over git where it is a
 * repository of git. It refuses what GitHub refuses.
 */
export interface EmulatedGithub extends AsyncDisposable {
  readonly apiUrl: string;
  readonly gitUrl: string;
  readonly pulls: EmulatedPull[];
  readonly statuses: { sha: string; state: string; context: string; description: string }[];
  /** Method and path of each REST request so far. */
  readonly requests: string[];
  readonly refusals: Refusal[];
  /** The account of the bridge's token, or of its App. */
  account: EmulatedAccount;
  /** Opens a pull request in the name of somebody other than the bridge, from a branch of a fork. */
  openPull(commit: string, title: string, branch?: string): EmulatedPull;
}

export const githubToken = 'ghs_4711_a.long.stateless-token';

export async function startGithub(remote: GitRemote | RepositoryInMemory): Promise<EmulatedGithub> {
  const pulls: EmulatedPull[] = [];
  const statuses: EmulatedGithub['statuses'] = [];
  const requests: string[] = [];
  const refusals: Refusal[] = [];
  const heads = new Map<number, string>();
  let account: EmulatedAccount = { id: 41, login: 'modelref[bot]' };
  let ids = 1;
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const shown = (pull: EmulatedPull) => ({
    number: pull.number,
    state: pull.state,
    title: pull.title,
    body: pull.body,
    user: pull.user,
    html_url: `${origin()}/o/r/pull/${pull.number}`,
    merged_at: pull.merged ? '2026-06-21T10:00:00Z' : null,
    head: {
      ref: pull.head,
      sha: heads.get(pull.number) ?? remote.head(pull.head),
      repo: { full_name: heads.has(pull.number) ? 'a/fork' : 'o/r' },
    },
    base: { ref: pull.base, repo: { full_name: 'o/r' } },
  });
  /**
   * Whether a pull request is from a branch of this name in the repository itself. Pull requests from forks
   * are not, even if their branch has the same name.
   */
  const isOwn = (pull: EmulatedPull, branch: string) => pull.head === branch && !heads.has(pull.number);
  const newPull = (pull: Omit<EmulatedPull, 'number' | 'state' | 'comments' | 'labels'>): EmulatedPull => {
    const made: EmulatedPull = { ...pull, number: ids++, state: 'open', comments: [], labels: [] };
    pulls.push(made);
    return made;
  };
  const unprocessable = (message: string) => ({
    status: 422,
    body: {
      message: 'Validation Failed',
      errors: [{ resource: 'PullRequest', code: 'custom', message }],
      status: '422',
    },
  });

  const answer = (method: string, url: URL, body: Record<string, unknown>, authorization: string) => {
    const path = url.pathname.replace('/api/v3/repos/o/r', '');
    if (!/^(token|bearer) /i.test(authorization) || authorization.split(' ')[1] !== githubToken)
      return { status: 401, body: { message: 'Bad credentials' } };
    if (path === '/api/v3/user') return { status: 200, body: account };
    if (path === '/pulls' && method === 'GET') {
      const [head, base] = [url.searchParams.get('head')?.replace('o:', ''), url.searchParams.get('base')];
      const state = url.searchParams.get('state') ?? 'open';
      const found = pulls
        .filter((pull) => pull.state === state && pull.base === base && (!head || isOwn(pull, head)))
        .reverse()
        .slice(0, Number(url.searchParams.get('per_page') ?? 30));
      return { status: 200, body: found.map(shown) };
    }
    if (path === '/pulls' && method === 'POST') {
      const { title, head, base, body: text } = body as Record<string, string>;
      if (pulls.some((pull) => pull.state === 'open' && isOwn(pull, head!))) {
        return unprocessable(`A pull request already exists for o:${head}.`);
      }
      if (remote.head(head) === remote.head(base))
        return unprocessable(`No commits between ${base} and ${head}`);
      return {
        status: 201,
        body: shown(newPull({ title: title!, body: text ?? '', head: head!, base: base!, user: account })),
      };
    }
    const pull = pulls.find(({ number }) => number === Number(/^\/(?:pulls|issues)\/(\d+)/.exec(path)?.[1]));
    if (pull && method === 'PATCH') {
      Object.assign(pull, body);
      return { status: 200, body: shown(pull) };
    }
    if (pull && path.endsWith('/labels') && method === 'POST') {
      pull.labels.push(...(body as { labels: string[] }).labels);
      return { status: 200, body: pull.labels.map((name) => ({ name })) };
    }
    if (pull && path.endsWith('/comments')) {
      if (method === 'POST') {
        const comment = { id: ids++, body: String(body.body), user: account };
        pull.comments.push(comment);
        return { status: 201, body: comment };
      }
      // One pull request a page, so that a client has to follow the links.
      const page = Number(url.searchParams.get('page') ?? 1);
      const next = new URL(url);
      next.searchParams.set('page', String(page + 1));
      const link = page < pull.comments.length ? { link: `<${next}>; rel="next"` } : {};
      return { status: 200, headers: link, body: pull.comments.slice(page - 1, page) };
    }
    const comment = /^\/issues\/comments\/(\d+)$/.exec(path)?.[1];
    if (comment && method === 'PATCH') {
      const found = pulls.flatMap(({ comments }) => comments).find(({ id }) => id === Number(comment));
      if (found) return { status: 200, body: Object.assign(found, body) };
    }
    const sha = /^\/statuses\/([0-9a-f]{40})$/.exec(path)?.[1];
    if (sha && method === 'POST') {
      statuses.push({ sha, ...(body as { state: string; context: string; description: string }) });
      return { status: 201, body: { id: ids++, ...body } };
    }
    return {
      status: 404,
      body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
    };
  };

  const serveRest = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', origin());
    const method = request.method ?? 'GET';
    let text = '';
    for await (const piece of request) text += piece;
    requests.push(`${method} ${url.pathname}`);
    const refused = refusals.findIndex((each) => each.method === method && each.path.test(url.pathname));
    const authorization = request.headers.authorization ?? '';
    const usual = () =>
      request.headers['user-agent'] === undefined
        ? { status: 403, body: { message: 'Request forbidden by administrative rules.' } }
        : answer(method, url, text === '' ? {} : JSON.parse(text), authorization);
    const {
      status,
      headers = {},
      body,
    } = (refused < 0 ? usual() : refusals.splice(refused, 1)[0]) as {
      status: number;
      headers?: Record<string, string>;
      body: unknown;
    };
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(JSON.stringify(body));
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    if (!(remote instanceof GitRemote) || !pathname.startsWith('/o/r.git')) {
      void serveRest(request, response);
      return;
    }
    const basic = `Basic ${Buffer.from(`x-access-token:${githubToken}`).toString('base64')}`;
    if (request.headers.authorization !== basic) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
      return;
    }
    serveGit(remote.path, pathname.slice('/o/r.git'.length), request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    apiUrl: `${origin()}/api/v3`,
    gitUrl: `${origin()}/o/r.git`,
    pulls,
    statuses,
    requests,
    refusals,
    get account() {
      return account;
    },
    set account(other) {
      account = other;
    },
    openPull: (commit, title, head = `patch-${ids}`) => {
      const pull = newPull({ title, body: '', head, base: 'main', user: stranger });
      heads.set(pull.number, commit);
      remote.setRef(`refs/pull/${pull.number}/head`, commit);
      return pull;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
