import { decodePercentEncoding } from '../../kernel/percent-decoded.ts';

/**
 * A URL, split into its parts if it leads to a file at Hugging Face or Civitai. Any other URL is `github` or
 * `other`, without parts.
 */
export type HostAddress =
  | {
      readonly host: 'huggingface';
      /**
       * The repository, as `namespace/name`. Dataset and space repositories have the prefix `datasets/` or
       * `spaces/`.
       */
      readonly repository: string;
      /** Branch, tag or commit. */
      readonly revision: string;
      readonly path: string;
    }
  | {
      readonly host: 'civitai';
      readonly versionId: string;
      /**
       * The id of the file. Null when the URL has none: Civitai then chooses a file with the `wanted`
       * properties, or the version's primary file if there are none.
       */
      readonly fileId: string | null;
      /**
       * The properties that the file must have, such as `type`, `format`, `size` and `fp`, with their values.
       */
      readonly wanted: Readonly<Record<string, string>>;
    }
  | { readonly host: 'github' | 'other' };

export const huggingFaceHosts: readonly string[] = [
  'huggingface.co',
  'www.huggingface.co',
  'hf.co',
  'huggingface.com',
  'huggingface.cn',
];
export const civitaiHosts: readonly string[] = [
  'civitai.com',
  'www.civitai.com',
  'civitai.green',
  'civitai.red',
];
const gitHubHosts = ['github.com', 'www.github.com', 'raw.githubusercontent.com'];

export function parseHostAddress(url: string): HostAddress {
  const address = URL.parse(url);
  if (address === null) return { host: 'other' };
  const { hostname, pathname, searchParams } = address;
  if (huggingFaceHosts.includes(hostname)) {
    const parts = resolvePath.exec(pathname)?.groups;
    if (parts) {
      const { repository = '', revision = '', path = '' } = parts;
      return { host: 'huggingface', repository, revision: decodePercentEncoding(revision), path };
    }
  }
  if (civitaiHosts.includes(hostname)) {
    const versionId = /^\/api\/download\/models\/(\d+)\/?$/.exec(pathname)?.[1];
    if (versionId !== undefined) {
      const selectors = parseSelectors(searchParams);
      return { host: 'civitai', versionId, fileId: searchParams.get('fileId'), wanted: selectors };
    }
  }
  return { host: gitHubHosts.includes(hostname) ? 'github' : 'other' };
}

/**
 * Matches the path of a file at Hugging Face. The namespace may be missing, as in the URLs of old models. A
 * revision contains no slash, because its slashes are percent-encoded.
 */
const resolvePath =
  /^\/(?<repository>(?:(?:datasets|spaces)\/)?[^/]+(?:\/[^/]+)?)\/resolve\/(?<revision>[^/]+)\/(?<path>.+)$/;

/** Returns whether a revision is a git commit. A commit is immutable; a branch or tag can be moved. */
function isCommit(revision: string): boolean {
  return /^[0-9a-f]{40}$/i.test(revision);
}

/**
 * Returns whether the URL may lead to another file later, for example because it contains a branch. Checks
 * only the text of the URL, without a request to the host.
 */
export function isMutableAddress(url: string): boolean {
  const address = parseHostAddress(url);
  if (address.host === 'huggingface') return !isCommit(address.revision);
  if (address.host === 'civitai') return address.fileId === null;
  if (address.host !== 'github') return false;
  const { hostname, pathname } = new URL(url);
  if (hostname === 'raw.githubusercontent.com') return !isCommit(pathname.split('/')[3] ?? '');
  if (/^\/[^/]+\/[^/]+\/releases\/latest\//.test(pathname)) return true;
  const rawRevision = /^\/[^/]+\/[^/]+\/(?:raw|blob)\/([^/]+)\//.exec(pathname)?.[1];
  return rawRevision !== undefined && !isCommit(rawRevision);
}

/**
 * Returns the URL with a fixed revision, so that it always leads to the same file. The revision is a commit
 * at Hugging Face or a file id at Civitai. Null for any other revision or host.
 */
export function pinAddress(url: string, revision: string): string | null {
  const address = parseHostAddress(url);
  if (address.host === 'huggingface' && isCommit(revision)) {
    return url.replace(/\/resolve\/[^/]+\//, `/resolve/${revision}/`);
  }
  if (address.host === 'civitai' && /^\d+$/.test(revision)) {
    const pinnedUrl = new URL(url);
    pinnedUrl.searchParams.set('fileId', revision);
    return pinnedUrl.href;
  }
  return null;
}

/**
 * Parses an absolute http(s) URL. Null for any other text, and for URLs with blanks, backslashes or missing
 * slashes, because not every client accepts them.
 */
function parseUrl(url: string): URL | null {
  // `URL` corrects blanks and missing slashes; other clients do not.
  return /^https?:\/\/[^/\\?#\s][^\s\\]*$/i.test(url) ? URL.parse(url) : null;
}

/**
 * Returns the host of a URL, with the port if it is not the default; null when `url` is not an absolute
 * http(s) URL.
 */
export function hostOf(url: string): string | null {
  return parseUrl(url)?.host || null;
}

/**
 * Returns a key for comparing URLs: the URL in canonical form. The key ignores the fragment, the letter case
 * of the host, and differences that the host ignores. For example, the URLs of a file at two domains of
 * Civitai have the same key. A text that is not an http(s) URL is its own key.
 */
export function createAddressKey(url: string): string {
  const address = parseUrl(url);
  if (address === null) return url;
  const file = parseHostAddress(url);
  if (file.host === 'civitai') {
    const selectors = file.fileId === null ? Object.entries(file.wanted).sort() : [['fileId', file.fileId]];
    const query = new URLSearchParams(selectors as [string, string][]);
    return `${createCivitaiUrl(file.versionId)}${query.size > 0 ? `?${query}` : ''}`;
  }
  if (file.host === 'huggingface') {
    const { repository, revision, path } = file;
    const encodedPath = decodePercentEncoding(path).split('/').map(encodeURIComponent).join('/');
    return `https://huggingface.co/${repository}/resolve/${encodeURIComponent(revision)}/${encodedPath}`;
  }
  address.hash = '';
  return address.href;
}

/** Returns the Civitai download URL of a version's file; without an id, of the file that Civitai chooses. */
export function createCivitaiUrl(versionId: string | number, fileId: number | null = null): string {
  return `https://civitai.com/api/download/models/${versionId}${fileId === null ? '' : `?fileId=${fileId}`}`;
}

/**
 * Returns a key that is the same for all URLs that may lead to one file. At Civitai, these are the URLs of
 * one version; at Hugging Face, the URLs of one path in any revision. For other hosts, returns the
 * `createAddressKey`.
 */
export function createFileGroupKey(url: string): string {
  const file = parseHostAddress(url);
  if (file.host === 'civitai') return `civitai ${file.versionId}`;
  if (file.host !== 'huggingface') return createAddressKey(url);
  return `huggingface ${file.repository.toLowerCase()} ${decodePercentEncoding(file.path)}`;
}

/** The URL and the recorded SHA-256 of a file. If `sha256` is not a SHA-256, the hash counts as unknown. */
interface AddressedFile {
  readonly url: string;
  readonly sha256: string;
}

/**
 * Compares two files by their URLs and hashes. `same`: they are the same file. `other`: they are different
 * files. `unknown`: the URLs may lead to one file, but it is unknown whether the bytes are equal.
 */
export function compareFiles(a: AddressedFile, b: AddressedFile): 'same' | 'other' | 'unknown' {
  if (createAddressKey(a.url) === createAddressKey(b.url)) return 'same';
  if (createFileGroupKey(a.url) !== createFileGroupKey(b.url)) return 'other';
  const [first, second] = [parseHostAddress(a.url), parseHostAddress(b.url)];
  const ids = [first, second].map((file) => (file.host === 'civitai' ? file.fileId : null));
  if (ids.every((id) => id !== null)) return 'other';
  const hashes = [a, b].map(({ sha256 }) => sha256.toLowerCase());
  if (!hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash))) return 'unknown';
  return hashes[0] === hashes[1] ? 'same' : 'other';
}

interface FileHost {
  readonly hosts: readonly string[];
  /** Returns whether a URL at one of `hosts` leads to a file; all other URLs count as web pages. */
  readonly isFile: (address: URL) => boolean;
  readonly page: string;
}

/** Hosts whose page URLs users often paste in place of file URLs. */
const fileHosts: readonly FileHost[] = [
  {
    hosts: civitaiHosts,
    isFile: ({ pathname }) => pathname.startsWith('/api/download/'),
    page: 'is a page of Civitai, not a file: the file is at https://civitai.com/api/download/models/<version id>',
  },
  {
    hosts: ['huggingface.co', 'www.huggingface.co', 'hf.co'],
    isFile: ({ pathname }) => pathname.includes('/resolve/') || pathname.startsWith('/api/'),
    page: 'is a page of Hugging Face, not a file: the file is at https://huggingface.co/<repository>/resolve/<revision>/<file>',
  },
  {
    hosts: ['github.com', 'www.github.com'],
    isFile: ({ pathname, searchParams }) =>
      /^\/[^/]+\/[^/]+\/(releases\/(latest\/)?download|raw|archive|zipball|tarball)\//.test(pathname) ||
      searchParams.has('raw'),
    page: 'is a page of GitHub, not a file: files are under /releases/download/ or /raw/',
  },
  {
    hosts: ['drive.google.com'],
    isFile: ({ pathname }) => pathname === '/uc',
    page: 'is a page of Google Drive, not a file',
  },
];

/**
 * Returns the problem of a URL that leads to a web page instead of a file. The result is the end of a
 * message, such as `is a page of Civitai, not a file: …`; null when the URL does not look like a web page.
 */
export function describePageAddress(url: string): string | null {
  const address = parseUrl(url);
  const host = address && fileHosts.find(({ hosts }) => hosts.includes(address.hostname));
  return address && host && !host.isFile(address) ? host.page : null;
}

/** A file of a model version at Civitai. Download URLs select it by its id or its other properties. */
interface VersionFile {
  readonly id: number | null;
  readonly type?: string | null | undefined;
  readonly primary?: boolean | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The file selectors of a Civitai download URL: a file id, or required properties. */
export interface FileSelectors {
  readonly fileId: string | number | null;
  /** The properties that the file must have, such as `type`, `format`, `size` and `fp`, with their values. */
  readonly wanted: Readonly<Record<string, string>>;
}

const civitaiSelectors = ['type', 'format', 'size', 'fp', 'quantType'];

/** Parses the required file properties from the query of a Civitai download URL. */
export function parseSelectors(query: URLSearchParams): Readonly<Record<string, string>> {
  const selectors = civitaiSelectors.flatMap((key) => {
    const value = query.get(key);
    return value === null ? [] : [[key, value]];
  });
  return Object.fromEntries(selectors) as Record<string, string>;
}

/**
 * Returns the file that Civitai serves for a download URL. With an id: the file with that id. With
 * properties: a file that has all of them, preferably the primary one. With neither: the version's primary
 * file, or its only file. Undefined when there is no such file.
 */
export function selectFile<File extends VersionFile>(
  files: readonly File[],
  { fileId, wanted }: FileSelectors,
): File | undefined {
  if (fileId !== null) return files.find(({ id }) => String(id) === String(fileId));
  const selectors = Object.entries(wanted);
  if (selectors.length === 0)
    return files.find(({ primary }) => primary === true) ?? (files.length === 1 ? files[0] : undefined);
  const isSelected = (file: File) =>
    selectors.every(([key, value]) => String(key === 'type' ? file.type : file.metadata?.[key]) === value);
  const matches = files.filter(isSelected);
  return matches.find(({ primary }) => primary === true) ?? matches[0];
}
