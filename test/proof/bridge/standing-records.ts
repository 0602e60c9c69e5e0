import { parseTree } from 'jsonc-parser';

/** A record in a file: its name, and its bytes. */
export interface StandingRecord {
  readonly name: string;
  readonly raw: string;
  /** The lines of the record, from 1. */
  readonly lines: readonly [first: number, last: number];
}

/**
 * Reads the records of a file in its order, duplicates included, apart from the product's code. Null where
 * the file has another form than today's.
 */
export function standingRecords(fileName: string, text: string): StandingRecord[] | null {
  return fileName.endsWith('.csv') ? rowsOf(text) : membersOf(text);
}

/** Reads the rows, in whose fields there is no line break, and in whose names no comma. */
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
  /** Gives the line of an offset; to be called with ever larger offsets. */
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
