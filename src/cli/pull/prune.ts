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
