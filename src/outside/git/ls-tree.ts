/** The modes of regular files; folders, symbolic links and submodules have others. */
const regularModes = new Set(['100644', '100755']);

export interface TreeEntry {
  readonly object: string;
  readonly isRegular: boolean;
}

/** What an answer of `ls-tree -z` names, by path. */
export function readTree(out: string): Map<string, TreeEntry> {
  const entries = out.split('\0').filter((line) => line !== '');
  return new Map(
    entries.map((entry) => {
      const tab = entry.indexOf('\t');
      const [mode = '', , object = ''] = entry.slice(0, tab).split(' ');
      return [entry.slice(tab + 1), { object, isRegular: regularModes.has(mode) }];
    }),
  );
}
