import {
  type EmulatedAnswer,
  type EmulatedHost,
  type EmulatedRequest,
  json,
  startEmulatedHost,
} from './emulated-host.ts';
import { commitOf, type HubRepository, hubError, hubRoutes } from './hugging-face-answers.ts';

export interface EmulatedHub extends EmulatedHost {
  /** The storage host, to which the Hub redirects downloads of large files. */
  readonly cdn: EmulatedHost;
  /** Repositories by id. */
  readonly repositories: Map<string, HubRepository>;
  /** New ids of renamed repositories, by old id. */
  readonly renamed: Map<string, string>;
  /** How requests for small files are answered, as in `HubAddresses`. Default: `resolve-cache`. */
  smallFiles: 'direct' | 'resolve-cache';
  /**
   * Number of calls that are still allowed, by kind of path (`Bucket`). Each answer takes one; at 0 the
   * answer is 429.
   */
  readonly remaining: Record<Bucket, number>;
}

type Bucket = keyof typeof quotas;

/**
 * Number of calls that the Hub allows an IP address without a token in five minutes, by kind of path. The
 * emulator states it in the rate-limit headers of its answers.
 */
const quotas = { api: 500, resolvers: 3000, pages: 100 };
const windowSeconds = 300;

/**
 * Starts an emulated Hugging Face Hub on loopback with these model repositories. It answers any number of
 * requests until a test sets `remaining`.
 */
export async function startHuggingFace(...repositories: HubRepository[]): Promise<EmulatedHub> {
  const cdn = await startEmulatedHost((request) => storageAnswer(hub.repositories, request));
  const host = await startEmulatedHost((request) => hubAnswer(hub, request));
  const closeHub = host[Symbol.asyncDispose];
  const hub: EmulatedHub = Object.assign(host, {
    cdn,
    repositories: new Map(repositories.map((repository) => [repository.id, repository])),
    renamed: new Map<string, string>(),
    smallFiles: 'resolve-cache' as const,
    remaining: {
      api: Number.POSITIVE_INFINITY,
      resolvers: Number.POSITIVE_INFINITY,
      pages: Number.POSITIVE_INFINITY,
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([closeHub(), cdn[Symbol.asyncDispose]()]);
    },
  });
  return hub;
}

function hubAnswer(hub: EmulatedHub, request: EmulatedRequest): EmulatedAnswer {
  const bucket = bucketOf(request.path);
  const left = Math.min(hub.remaining[bucket], quotas[bucket]) - 1;
  const rate = {
    ratelimit: `"${bucket}";r=${Math.max(0, left)};t=55`,
    'ratelimit-policy': `"fixed window";"${bucket}";q=${quotas[bucket]};w=${windowSeconds}`,
  };
  if (left < 0) return json(429, { error: 'We had to rate limit your IP.' }, rate);
  hub.remaining[bucket] -= 1;
  const answer = routed(hub, request);
  return {
    ...answer,
    headers: { 'x-request-id': `Root=1-${hub.requests.length}`, ...rate, ...answer.headers },
  };
}

function bucketOf(path: string): Bucket {
  if (/\/(resolve|raw|resolve-cache)\//.test(path)) return 'resolvers';
  return path.startsWith('/api/') ? 'api' : 'pages';
}

function routed(hub: EmulatedHub, request: EmulatedRequest): EmulatedAnswer {
  for (const [pattern, answer] of hubRoutes) {
    const match = pattern.exec(request.path);
    if (!match) continue;
    const [id = '', revision = 'main', path = ''] = match
      .slice(1)
      .map((part) => part && decodeURIComponent(part));
    const repository = seen(hub, request, id);
    if ('status' in repository) return repository;
    const commit = commitOf(repository, revision);
    if (commit === null) return hubError(404, 'RevisionNotFound', `Invalid rev id: ${revision}`);
    return answer({ request, repository, commit, path }, { cdn: hub.cdn.url, smallFiles: hub.smallFiles });
  }
  return hubError(404, null, "Sorry, we can't find the page you are looking for.");
}

/**
 * Returns the repository with an id if everybody may see it. Otherwise gives the answer for the caller: an error,
 * or the redirect to a renamed repository's new id.
 */
function seen(
  hub: EmulatedHub,
  { path, query }: EmulatedRequest,
  id: string,
): HubRepository | EmulatedAnswer {
  const newId = hub.renamed.get(id);
  if (newId !== undefined) {
    const search = query.size === 0 ? '' : `?${query}`;
    return { status: 307, headers: { location: `${path.replace(id, newId)}${search}` } };
  }
  const repository = hub.repositories.get(id);
  // The Hub answers alike for missing and private repositories.
  if (!repository || repository.private)
    return hubError(401, 'RepoNotFound', 'Invalid username or password.');
  if (repository.disabled) return hubError(403, null, 'Access to this resource is disabled.');
  if (repository.gated && /\/(resolve|raw|resolve-cache)\//.test(path)) {
    const text = `Access to model ${id} is restricted. You must have access to it and be authenticated to access it.`;
    return hubError(401, 'GatedRepo', text);
  }
  return repository;
}

/**
 * Answers requests to the storage host. Its addresses are signed: whoever has one may read the file's
 * content, without a token.
 */
function storageAnswer(
  repositories: EmulatedHub['repositories'],
  { path, query, headers }: EmulatedRequest,
): EmulatedAnswer {
  if (headers.authorization !== undefined) {
    return { status: 400, body: '<Error><Code>InvalidArgument</Code></Error>' };
  }
  const sha256 = path.split('/').at(-1);
  for (const { files } of repositories.values()) {
    const body = Object.values(files).find((file) => file.sha256 === sha256);
    if (body && query.has('Signature')) {
      return {
        status: 200,
        headers: { etag: `"${sha256}"`, 'content-type': 'application/octet-stream' },
        body,
      };
    }
  }
  return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
}
