import { parseTree } from 'jsonc-parser';

/** A record as it stands in a file: its name, and its bytes. */
export interface StandingRecord {
  readonly name: string;
  readonly raw: string;
  /** The lines it stands on, from 1. */
  readonly lines: readonly [first: number, last: number];
}

/**
 * The records of a file in its order, duplicates included, read apart from the product. Null where the file has
 * another form than today's.
 */
export function standingRecords(fileName: string, text: string): StandingRecord[] | null {
  return fileName.endsWith('.csv') ? rowsOf(text) : membersOf(text);
}

/** No field of theirs has a line break, and no name a comma. */
function rowsOf(text: string): StandingRecord[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((raw, index) => {
      const name = raw.split(',')[0] ?? '';
      return raw === '' ? [] : [{ name, raw, lines: [index + 2, index + 2] as const }];
    });
}

function membersOf(text: string): StandingRecord[] | null {
  const root = parseTree(text);
  if (root?.type !== 'object') return null;
  let [line, seen] = [1, 0];
  /** Called with ever larger offsets. */
  const lineOf = (offset: number) => {
    for (; seen < offset; seen += 1) if (text[seen] === '\n') line += 1;
    return line;
  };
  return (root.children ?? []).map(({ offset, length, children: [key] = [] }) => ({
    name: String(key?.value),
    raw: text.slice(offset, offset + length),
    lines: [lineOf(offset), lineOf(offset + length - 1)],
  }));
}
