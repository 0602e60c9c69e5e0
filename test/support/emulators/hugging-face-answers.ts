import { createHash } from 'node:crypto';
import { type Content, gitBlobId, textContent } from './content.ts';
import { type EmulatedAnswer, type EmulatedRequest, json } from './emulated-host.ts';

export interface HubFile extends Content {
  /**
   * The file's SHA-256 in hex, if the Hub keeps it in large-file storage; absent for a file that is in git
   * itself.
   */
  readonly sha256?: string;
}

export interface HubRepository {
  /** `namespace/name`. */
  readonly id: string;
  /** The commit of `main`: 40 hex digits. */
  readonly commit: string;
  readonly files: Readonly<Record<string, HubFile>>;
  /**
   * Commits (40 hex digits) of other branches and of tags, by name of the branch or tag. In this emulator
   * every commit has the same files.
   */
  readonly revisions?: Readonly<Record<string, string>>;
  readonly gated?: false | 'auto' | 'manual';
  readonly private?: boolean;
  readonly disabled?: boolean;
  /**
   * Further members of the answer to `/api/models/…`: `cardData`, `config`, `safetensors`, `gguf`, `tags` …
   */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** The base URL of the Hub's storage host, to which answers redirect, and how the Hub serves small files. */
export interface HubAddresses {
  readonly cdn: string;
  /**
   * How requests for small files are answered: directly, or, as newer versions of the Hub do, after a
   * redirect on the same host.
   */
  readonly smallFiles: 'direct' | 'resolve-cache';
}

type Answering = (
  asked: { request: EmulatedRequest; repository: HubRepository; commit: string; path: string },
  addresses: HubAddresses,
) => EmulatedAnswer;

const repositoryId = '([^/]+/[^/]+)';
const inApi = `^/api/models/${repositoryId}`;
const onPages = '^/((?!api/)[^/]+/[^/]+)';

/**
 * Patterns of request paths, each with the function that answers such a request. A pattern captures the
 * repository's id, and the revision and the path of a file where the request path has them.
 */
export const hubRoutes: readonly (readonly [RegExp, Answering])[] = [
  [new RegExp(`${inApi}/revision/([^/]+)$`), model],
  [new RegExp(`${inApi}$`), model],
  [new RegExp(`^/api/resolve-cache/models/${repositoryId}/([^/]+)/(.+)$`), cachedFile],
  [new RegExp(`${onPages}/resolve/([^/]+)/(.+)$`), resolve],
  [new RegExp(`${onPages}/(?:tree|blob)/([^/]+)(?:/(.*))?$`), page],
  [new RegExp(`${onPages}$`), page],
];

/**
 * Creates an error answer as the Hub sends it.
 *
 * @param code the error's name for the header `X-Error-Code`, or null for an error without a name
 */
export function hubError(
  status: number,
  code: string | null,
  message: string,
  headers: Record<string, string> = {},
): EmulatedAnswer {
  return json(
    status,
    { error: message },
    { ...(code === null ? {} : { 'x-error-code': code }), 'x-error-message': message, ...headers },
  );
}

export function commitOf({ commit, revisions = {} }: HubRepository, revision: string): string | null {
  if (['main', 'HEAD', commit].includes(revision)) return commit;
  return revisions[revision] ?? Object.values(revisions).find((other) => other === revision) ?? null;
}

const text = { 'content-type': 'text/plain; charset=utf-8' };

function noEntry(commit: string): EmulatedAnswer {
  return hubError(404, 'EntryNotFound', 'Entry not found', { 'x-repo-commit': commit });
}

function resolve(
  { repository, commit, path }: Parameters<Answering>[0],
  addresses: HubAddresses,
): EmulatedAnswer {
  const file = repository.files[path];
  if (!file) return noEntry(commit);
  const headers = { 'x-repo-commit': commit };
  if (file.sha256 === undefined) {
    const small = { ...headers, etag: `"${gitBlobId(file)}"` };
    if (addresses.smallFiles === 'direct') return { status: 200, headers: { ...small, ...text }, body: file };
    const place = path.split('/').map(encodeURIComponent).join('/');
    return {
      status: 307,
      headers: { ...small, location: `/api/resolve-cache/models/${repository.id}/${commit}/${place}` },
    };
  }
  const folder = createHash('md5').update(repository.id).digest('hex');
  const linked = { 'x-linked-size': String(file.size), 'x-linked-etag': `"${file.sha256}"` };
  return {
    status: 302,
    headers: {
      ...headers,
      ...linked,
      location: `${addresses.cdn}/repos/${folder}/${file.sha256}?X-Amz-Expires=3600&Signature=emulated`,
    },
    body: 'Found. Redirecting.',
  };
}

function cachedFile({ repository, commit, path }: Parameters<Answering>[0]): EmulatedAnswer {
  const file = repository.files[path];
  if (!file) return noEntry(commit);
  return {
    status: 200,
    headers: { 'x-repo-commit': commit, etag: `"${gitBlobId(file)}"`, ...text },
    body: file,
  };
}

function pointerOf({ sha256, size }: HubFile): Content {
  return textContent(`version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`);
}

function page({ repository }: Parameters<Answering>[0]): EmulatedAnswer {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return { status: 200, headers, body: `<!doctype html><title>${repository.id} · Hugging Face</title>` };
}

function model({ request: { query }, repository, commit }: Parameters<Answering>[0]): EmulatedAnswer {
  const { id, files, gated = false, about = {} } = repository;
  const withBlobs = query.get('blobs') === 'true';
  const whole: Record<string, unknown> = {
    _id: createHash('md5').update(id).digest('hex').slice(0, 24),
    id,
    modelId: id,
    author: id.split('/')[0],
    sha: commit,
    private: repository.private ?? false,
    gated,
    disabled: false,
    createdAt: '2026-01-05T10:11:12.000Z',
    lastModified: '2026-02-01T08:00:00.000Z',
    downloads: 1234,
    likes: 56,
    tags: [],
    siblings: Object.entries(files).map(([rfilename, file]) => ({
      rfilename,
      ...(withBlobs ? siblingFacts(file) : {}),
    })),
    ...about,
  };
  return json(200, whole);
}

function siblingFacts(file: HubFile) {
  const { size, sha256 } = file;
  if (sha256 === undefined) return { size, blobId: gitBlobId(file) };
  const pointer = pointerOf(file);
  return { size, blobId: gitBlobId(pointer), lfs: { sha256, size, pointerSize: pointer.size } };
}
