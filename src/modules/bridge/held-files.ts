import { firstNames } from '../../kernel/first-names.ts';
import { cutReason, isCsv, mayBeThere, type RecordFile } from '../transfer/index.ts';
import type { RepositoryFile } from './compare-records.ts';
import { fileChanges } from './file-changes.ts';
import type { FileState } from './file-states.ts';

/**
 * A repository file that the bridge does not import until a user accepts it, because it may be damaged or a
 * mistake: `reasons` lists the indications.
 */
export interface HeldFile {
  readonly file: string;
  readonly category: string;
  /**
   * Number of models in the registry that are in the newest file, or were in the file when both sides last
   * agreed.
   */
  readonly known: number;
  /**
   * Number of known models that are missing from the file. Excludes models whose removal the bridge has
   * already proposed.
   */
  readonly gone: number;
  /**
   * Number of models in the file that the registry does not have. They may be renamed models; `gone` then
   * counts their old names.
   */
  readonly added: number;
  readonly rows: number;
  readonly unreadable: number;
  /** Names of the models counted in `gone`, at most `maxNames`. */
  readonly names: readonly string[];
  /** The reasons why the file is held, each a sentence without its full stop. Never empty. */
  readonly reasons: readonly string[];
}

interface Limit {
  readonly number: number;
  readonly share: number;
}

/**
 * Limits above which a file is held. A count is too high if it exceeds `number` and also `share` of the
 * total: the known models for `gone`, `changed` and `emptied`, the rows for the others.
 *
 * - `gone`: models missing from the file
 * - `unreadable`: rows that became unreadable
 * - `changed`: models with a changed critical field
 * - `emptied`: models that lose the value of a critical field
 * - `grown`: additional rows
 */
const limits = {
  gone: { number: 1, share: 0.05 },
  unreadable: { number: 2, share: 0.1 },
  changed: { number: 5, share: 0.05 },
  emptied: { number: 1, share: 0.05 },
  grown: { number: 10, share: 0.5 },
} as const satisfies Record<string, Limit>;

/** Maximum number of models that may lose a field that is then empty in all models of the file. */
const maxVanishedModels = 5;

const maxNames = 1000;

/** Maximum length of a reason, in characters: it may quote columns of any length. */
const maxReasonLength = 500;

/**
 * Returns the file with the reasons to hold it; null if it can be imported. A file is always held in these
 * cases:
 *
 * - it lacks all known models, unless all their removals were proposed before
 * - all models that it shares with the registry lose the value of a critical field
 * - it shares several models with the registry, and a critical field changes in all of them
 */
export function heldFile(theirs: RepositoryFile, before: FileState): HeldFile | null {
  const { definition, text, file } = theirs;
  const missing = [...before.knownNames].filter(
    (name) => !file.records.has(name) && !file.unreadable.has(name),
  );
  const unread = mayBeThere(file, missing);
  const absent = missing.filter((name) => !unread.has(name));
  const gone = absent.filter((name) => !before.requestedRemovals.has(name));
  // An unchanged file was already imported and changes nothing.
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

/** Returns the counts of missing models and of unreadable rows as texts; omits zero counts. */
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

/** Maximum number of models, fields and columns listed in a reason. */
const maxNamed = 5;

/** Returns the reasons to hold a file because of its changes to models. */
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

/** Returns the reasons to hold a file because of its form, compared with the previous file. */
function formHints({ definition, text, file }: RepositoryFile, { stored, live }: FileState): string[] {
  const hints: string[] = [];
  if (isCsv(definition.legacy)) {
    const reason = cutReason(text, stored?.text ?? null, live);
    if (reason !== null) hints.push(`it may be cut: ${reason}`);
  }
  if (!stored?.file.readable) return hints;
  const { columns, rows } = stored.file;
  // New columns at the end do not shift values.
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
