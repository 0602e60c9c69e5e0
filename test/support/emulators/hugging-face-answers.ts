import { createHash } from 'node:crypto';
import { type Content, gitBlobId, textContent } from './content.ts';
import { type EmulatedAnswer, type EmulatedRequest, json } from './emulated-host.ts';

export interface HubFile extends Content {
  /**
   * The file's SHA-256 in hex, if the Hub keeps it in large-file storage; absent for a file that is in git
   * itself.
   */
  readonly sha256?: string;
  /**
   * The hash by which the Hub's Xet storage knows the file, if it is stored there. Unlike `sha256`, it cannot
   * be computed by hashing the file's bytes.
   */
  readonly xetHash?: string;
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

/**
 * The base URLs of the emulated Hub and its storage host, to which answers redirect, and how the Hub serves
 * small files.
 */
export interface HubAddresses {
  readonly hub: string;
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
  [new RegExp(`${inApi}/tree/([^/]+)(?:/(.*))?$`), tree],
  [new RegExp(`${inApi}/paths-info/([^/]+)$`), pathsInfo],
  [new RegExp(`${inApi}/refs$`), refs],
  [new RegExp(`${inApi}/revision/([^/]+)$`), model],
  [new RegExp(`${inApi}$`), model],
  [new RegExp(`^/api/resolve-cache/models/${repositoryId}/([^/]+)/(.+)$`), cachedFile],
  [new RegExp(`${onPages}/resolve/([^/]+)/(.+)$`), resolve],
  [new RegExp(`${onPages}/raw/([^/]+)/(.+)$`), raw],
  [new RegExp(`${onPages}/(?:tree|blob)/([^/]+)(?:/(.*))?$`), page],
  [new RegExp(`${onPages}$`), page],
];

/**
 * Makes an error answer as the Hub sends it.
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
    {
      ...(code === null ? {} : { 'x-error-code': code }),
      'x-error-message': message,
      ...headers,
    },
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
  { request, repository, commit, path }: Parameters<Answering>[0],
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
  const api = `${addresses.hub}/api/models/${repository.id}`;
  const inXet = file.xetHash !== undefined && {
    'x-xet-hash': file.xetHash,
    link: `<${api}/xet-read-token/${commit}>; rel="xet-auth", <${addresses.cdn}/v1/reconstructions/${file.xetHash}>; rel="xet-reconstruction-info"`,
  };
  const folder = createHash('md5').update(repository.id).digest('hex');
  const linked = { 'x-linked-size': String(file.size), 'x-linked-etag': `"${file.sha256}"`, ...inXet };
  const xetInfo = 'application/vnd.xet-fileinfo+json';
  if (inXet && request.headers.accept?.includes(xetInfo)) {
    return {
      status: 200,
      headers: { ...headers, ...linked, 'content-type': xetInfo },
      body: JSON.stringify({ hash: file.xetHash }),
    };
  }
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

/**
 * Answers with what git holds at a path: the file itself or, for a file in large-file storage, the short text
 * that points to it.
 */
function raw({ repository, commit, path }: Parameters<Answering>[0]): EmulatedAnswer {
  const file = repository.files[path];
  if (!file) return noEntry(commit);
  const body = file.sha256 === undefined ? file : pointerOf(file);
  return { status: 200, headers: { 'x-repo-commit': commit, ...text }, body };
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
  const expand = [...query.getAll('expand'), ...query.getAll('expand[]')];
  if (expand.length === 0) return json(200, whole);
  const kept = Object.entries(whole).filter(([key]) => ['_id', 'id', ...expand].includes(key));
  return json(200, Object.fromEntries(kept));
}

function siblingFacts(file: HubFile) {
  const { size, sha256 } = file;
  if (sha256 === undefined) return { size, blobId: gitBlobId(file) };
  const pointer = pointerOf(file);
  return { size, blobId: gitBlobId(pointer), lfs: { sha256, size, pointerSize: pointer.size } };
}

function treeEntry(path: string, file: HubFile, expanded: boolean) {
  const { size, sha256, xetHash } = file;
  const pointer = pointerOf(file);
  const stored =
    sha256 === undefined
      ? { oid: gitBlobId(file) }
      : { oid: gitBlobId(pointer), lfs: { oid: sha256, size, pointerSize: pointer.size } };
  return {
    type: 'file',
    ...stored,
    size,
    path,
    ...(xetHash === undefined ? {} : { xetHash }),
    ...(expanded ? { lastCommit: lastCommit, securityFileStatus: { status: 'safe' } } : {}),
  };
}

const lastCommit = { id: '1'.repeat(40), title: 'Upload', date: '2026-02-01T08:00:00.000Z' };

function tree(
  { request, repository, commit, path }: Parameters<Answering>[0],
  { hub }: HubAddresses,
): EmulatedAnswer {
  const folder = path === '' ? '' : `${path.replace(/\/$/, '')}/`;
  const expanded = request.query.get('expand') === 'true';
  const recursive = request.query.get('recursive') === 'true';
  const entries = new Map<string, object>();
  for (const [name, file] of Object.entries(repository.files)) {
    if (!name.startsWith(folder)) continue;
    const parts = name.slice(folder.length).split('/');
    for (let depth = 1; depth < (recursive ? parts.length : Math.min(parts.length, 2)); depth += 1) {
      const directory = folder + parts.slice(0, depth).join('/');
      entries.set(directory, {
        type: 'directory',
        oid: createHash('sha1').update(directory).digest('hex'),
        size: 0,
        path: directory,
      });
    }
    if (recursive || parts.length === 1) entries.set(name, treeEntry(name, file, expanded));
  }
  if (entries.size === 0 && folder !== '') return noEntry(commit);
  const most = Math.min(Number(request.query.get('limit') ?? 1000) || 1000, expanded ? 50 : 1000);
  const from = Number(Buffer.from(request.query.get('cursor') ?? '', 'base64').toString() || 0);
  const next = new URLSearchParams(request.query);
  next.set('cursor', Buffer.from(String(from + most)).toString('base64'));
  return json(200, [...entries.values()].slice(from, from + most), {
    'x-repo-commit': commit,
    ...(from + most < entries.size ? { link: `<${hub}${request.path}?${next}>; rel="next"` } : {}),
  });
}

function pathsInfo({ request, repository }: Parameters<Answering>[0]): EmulatedAnswer {
  const isJson = request.headers['content-type']?.includes('json') ?? false;
  const form = new URLSearchParams(isJson ? '' : request.body);
  const { paths, expand = false } = isJson
    ? (JSON.parse(request.body) as { paths: string[]; expand?: boolean })
    : { paths: form.getAll('paths'), expand: form.get('expand')?.toLowerCase() === 'true' };
  return json(
    200,
    paths.flatMap((path) => {
      const file = repository.files[path];
      return file ? [treeEntry(path, file, expand)] : [];
    }),
  );
}

function refs({ repository }: Parameters<Answering>[0]): EmulatedAnswer {
  const all = { main: repository.commit, ...repository.revisions };
  const branches = Object.entries(all).map(([name, targetCommit]) => ({
    name,
    ref: `refs/heads/${name}`,
    targetCommit,
  }));
  return json(200, { branches, tags: [], converts: [] });
}
