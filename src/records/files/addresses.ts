/** An absolute http(s) URL as clients of every kind read it; null for anything else. */
function parsed(url: string): URL | null {
  // `URL` mends blanks and missing slashes, which other clients do not.
  return /^https?:\/\/[^/\\?#\s][^\s\\]*$/i.test(url) ? URL.parse(url) : null;
}

/** With its port, if it has one that is not the usual; null for what is not an absolute http(s) URL. */
export function hostOf(url: string): string | null {
  return parsed(url)?.host || null;
}

/** The same for addresses under which a server has the same file: host case and fragment do not count. */
export function addressKey(url: string): string {
  const address = parsed(url);
  if (address === null) return url;
  address.hash = '';
  return address.href;
}

interface FileHost {
  readonly hosts: readonly string[];
  /** Whether a path leads to a file; other paths are pages for people. */
  readonly isFile: (address: URL) => boolean;
  readonly page: string;
}

/** Hosts whose pages are often pasted where the file should be. */
const fileHosts: readonly FileHost[] = [
  {
    hosts: ['civitai.com', 'www.civitai.com', 'civitai.green', 'civitai.red'],
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

/** Why the address is a page for people and not a file; null when nothing says so. */
export function pageProblem(url: string): string | null {
  const address = parsed(url);
  const host = address && fileHosts.find(({ hosts }) => hosts.includes(address.hostname));
  return address && host && !host.isFile(address) ? host.page : null;
}
