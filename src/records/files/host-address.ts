import { selectorsOf } from './civitai-file.ts';

/** An address, taken apart if its host is one whose addresses this registry understands. */
export type HostAddress =
  | {
      readonly host: 'huggingface';
      /**
       * The repository, as `namespace/name`; with `datasets/` or `spaces/` in front when it is not one of a model.
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
       * The id of the file; null: the host chooses the file by `wanted`, or takes the version's primary file.
       */
      readonly fileId: string | null;
      /** The properties that choose the file, such as `type`, `format`, `size` and `fp`, with their values. */
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

export function hostAddress(url: string): HostAddress {
  const address = URL.parse(url);
  if (address === null) return { host: 'other' };
  const { hostname, pathname, searchParams } = address;
  if (huggingFaceHosts.includes(hostname)) {
    const found = resolvePath.exec(pathname)?.groups;
    if (found) {
      const { repository = '', revision = '', path = '' } = found;
      return { host: 'huggingface', repository, revision: decoded(revision), path };
    }
  }
  if (civitaiHosts.includes(hostname)) {
    const versionId = /^\/api\/download\/models\/(\d+)\/?$/.exec(pathname)?.[1];
    if (versionId !== undefined) {
      const wanted = selectorsOf(searchParams);
      return { host: 'civitai', versionId, fileId: searchParams.get('fileId'), wanted };
    }
  }
  return { host: gitHubHosts.includes(hostname) ? 'github' : 'other' };
}

/**
 * Matches the path of a file at Hugging Face. Old models have no namespace. A revision is one segment: its
 * slashes are encoded.
 */
const resolvePath =
  /^\/(?<repository>(?:(?:datasets|spaces)\/)?[^/]+(?:\/[^/]+)?)\/resolve\/(?<revision>[^/]+)\/(?<path>.+)$/;

/** Whether a revision is a commit of git, which cannot be moved as branches and tags can. */
function isCommit(revision: string): boolean {
  return /^[0-9a-f]{40}$/i.test(revision);
}

/** Whether the address may lead to another file later, judged by the address alone. */
export function isMutableAddress(url: string): boolean {
  const address = hostAddress(url);
  if (address.host === 'huggingface') return !isCommit(address.revision);
  if (address.host === 'civitai') return address.fileId === null;
  if (address.host !== 'github') return false;
  const { hostname, pathname } = new URL(url);
  if (hostname === 'raw.githubusercontent.com') return !isCommit(pathname.split('/')[3] ?? '');
  if (/^\/[^/]+\/[^/]+\/releases\/latest\//.test(pathname)) return true;
  const raw = /^\/[^/]+\/[^/]+\/(?:raw|blob)\/([^/]+)\//.exec(pathname)?.[1];
  return raw !== undefined && !isCommit(raw);
}

/**
 * Gives the address fixed to a revision (a commit at Hugging Face, a file id at Civitai); null for another
 * host, or when `revision` is neither.
 */
export function pinnedAddress(url: string, revision: string): string | null {
  const address = hostAddress(url);
  if (address.host === 'huggingface' && isCommit(revision)) {
    return url.replace(/\/resolve\/[^/]+\//, `/resolve/${revision}/`);
  }
  if (address.host === 'civitai' && /^\d+$/.test(revision)) {
    const pinned = new URL(url);
    pinned.searchParams.set('fileId', revision);
    return pinned.href;
  }
  return null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Parses an absolute http(s) URL that clients of every kind read alike; null for anything else. */
function parsed(url: string): URL | null {
  // `URL` mends blanks and missing slashes, which other clients do not.
  return /^https?:\/\/[^/\\?#\s][^\s\\]*$/i.test(url) ? URL.parse(url) : null;
}

/**
 * Gives the host, with its port unless that is the usual one; null when `url` is not an absolute http(s) URL.
 */
export function hostOf(url: string): string | null {
  return parsed(url)?.host || null;
}

/**
 * Gives the key of an address: addresses with the same key lead to the same file. The letter case of the host
 * does not count, nor does the fragment.
 */
export function addressKey(url: string): string {
  const address = parsed(url);
  if (address === null) return url;
  address.hash = '';
  return address.href;
}

interface FileHost {
  readonly hosts: readonly string[];
  /** Whether an address leads to a file; other addresses are those of pages for people. */
  readonly isFile: (address: URL) => boolean;
  readonly page: string;
}

/** Hosts whose pages people often paste in place of the address of a file. */
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
 * Says that an address is that of a page and not of a file; null when it does not look like that of a page.
 */
export function pageProblem(url: string): string | null {
  const address = parsed(url);
  const host = address && fileHosts.find(({ hosts }) => hosts.includes(address.hostname));
  return address && host && !host.isFile(address) ? host.page : null;
}
