import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from '../../support/shared-data-folder.ts';

/** A command that can be run, or the reason why it cannot be run here. */
export type FilledIn = { readonly line: string } | { readonly missing: string };

/**
 * Fills in the open parts of a command of docs/evidence.md.
 *
 * @param scratch a file that the command may write
 */
export function fillIn(command: string, scratch: string): FilledIn {
  let line = command.replaceAll('<file>', quoted(scratch));
  if (line.includes('$DATA')) {
    const data = join(folder, 'legacy');
    if (!existsSync(data)) return { missing: `there are no real records at ${data}` };
    line = line.replaceAll('$DATA', quoted(data));
  }
  if (line.includes('<older tree>')) {
    const tree = process.env.TREE;
    if (!tree) return { missing: 'TREE does not name the directory of an older release' };
    line = line.replaceAll('<older tree>', quoted(tree));
  }
  return { line };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
