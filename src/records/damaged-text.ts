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
  const at = (offset: number, reason: string): TextDamage => ({
    line: textWithoutBom.slice(0, offset).split('\n').length,
    reason,
  });
  const marker = conflictMarker.exec(textWithoutBom);
  if (marker) return at(marker.index, conflictMarkerReason(marker[0]));
  if (gitLfsPointer.test(textWithoutBom)) return at(0, 'is a Git LFS pointer, not the file itself');
  if (markup.test(textWithoutBom)) return at(0, 'is an HTML or XML page, not a file of records');
  const nul = textWithoutBom.indexOf('\0');
  if (nul >= 0) return at(nul, 'has a NUL character');
  return form === 'csv' ? csvDamage(textWithoutBom) : findSeparator(textWithoutBom, at);
}

/**
 * A line that git writes at the start or end of a conflict. The line in between is matched by `separator`.
 */
const conflictMarker = /^(?:<{7}|>{7}|\|{7})(?: .*)?$/m;
const separator = /^={7}$/m;
const gitLfsPointer = /^version https:\/\/git-lfs\.github\.com\/spec\//;
const markup = /^\s*<[a-z!?]/i;

/** Maximum number of characters of a conflict marker that are quoted in a reason. */
const quotedCharacters = 80;

function conflictMarkerReason(marker: string): string {
  return `has a conflict marker of git: ${marker.slice(0, quotedCharacters)}`;
}

function findSeparator(text: string, at: (offset: number, reason: string) => TextDamage): TextDamage | null {
  const match = separator.exec(text);
  return match && at(match.index, conflictMarkerReason(match[0]));
}

/**
 * Detects damage that requires parsing the CSV rows: inside quotation marks, a line of equals signs is an
 * underlined heading instead of a conflict marker.
 */
function csvDamage(text: string): TextDamage | null {
  const start = /\S.*/.exec(text);
  const isRepeated = start !== null && text.includes(`\n${start[0]}`, start.index);
  if (!isRepeated && !separator.test(text)) return null;
  const [header, ...rows] = readCsvRows(text).filter(({ cells }) => cells.length > 0);
  for (const { raw, line } of rows) {
    if (raw === '=======') return { line, reason: conflictMarkerReason(raw) };
    if (raw === header?.raw) return { line, reason: 'repeats its header: it seems to be two files in one' };
  }
  return null;
}
