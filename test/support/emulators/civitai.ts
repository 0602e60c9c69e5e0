import {
  CivitaiAnswers,
  type CivitaiFile,
  type CivitaiModel,
  type DownloadAccess,
} from './civitai-answers.ts';
import type { Content } from './content.ts';
import {
  type EmulatedAnswer,
  type EmulatedHost,
  type EmulatedRequest,
  json,
  startEmulatedHost,
} from './emulated-host.ts';

export interface EmulatedCivitai extends EmulatedHost {
  /** The host that serves the files' content. */
  readonly storage: EmulatedHost;
  readonly models: Map<number, CivitaiModel>;
  /** The first and last bytes of files, by file id. A file that is not in the map consists of zeros. */
  readonly contents: Map<number, Pick<Content, 'beginning' | 'ending'>>;
  /** Who may download the files of a version, by version id. Default: `open`. */
  readonly access: Map<number, DownloadAccess>;
  /** Ids of models whose page is not there, and of versions that their model's page does not list. */
  readonly away: { readonly models: Set<number>; readonly versions: Set<number> };
}

/**
 * Emulates Civitai on loopback: its public API, its downloads, and the HTML page with which it answers any
 * other path.
 */
export async function startCivitai(...models: CivitaiModel[]): Promise<EmulatedCivitai> {
  const storage = await startEmulatedHost((request) => storageAnswer(civitai, request));
  const host = await startEmulatedHost((request) => routed(civitai, answers, request));
  const closeHost = host[Symbol.asyncDispose];
  const civitai: EmulatedCivitai = Object.assign(host, {
    storage,
    models: new Map(models.map((model) => [model.id, model])),
    contents: new Map<number, Pick<Content, 'beginning' | 'ending'>>(),
    access: new Map<number, DownloadAccess>(),
    away: { models: new Set<number>(), versions: new Set<number>() },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([closeHost(), storage[Symbol.asyncDispose]()]);
    },
  });
  const answers = new CivitaiAnswers(
    () => civitai.models.values(),
    () => civitai.url,
    civitai.away,
  );
  return civitai;
}

function routed(civitai: EmulatedCivitai, answers: CivitaiAnswers, request: EmulatedRequest): EmulatedAnswer {
  const { path } = request;
  const [, kind, id = ''] =
    /^\/api\/(v1\/models|v1\/model-versions|v1\/model-versions\/by-hash|download\/models)\/([^/]+)$/.exec(
      path,
    ) ?? [];
  if (kind === 'v1/models') return answers.model(id);
  if (kind === 'v1/model-versions/by-hash') return answers.byHash(id);
  if (kind === 'v1/model-versions') return answers.version(id);
  if (kind === 'download/models') return download(civitai, answers, request, id);
  const title = path.startsWith('/login') ? 'Sign in to Civitai' : 'Civitai';
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><title>${title}</title>`,
  };
}

function download(
  civitai: EmulatedCivitai,
  answers: CivitaiAnswers,
  { query, headers }: EmulatedRequest,
  id: string,
): EmulatedAnswer {
  const found = answers.find(Number(id));
  const file = found && fileOf(found.version.files, query);
  if (!found || !file) return json(404, { error: 'File not found' });
  const refusal = refusals[civitai.access.get(found.version.id) ?? 'open'];
  if (refusal) {
    // Civitai sends browsers to a page that answers 200.
    const isBrowser = /Mozilla/.test(headers['user-agent'] ?? '') && /text\/html/.test(headers.accept ?? '');
    if (isBrowser)
      return {
        status: 307,
        headers: { location: `/login?returnUrl=${encodeURIComponent(`/models/${found.model.id}`)}` },
      };
    return json(refusal.status, refusal.body);
  }
  const disposition = encodeURIComponent(`attachment; filename="${file.name}"`);
  return {
    status: 307,
    headers: {
      'cache-control': 'no-store',
      location: `${civitai.storage.url}/model/${file.id}/${encodeURIComponent(file.name)}?X-Amz-Expires=86400&response-content-disposition=${disposition}&X-Amz-Signature=emulated`,
    },
  };
}

const refusals: Readonly<Record<DownloadAccess, { status: number; body: object } | null>> = {
  open: null,
  login: {
    status: 401,
    body: {
      error: 'Unauthorized',
      message: 'The creator of this asset requires you to be logged in to download it',
    },
  },
  disabled: {
    status: 401,
    body: { error: 'Unauthorized', message: 'The creator of this asset has disabled downloads on this file' },
  },
  'early access': {
    status: 403,
    body: {
      error: 'Early Access',
      deadline: '2026-12-24T00:00:00.000Z',
      message: 'The creator of this asset requires a purchase',
    },
  },
  archived: { status: 410, body: { error: 'Model archived, not available for download' } },
};

/**
 * Finds the file that a download asks for in its query: by `fileId` if it is given; else the first file that
 * has all the given properties (type, format, size, precision); without any of these, the primary file, or
 * else the first. Null if there is no such file.
 */
function fileOf(files: readonly CivitaiFile[], query: URLSearchParams): CivitaiFile | null {
  const fileId = query.get('fileId');
  if (fileId !== null) return files.find(({ id }) => String(id) === fileId) ?? null;
  const asked = ['type', 'format', 'size', 'fp'].filter((name) => query.has(name));
  if (asked.length === 0) return files.find(({ primary }) => primary) ?? files[0] ?? null;
  const fits = (file: CivitaiFile) =>
    asked.every((name) => String(name === 'type' ? file.type : file.metadata?.[name]) === query.get(name));
  return files.find(fits) ?? null;
}

function storageAnswer(civitai: EmulatedCivitai, { path, query, headers }: EmulatedRequest): EmulatedAnswer {
  if (headers.authorization !== undefined || !query.has('X-Amz-Signature')) {
    return { status: 400, body: '<Error><Code>InvalidArgument</Code></Error>' };
  }
  const id = Number(path.split('/')[2]);
  const files = [...civitai.models.values()]
    .flatMap((model) => model.modelVersions)
    .flatMap((version) => version.files);
  const file = files.find((each) => each.id === id);
  if (!file) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
  const body: Content = {
    size: Math.round(file.sizeKB * 1024),
    beginning: new Uint8Array(),
    ...civitai.contents.get(id),
  };
  return {
    status: 200,
    headers: { 'content-type': 'application/octet-stream', etag: '"multipart-12"' },
    body,
  };
}
