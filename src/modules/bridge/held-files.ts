import { firstNames } from '../../kernel/first-names.ts';
import { cutReason, isCsv, mayBeThere, type RecordFile } from '../transfer/index.ts';
import type { RepositoryFile } from './compare-records.ts';
import { fileChanges } from './file-changes.ts';
import type { FileState } from './file-states.ts';

/**
 * A file of a repository that the bridge does not take in until a person accepts it, because it may be
 * damaged or a mistake: `reasons` lists the signs.
 */
export interface HeldFile {
  readonly file: string;
  readonly category: string;
  /**
   * The number of models in the registry that are in the file, or were in it when both sides last agreed.
   */
  readonly known: number;
  /**
   * The number of known models that are missing from the file. Models whose removal the bridge has proposed
   * before do not count.
   */
  readonly gone: number;
  /**
   * The number of models in the file that the registry does not have. They may be renamed models, whose old
   * names `gone` counts.
   */
  readonly added: number;
  readonly rows: number;
  readonly unreadable: number;
  /** The names of the models that `gone` counts, at most `maxNames`. */
  readonly names: readonly string[];
  /** The facts for the decision, each a sentence without its full stop. Never empty. */
  readonly reasons: readonly string[];
}

interface Limit {
  readonly number: number;
  readonly share: number;
}

/**
 * Limits above which a file is held. A count is too large when it exceeds `number` and also `share` of all:
 * of the known models for `gone`, `changed` and `emptied`, else of the rows.
 *
 * - `gone`: models missing from the file
 * - `unreadable`: rows that cannot be read any more
 * - `changed`: models of which a critical field changes
 * - `emptied`: models of which a critical field loses its value
 * - `grown`: rows that the file has more than before
 */
const limits = {
  gone: { number: 1, share: 0.05 },
  unreadable: { number: 2, share: 0.1 },
  changed: { number: 5, share: 0.05 },
  emptied: { number: 1, share: 0.05 },
  grown: { number: 10, share: 0.5 },
} as const satisfies Record<string, Limit>;

/** Largest number of models that may lose a field that then no model of the file has. */
const maxVanishedModels = 5;

const maxNames = 1000;

/** Largest length of a reason, in characters: it may quote columns of any length. */
const maxReasonLength = 500;

/**
 * Returns the facts for the decision whether to accept a file; null when the bridge need not hold it. A file
 * from which all known models are missing is always held, unless the removal of each was proposed before; so
 * is one in which all of them lose the value of a critical field, or several change one.
 */
export function heldFile(theirs: RepositoryFile, before: FileState): HeldFile | null {
  const { definition, text, file } = theirs;
  const missing = [...before.knownNames].filter(
    (name) => !file.records.has(name) && !file.unreadable.has(name),
  );
  const unread = mayBeThere(file, missing);
  const absent = missing.filter((name) => !unread.has(name));
  const gone = absent.filter((name) => !before.requestedRemovals.has(name));
  // An unchanged file was imported before: it changes nothing.
  const isUnchanged = text === before.stored?.text;
  const isLast = gone.length > 0 && absent.length === before.knownNames.size;
  const hints = isUnchanged ? [] : [...changeHints(theirs, before), ...formHints(theirs, before)];
  if (
    hints.length === 0 &&
    !isLast &&
    !exceeds(gone.length, before.knownNames.size, limits.gone) &&
    !exceeds(newlyUnreadable(file, before.stored?.file), file.rows, limits.unreadable)
  ) {
    return null;
  }
  const counts = {
    known: before.knownNames.size,
    gone: gone.length,
    rows: file.rows,
    unreadable: file.unreadableRows,
  };
  return {
    file: definition.legacy.fileName,
    category: definition.name,
    ...counts,
    added: [...file.records.keys()].filter((name) => !before.live.has(name)).length,
    names: gone.slice(0, maxNames),
    reasons: [...hints, ...countReasons(counts)].map((reason) => reason.slice(0, maxReasonLength)),
  };
}

/** Counts the unreadable rows of a file that were readable or absent in the previous file. */
function newlyUnreadable(file: RecordFile, was: RecordFile | undefined): number {
  const namedRows = [...file.unreadable].filter((name) => !was?.unreadable.has(name)).length;
  const namelessRows = (each: RecordFile | undefined) =>
    each === undefined ? 0 : each.unreadableRows - each.unreadable.size;
  return namedRows + Math.max(0, namelessRows(file) - namelessRows(was));
}

/**
 * Returns a text with the number of models that are gone, and one with the number of unreadable rows; none
 * for 0.
 */
export function countReasons({
  known,
  gone,
  rows,
  unreadable,
}: Pick<HeldFile, 'known' | 'gone' | 'rows' | 'unreadable'>): string[] {
  return [
    ...(gone > 0 ? [`${gone} of ${known} known models are gone`] : []),
    ...(unreadable > 0 ? [`${unreadable} of ${rows} rows cannot be read`] : []),
  ];
}

/** Largest number of models, fields and columns that a reason names. */
const maxNamed = 5;

/** Returns the reasons to hold a file for its changes of models. */
function changeHints(theirs: RepositoryFile, { knownNames, live }: FileState): string[] {
  const { compared, critical, emptied, vanished } = fileChanges(theirs, live);
  const fields = [...new Set([...critical.values()].flat())];
  const isChanged =
    exceeds(critical.size, knownNames.size, limits.changed) || (compared > 1 && critical.size === compared);
  const isEmptied =
    exceeds(emptied.length, knownNames.size, limits.emptied) || (compared > 0 && emptied.length === compared);
  const listOf = (names: readonly string[]) => firstNames(names, maxNamed);
  const lost = [...vanished].filter(([, count]) => count > maxVanishedModels);
  return [
    ...(isChanged
      ? [
          `critical fields of ${critical.size} of ${knownNames.size} known models change (${listOf(fields)}): ${listOf([...critical.keys()])}`,
        ]
      : []),
    ...(isEmptied
      ? [
          `${emptied.length} of ${knownNames.size} known models lose the value of a critical field (${listOf(fields)}): ${listOf(emptied)}`,
        ]
      : []),
    ...lost
      .slice(0, maxNamed)
      .map(([field, count]) => `no model has ${field} any more, which ${count} models had`),
  ];
}

/** Returns the reasons to hold a file for its form, compared with the previous file. */
function formHints({ definition, text, file }: RepositoryFile, { stored, live }: FileState): string[] {
  const hints: string[] = [];
  if (isCsv(definition.legacy)) {
    const reason = cutReason(text, stored?.text ?? null, live);
    if (reason !== null) hints.push(`it may be cut: ${reason}`);
  }
  if (!stored?.file.readable) return hints;
  const { columns, rows } = stored.file;
  // New columns at the end move no values.
  const moved = columns.filter((column, index) => file.columns[index] !== column);
  const dropped = moved.filter((column) => !file.columns.includes(column));
  if (dropped.length > 0) hints.push(`its column ${firstNames(dropped, maxNamed)} is gone`);
  else if (moved.length > 0) hints.push(`its columns have moved: ${firstNames(moved, maxNamed)}`);
  if (exceeds(file.rows - rows, rows, limits.grown)) hints.push(`it grows from ${rows} to ${file.rows} rows`);
  return hints;
}

function exceeds(count: number, of: number, { number, share }: Limit): boolean {
  return count > number && count > of * share;
}
