import { civitaiHosts, huggingFaceHosts } from './host-address.ts';

/** What a pasted link leads to. */
export type DraftLink = CivitaiLink | HubLink | { readonly host: 'file'; readonly url: string };

export interface CivitaiLink {
  readonly host: 'civitai';
  /** Null: only the version is known. */
  readonly modelId: number | null;
  /** Null: the newest. */
  readonly versionId: number | null;
  /** Null: the primary one. */
  readonly fileId: number | null;
}

export interface HubLink {
  readonly host: 'huggingface';
  /** `namespace/name`. */
  readonly repository: string;
  /** A branch, tag or commit; null: `main`. */
  readonly revision: string | null;
  /** A file; null: the repository. */
  readonly path: string | null;
}

/** What may be pasted, to follow "allowed:". */
export const allowedLinks =
  'a page or download of a Civitai model, an AIR (urn:air:…), a repository or file at Hugging Face, or the address of a .safetensors, .gguf, .ckpt, .pt or .pth file';

/** First parts of paths at Hugging Face that are no namespaces of models. */
const noNamespaces = new Set([
  'datasets',
  'spaces',
  'docs',
  'blog',
  'collections',
  'papers',
  'models',
  'api',
  'settings',
]);
const mostId = 2_147_483_647;

/** @returns null when it leads to no model that is known how to read */
export function draftLink(text: string): DraftLink | null {
  const trimmed = text.trim();
  if (trimmed.length > 2000) return null;
  const air = airLink(trimmed);
  if (air) return air;
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (civitaiHosts.includes(url.hostname)) return civitaiLink(url);
  if (huggingFaceHosts.includes(url.hostname)) return hubLink(url);
  return /\.(safetensors|gguf|ckpt|pt|pth)$/i.test(url.pathname) ? { host: 'file', url: url.href } : null;
}

/** `urn:air:{ecosystem}:{type}:{source}:{id}[@{version}]`; `urn:` and `air:` may be missing. */
function airLink(text: string): DraftLink | null {
  const [, source = '', id = '', version] =
    /^(?:urn:)?(?:air:)?[\w-]+:[\w-]+:(civitai|huggingface):([^@+\s]+)(?:@([\w.-]+))?(?:\+\w+)?(?:\.\w+)?$/i.exec(
      text,
    ) ?? [];
  if (source.toLowerCase() === 'civitai') {
    const modelId = idOf(id);
    return modelId === null ? null : { host: 'civitai', modelId, versionId: idOf(version), fileId: null };
  }
  const isRepository = /^[\w.-]+\/[\w.-]+$/.test(id);
  return isRepository ? { host: 'huggingface', repository: id, revision: version ?? null, path: null } : null;
}

function civitaiLink({ pathname, searchParams }: URL): CivitaiLink | null {
  const fileId = idOf(searchParams.get('fileId'));
  const [, kind, id] =
    /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/(api\/download\/models|api\/v1\/model-versions|api\/v1\/models|model-versions|models)\/(\d+)(?:\/|$)/.exec(
      pathname,
    ) ?? [];
  const number = idOf(id);
  if (number === null) return null;
  if (kind === 'models' || kind === 'api/v1/models') {
    return { host: 'civitai', modelId: number, versionId: idOf(searchParams.get('modelVersionId')), fileId };
  }
  return { host: 'civitai', modelId: null, versionId: number, fileId };
}

function hubLink({ pathname }: URL): HubLink | null {
  const [first = '', second = '', ...rest] = partsOf(pathname.replace(/^\/api\/models\//, '/'));
  const isName = (part: string) => /^[\w.-]{1,96}$/.test(part);
  if (!isName(first) || !isName(second) || noNamespaces.has(first)) return null;
  const repository = `${first}/${second}`;
  const [kind, revision, ...path] = rest;
  if (kind === undefined || revision === undefined)
    return { host: 'huggingface', repository, revision: null, path: null };
  const isFile = ['blob', 'resolve', 'raw'].includes(kind) && path.length > 0;
  return { host: 'huggingface', repository, revision, path: isFile ? path.join('/') : null };
}

function partsOf(pathname: string): string[] {
  const parts = pathname.split('/').filter((part) => part !== '');
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return [];
  }
}

function idOf(text: string | null | undefined): number | null {
  if (!text || !/^\d{1,10}$/.test(text)) return null;
  const id = Number(text);
  return id > 0 && id <= mostId ? id : null;
}

/**
 * What addresses of the same page have in common, whatever they look like; null for one that is no page of a
 * model. With a version where the address names one.
 */
export function pageOf(address: unknown): { page: string; version: string | null } | null {
  const link = typeof address === 'string' ? draftLink(address) : null;
  if (link?.host === 'huggingface')
    return { page: `huggingface ${link.repository.toLowerCase()}`, version: null };
  if (link?.host !== 'civitai' || link.modelId === null) return null;
  return {
    page: `civitai ${link.modelId}`,
    version: link.versionId === null ? null : String(link.versionId),
  };
}

/** The address of a file at Hugging Face, fixed to a commit. */
export function resolveUrl(repository: string, revision: string, path: string): string {
  const place = path.split('/').map(encodeURIComponent).join('/');
  return `https://huggingface.co/${repository}/resolve/${encodeURIComponent(revision)}/${place}`;
}
