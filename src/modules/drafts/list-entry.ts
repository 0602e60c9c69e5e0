import { linksIn } from '#client';
import { parseDraftLink } from '../../records/files/links.ts';
import { itemsOf, type Members, membersOf, sha256Of, textOf } from './untrusted.ts';

/** An entry of a pasted list of models that has a link to the model. */
export interface ListEntry {
  readonly link: string;
  /** The SHA-256 that the list states, in lower case; null when it states none. */
  readonly sha256: string | null;
}

/** Largest number of list entries that are read. */
const maxEntries = 500;

/** Members that contain a link, in order of preference: file URLs before page and repository URLs. */
const linkMembers = ['url', 'download_url', 'downloadUrl', 'file_url', 'link', 'href', 'source', 'air']
  .concat(['repo_id', 'repo', 'repository', 'hf_repo', 'reference', 'homepage', 'page'])
  .concat(['modelUrl', 'model_url', 'name', 'path']);
const fileMembers = ['filename', 'file_name', 'file', 'hf_file'];

/**
 * Parses an entry of a list of models, or a list in a member of the object (`{"models": […]}`), in the forms
 * that common programs write.
 * @returns the entries that have a link, in order
 */
export function listEntries(value: Members): ListEntry[] {
  const ownEntry = parseEntry(value);
  if (ownEntry) return [ownEntry];
  const list = Object.values(value).find((member) => Array.isArray(member));
  return itemsOf(list, maxEntries).flatMap((item) => parseEntry(membersOf(item)) ?? []);
}

function parseEntry(entry: Members): ListEntry | null {
  const sha256 = [entry.sha256, entry.SHA256, entry.sha256sum, entry.hash, membersOf(entry.hashes).SHA256]
    .map(sha256Of)
    .find((hash) => hash !== null);
  for (const member of linkMembers) {
    const text = textOf(entry[member], 2000);
    const link = text === null ? undefined : linksIn(text)[0];
    const target = link === undefined ? null : parseDraftLink(link);
    if (link === undefined || target === null) continue;
    const file = fileMembers.map((name) => textOf(entry[name], 500)).find((name) => name !== null);
    const isWholeRepository =
      target.host === 'huggingface' && target.path === null && target.revision === null;
    // A file name without an extension is only a local name.
    const fileLink =
      isWholeRepository && file && /\.\w+$/.test(file)
        ? linksIn(`${target.repository}:${file}`)[0]
        : undefined;
    return { link: fileLink ?? link, sha256: sha256 ?? null };
  }
  return null;
}
