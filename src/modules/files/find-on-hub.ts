import { RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import { createResolveUrl, isRepository } from '../../records/files/links.ts';

/** Maximum number of repositories that are searched for one file. */
const maxRepositories = 4;
/** Maximum size, in bytes, of a repository's description, which contains its list of files. */
const maxJsonBytes = 900 * 1024;

/**
 * Searches public Hugging Face repositories for a file with this hash. Follows redirects within Hugging Face,
 * so that renamed repositories are found by their old names.
 *
 * @param repositories names as `namespace/name`; other texts are ignored
 * @returns the file's address at the current commit; null when no repository has the file, or Hugging Face
 *   does not respond
 */
export async function findOnHub(
  remote: RemoteFiles,
  repositories: readonly string[],
  sha256: string,
): Promise<{ url: string; repository: string; path: string } | null> {
  const candidates = [...new Set(repositories)].filter(isRepositoryName).slice(0, maxRepositories);
  for (const repository of candidates) {
    const page = await readRepository(remote, repository);
    if (!isRepositoryName(page.id) || page.private !== false || (page.gated ?? false) !== false) continue;
    if (page.disabled === true || !/^[0-9a-f]{40}$/.test(String(page.sha))) continue;
    const path = Array.isArray(page.siblings) ? findPathWithHash(page.siblings, sha256) : null;
    if (path !== null)
      return { url: createResolveUrl(page.id, String(page.sha), path), repository: page.id, path };
  }
  return null;
}

function isRepositoryName(name: unknown): name is string {
  const [owner = '', repository = '', ...more] = typeof name === 'string' ? name.split('/') : [];
  return more.length === 0 && isRepository(owner, repository);
}

function findPathWithHash(siblings: readonly unknown[], sha256: string): string | null {
  for (const sibling of siblings) {
    const { rfilename, lfs } = (sibling ?? {}) as { rfilename?: unknown; lfs?: { sha256?: unknown } | null };
    // A path with `.` or `..` would lead to another file.
    const isPath = typeof rfilename === 'string' && /^[^\p{C}\\]{1,500}$/u.test(rfilename);
    if (lfs?.sha256 !== sha256 || !isPath || /(^|\/)\.{0,2}(\/|$)/.test(rfilename)) continue;
    return rfilename;
  }
  return null;
}

async function readRepository(remote: RemoteFiles, repository: string): Promise<Record<string, unknown>> {
  try {
    await using answer = await remote.open({
      method: 'GET',
      url: `https://huggingface.co/api/models/${repository}?blobs=true`,
      headers: { accept: 'application/json' },
      redirects: 'same-host',
      maxBytes: maxJsonBytes,
    });
    if (answer.status !== 200) return {};
    const value: unknown = JSON.parse(Buffer.from(await answer.bytes()).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch (error) {
    // Not finding a copy is no error: the file then stays missing at its address.
    if (error instanceof RemoteFailure || error instanceof SyntaxError) return {};
    throw error;
  }
}
