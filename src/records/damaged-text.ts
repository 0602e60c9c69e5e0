import { readCsvRows } from './categories/text/csv-rows.ts';

/** Damage in a file of records: its line, and the reason why the file counts as damaged. */
export interface TextDamage {
  /** The line, from 1. */
  readonly line: number;
  readonly reason: string;
}

/**
 * Detects traces of a failed merge, download, copy or concatenation in a file of records. Damaged files are
 * not parsed at all, because their records may be wrong or belong to another version of the file. Returns
 * null when there is no damage.
 */
export function findDamage(text: string, form: 'csv' | 'json'): TextDamage | null {
  const textWithoutBom = text.replace(/^\ufeff/, '');
  const createDamage = (offset: number, reason: string): TextDamage => ({
    line: textWithoutBom.slice(0, offset).split('\n').length,
    reason,
  });
  const marker = conflictMarker.exec(textWithoutBom);
  if (marker) return createDamage(marker.index, describeConflictMarker(marker[0]));
  if (gitLfsPointer.test(textWithoutBom)) return createDamage(0, 'is a Git LFS pointer, not the file itself');
  if (markup.test(textWithoutBom)) return createDamage(0, 'is an HTML or XML page, not a file of records');
  const nul = textWithoutBom.indexOf('\0');
  if (nul >= 0) return createDamage(nul, 'has a NUL character');
  return form === 'csv' ? findCsvDamage(textWithoutBom) : findSeparator(textWithoutBom, createDamage);
}

/**
 * Matches the lines that git writes at the start and end of a conflict. `separator` matches the line between
 * the two versions.
 */
const conflictMarker = /^(?:<{7}|>{7}|\|{7})(?: .*)?$/m;
const separator = /^={7}$/m;
const gitLfsPointer = /^version https:\/\/git-lfs\.github\.com\/spec\//;
const markup = /^\s*<[a-z!?]/i;

/** Maximum number of characters of a conflict marker that are quoted in a reason. */
const quotedCharacters = 80;

function describeConflictMarker(marker: string): string {
  return `has a conflict marker of git: ${marker.slice(0, quotedCharacters)}`;
}

function findSeparator(
  text: string,
  createDamage: (offset: number, reason: string) => TextDamage,
): TextDamage | null {
  const match = separator.exec(text);
  return match && createDamage(match.index, describeConflictMarker(match[0]));
}

/**
 * Finds conflict markers and repeated headers in the rows of a CSV file. A line of equals signs is a conflict
 * marker only outside quotation marks; inside, it may underline a heading.
 */
function findCsvDamage(text: string): TextDamage | null {
  const firstLine = /\S.*/.exec(text);
  const isRepeated = firstLine !== null && text.includes(`\n${firstLine[0]}`, firstLine.index);
  if (!isRepeated && !separator.test(text)) return null;
  const [header, ...rows] = readCsvRows(text).filter(({ cells }) => cells.length > 0);
  for (const { raw, line } of rows) {
    if (raw === '=======') return { line, reason: describeConflictMarker(raw) };
    if (raw === header?.raw) return { line, reason: 'repeats its header: it seems to be two files in one' };
  }
  return null;
}
