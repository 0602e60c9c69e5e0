import type { Terminal } from '../terminal.ts';
import type { TargetFolder } from './target-folder.ts';
import type { Wanted } from './wanted-files.ts';

/** What an earlier pull has put there and nobody has chosen now. */
export interface Unchosen {
  /** Paths. */
  readonly removable: readonly string[];
  /** What stays all the same, each in a sentence. */
  readonly kept: readonly string[];
}

export async function unchosenFiles(
  folder: TargetFolder,
  { files, unclear }: Pick<Wanted, 'files' | 'unclear'>,
): Promise<Unchosen> {
  const chosen = new Set([...files.map(({ path }) => path), ...unclear]);
  // Another name of the same file: a link, or another case where disks do not tell them apart.
  const same = new Set<string | null>();
  for (const path of chosen) same.add(await folder.identity(path));
  const removable: string[] = [];
  const kept: string[] = [];
  for (const path of folder.placed()) {
    if (chosen.has(path)) continue;
    const identity = await folder.identity(path);
    const why = await folder.whyItStays(path);
    if (why !== null) kept.push(`${path} stays: ${why}.`);
    else if (identity === null) continue;
    else if (same.has(identity)) kept.push(`${path} stays: a file that is chosen is the same.`);
    else removable.push(path);
  }
  return { removable, kept };
}

/** Shows what would be removed, and asks where somebody can answer; scripts have asked for it with the flag. */
export async function agreesToRemove(
  terminal: Terminal,
  { json = false, yes = false }: { json?: boolean; yes?: boolean },
  { removable }: Unchosen,
): Promise<boolean> {
  if (removable.length === 0) return false;
  for (const path of removable) {
    if (json) terminal.note(`${path}  would be removed`);
    else terminal.print(`${path}  would be removed`, 'yellow');
  }
  if (yes || !terminal.confirm || !terminal.printsToTerminal) return true;
  const what = removable.length === 1 ? 'this file' : `these ${removable.length} files`;
  return terminal.confirm(`Remove ${what}, which pull has put there?`);
}

/** What is there may be another file by now, so each is looked at again. */
export async function removeUnchosen(
  folder: TargetFolder,
  { removable, kept }: Unchosen,
  mayRemove: boolean,
): Promise<{ removed: string[]; kept: string[] }> {
  const all = { removed: [] as string[], kept: [...kept] };
  if (!mayRemove) return all;
  for (const path of removable) {
    const why = await folder.remove(path);
    if (why === null) all.removed.push(path);
    else all.kept.push(`${path} stays: ${why}.`);
  }
  return all;
}
