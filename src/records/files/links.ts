import { civitaiHosts, type FileSelectors, huggingFaceHosts, parseSelectors } from './host-address.ts';

/**
 * The target of a pasted link: a model at Civitai, a repository or file at Hugging Face, a model file at
 * another host, or a page of a host whose pages are not parsed.
 */
export type DraftLink = CivitaiLink | HubLink | { readonly host: 'file'; readonly url: string } | PageLink;

/** A model page of a host whose pages are not parsed. */
export interface PageLink {
  readonly host: 'page';
  readonly url: string;
  /** `namespace/name`. */
  readonly repository: string;
  /** The mirrored URL at Hugging Face; null when the page is not a mirror. */
  readonly original: string | null;
}

export interface CivitaiLink extends FileSelectors {
  readonly host: 'civitai';
  /** Null when the link contains only the version. */
  readonly modelId: number | null;
  /** Null means the newest version. */
  readonly versionId: number | null;
}

export interface HubLink {
  readonly host: 'huggingface';
  /** `namespace/name`. */
  readonly repository: string;
  /** A branch, tag or commit; null means `main`. */
  readonly revision: string | null;
  /**
   * The path of a file; null when the link does not lead to a single file. In a link such as
   * `owner/name:Q4_K_M` it is a folder or a part of a file name.
   */
  readonly path: string | null;
}

/** Describes the supported links. Error messages about other links end with this text. */
export const allowedLinks =
  'a page or download of a Civitai model, an AIR (urn:air:…), a repository or file at Hugging Face, a page at ModelScope or hf-mirror, or the address of a .safetensors, .sft, .gguf, .ckpt, .pt or .pth file';

/** First path segments at Hugging Face that are not accounts. Links with them do not lead to a model. */
const reservedSegments = new Set([
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
const maxId = 2_147_483_647;

/**
 * Parses a pasted link.
 * @returns null when the text is not a link to a supported model
 */
export function parseDraftLink(text: string): DraftLink | null {
  const trimmedText = text.trim();
  if (trimmedText.length > 2000) return null;
  const air = parseAir(trimmedText);
  if (air) return air;
  const url = URL.canParse(trimmedText) ? new URL(trimmedText) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (civitaiHosts.includes(url.hostname)) return parseCivitaiLink(url);
  if (huggingFaceHosts.includes(url.hostname)) return parseHubLink(url);
  if (/\.(safetensors|sft|gguf|ckpt|pt|pth)$/i.test(url.pathname)) return { host: 'file', url: url.href };
  return parsePageLink(url);
}

const modelScopeHosts = ['modelscope.cn', 'www.modelscope.cn', 'modelscope.ai', 'www.modelscope.ai'];
const hubMirrors = ['hf-mirror.com', 'www.hf-mirror.com'];

function parsePageLink({ hostname, pathname, href: url }: URL): PageLink | null {
  const isMirror = hubMirrors.includes(hostname);
  const path = isMirror ? pathname : /^\/models(\/.+)$/.exec(pathname)?.[1];
  if (path === undefined || (!isMirror && !modelScopeHosts.includes(hostname))) return null;
  const [owner = '', name = ''] = splitPath(path);
  if (!isRepository(owner, name)) return null;
  return { host: 'page', url, repository: `${owner}/${name}`, original: findMirroredUrl(url) };
}

/** Returns the Hugging Face URL that a mirror URL corresponds to; null for other URLs. */
export function findMirroredUrl(url: string): string | null {
  const address = URL.parse(url);
  if (address === null || !hubMirrors.includes(address.hostname)) return null;
  return `https://huggingface.co${address.pathname}`;
}

/**
 * Parses an AIR, `urn:air:{ecosystem}:{type}:{source}:{id}[@{version}][+{file}][.{format}]`; `urn:` and
 * `air:` are optional.
 */
function parseAir(text: string): DraftLink | null {
  const [, source = '', id = '', version, file] =
    /^(?:urn:)?(?:air:)?[\w-]+:[\w-]+:(civitai|huggingface):([^@+\s]+)(?:@([\w.-]+))?(?:\+(\w+))?(?:\.\w+)?$/i.exec(
      text,
    ) ?? [];
  if (source.toLowerCase() === 'civitai') return createCivitaiLink(id, version, file);
  const [owner = '', name = '', ...furtherParts] = id.split('/');
  const isRevision = version === undefined || !isDots(version);
  if (furtherParts.length > 0 || !isRepository(owner, name) || !isRevision) return null;
  return { host: 'huggingface', repository: id, revision: version ?? null, path: null };
}

/**
 * Creates a link to a model at Civitai from the ids in a pasted link. Absent ids are null or undefined.
 * @returns null when one of the texts is not an id, or when both the model and the version are missing
 */
function createCivitaiLink(
  model: string | null,
  version: string | null | undefined,
  file: string | null | undefined,
  wanted: FileSelectors['wanted'] = {},
): CivitaiLink | null {
  const [modelId, versionId, fileId] = [model, version, file].map((id) => (id == null ? null : parseId(id)));
  if (modelId === undefined || versionId === undefined || fileId === undefined) return null;
  if (modelId === null && versionId === null) return null;
  return { host: 'civitai', modelId, versionId, fileId, wanted };
}

function parseCivitaiLink({ pathname, searchParams }: URL): CivitaiLink | null {
  const fileId = searchParams.get('fileId');
  const [, kind, id] =
    /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/(api\/download\/models|api\/v1\/model-versions|api\/v1\/models|model-versions|models)\/(\d+)(?:\/|$)/.exec(
      pathname,
    ) ?? [];
  if (id === undefined) return null;
  if (kind === 'models' || kind === 'api/v1/models')
    return createCivitaiLink(id, searchParams.get('modelVersionId'), fileId);
  return createCivitaiLink(
    null,
    id,
    fileId,
    kind === 'api/download/models' ? parseSelectors(searchParams) : {},
  );
}

function parseHubLink({ pathname }: URL): HubLink | null {
  const [owner = '', nameAndTag = '', ...rest] = splitPath(pathname.replace(/^\/api\/models\//, '/'));
  const [name = '', tag] = nameAndTag.split(/::?/);
  if (!isRepository(owner, name) || rest.some(isDots)) return null;
  const repository = `${owner}/${name}`;
  if (tag !== undefined && tag !== '')
    return { host: 'huggingface', repository, revision: null, path: [tag, ...rest].join('/') };
  const [kind = '', revision, ...path] = rest;
  const hasRevision = ['tree', 'blob', 'resolve', 'raw', 'revision', 'commit', 'commits'].includes(kind);
  if (!hasRevision || revision === undefined)
    return { host: 'huggingface', repository, revision: null, path: null };
  const isFile = ['blob', 'resolve', 'raw'].includes(kind) && path.length > 0;
  return { host: 'huggingface', repository, revision, path: isFile ? path.join('/') : null };
}

/**
 * Returns whether an owner and a name can form a model repository name at Hugging Face. Refuses names with
 * `..`, which would lead to another path, and owners such as `datasets`, which are not accounts.
 */
export function isRepository(owner: string, name: string): boolean {
  const isName = (part: string) => /^\w[\w.-]{0,95}$/.test(part) && !part.includes('..');
  return isName(owner) && isName(name) && !reservedSegments.has(owner.toLowerCase());
}

function isDots(part: string): boolean {
  return part.split(/[/\\]/).some((segment) => segment === '.' || segment === '..');
}

function splitPath(pathname: string): string[] {
  const parts = pathname.split('/').filter((part) => part !== '');
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** Parses a Civitai id; undefined when the text is not an id. */
function parseId(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= maxId ? id : undefined;
}

/**
 * Returns a key for the model page of a URL: all URLs of one page have the same key. `version` is the Civitai
 * version id in the URL, or null. Returns null when the URL does not lead to a model page.
 */
export function pageOf(address: unknown): { page: string; version: string | null } | null {
  const link = typeof address === 'string' ? parseDraftLink(address) : null;
  if (link?.host === 'huggingface')
    return { page: `huggingface ${link.repository.toLowerCase()}`, version: null };
  if (link?.host !== 'civitai' || link.modelId === null) return null;
  return {
    page: `civitai ${link.modelId}`,
    version: link.versionId === null ? null : String(link.versionId),
  };
}

/** Returns the URL of a file at Hugging Face in the specified revision. */
export function createResolveUrl(repository: string, revision: string, path: string): string {
  const encodedPath = path.split('/').map(encodeURIComponent).join('/');
  return `https://huggingface.co/${repository}/resolve/${encodeURIComponent(revision)}/${encodedPath}`;
}
