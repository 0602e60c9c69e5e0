import { joinFirstNames } from '../../kernel/first-names.ts';
import { findCutReason, findPossiblyPresent, isCsv, type RecordFile } from '../transfer/index.ts';
import type { RepositoryFile } from './compare-records.ts';
import { computeFileChanges } from './file-changes.ts';
import type { FileState } from './file-states.ts';

/**
 * A repository file that may be damaged or a mistake; `reasons` states why. The bridge does not import the
 * file until a user accepts it.
 */
export interface HeldFile {
  readonly file: string;
  readonly category: string;
  /**
   * Number of the registry's models that are in the newest file, or were in the file when both sides last
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
 * Limits above which a file is held. A limit is exceeded if the count is greater than `number` and the
 * count's share of the total is greater than `share`. For `gone`, `changed` and `emptied`, the total is the
 * number of known models.
 *
 * - `gone`: models missing from the file
 * - `unreadable`: rows that became unreadable; the total is the number of rows of the file
 * - `changed`: models with a changed critical field
 * - `emptied`: models that lose the value of a critical field
 * - `grown`: additional rows; the total is the number of rows of the previous file
 */
const limits = {
  gone: { number: 1, share: 0.05 },
  unreadable: { number: 2, share: 0.1 },
  changed: { number: 5, share: 0.05 },
  emptied: { number: 1, share: 0.05 },
  grown: { number: 10, share: 0.5 },
} as const satisfies Record<string, Limit>;

/**
 * Maximum number of models that may lose the value of a field if the field is then empty in all models of the
 * file.
 */
const maxVanishedModels = 5;

const maxNames = 1000;

/** Maximum length of a reason, in characters. A reason may quote columns of any length. */
const maxReasonLength = 500;

/**
 * Returns the file with the reasons to hold it; null if it can be imported. A file is always held in these
 * cases:
 *
 * - it lacks all known models, unless all their removals were proposed before
 * - all models that it shares with the registry lose the value of a critical field
 * - it shares several models with the registry, and a critical field changes in all of them
 */
export function detectHeldFile(theirs: RepositoryFile, before: FileState): HeldFile | null {
  const { definition, text, file } = theirs;
  const missingNames = [...before.knownNames].filter(
    (name) => !file.records.has(name) && !file.unreadableNames.has(name),
  );
  const possiblyPresent = findPossiblyPresent(file, missingNames);
  const absentNames = missingNames.filter((name) => !possiblyPresent.has(name));
  const goneNames = absentNames.filter((name) => !before.requestedRemovals.has(name));
  // An unchanged file was already imported and changes nothing.
  const isUnchanged = text === before.stored?.text;
  const areAllGone = goneNames.length > 0 && absentNames.length === before.knownNames.size;
  const hints = isUnchanged ? [] : [...findChangeHints(theirs, before), ...findFormHints(theirs, before)];
  if (
    hints.length === 0 &&
    !areAllGone &&
    !exceeds(goneNames.length, before.knownNames.size, limits.gone) &&
    !exceeds(countNewlyUnreadable(file, before.stored?.file), file.rowCount, limits.unreadable)
  ) {
    return null;
  }
  const counts = {
    known: before.knownNames.size,
    gone: goneNames.length,
    rows: file.rowCount,
    unreadable: file.unreadableRowCount,
  };
  return {
    file: definition.legacy.fileName,
    category: definition.name,
    ...counts,
    added: [...file.records.keys()].filter((name) => !before.live.has(name)).length,
    names: goneNames.slice(0, maxNames),
    reasons: [...hints, ...describeCounts(counts)].map((reason) => reason.slice(0, maxReasonLength)),
  };
}

/** Counts the unreadable rows of a file, without those that were already unreadable in the previous file. */
function countNewlyUnreadable(file: RecordFile, previousFile: RecordFile | undefined): number {
  const namedRows = [...file.unreadableNames].filter(
    (name) => !previousFile?.unreadableNames.has(name),
  ).length;
  const countNamelessRows = (each: RecordFile | undefined) =>
    each === undefined ? 0 : each.unreadableRowCount - each.unreadableNames.size;
  return namedRows + Math.max(0, countNamelessRows(file) - countNamelessRows(previousFile));
}

/** Returns the counts of missing models and of unreadable rows as texts; omits zero counts. */
export function describeCounts({
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
const maxListedNames = 5;

/** Returns the reasons to hold a file because of its changes to models. */
function findChangeHints(theirs: RepositoryFile, { knownNames, live }: FileState): string[] {
  const { compared, critical, emptied, vanished } = computeFileChanges(theirs, live);
  const fields = [...new Set([...critical.values()].flat())];
  const isChanged =
    exceeds(critical.size, knownNames.size, limits.changed) || (compared > 1 && critical.size === compared);
  const isEmptied =
    exceeds(emptied.length, knownNames.size, limits.emptied) || (compared > 0 && emptied.length === compared);
  const listOf = (names: readonly string[]) => joinFirstNames(names, maxListedNames);
  const frequentLosses = [...vanished].filter(([, count]) => count > maxVanishedModels);
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
    ...frequentLosses
      .slice(0, maxListedNames)
      .map(([field, count]) => `no model has ${field} any more, which ${count} models had`),
  ];
}

/** Returns the reasons to hold a file because of its form, compared with the previous file. */
function findFormHints({ definition, text, file }: RepositoryFile, { stored, live }: FileState): string[] {
  const hints: string[] = [];
  if (isCsv(definition.legacy)) {
    const reason = findCutReason(text, stored?.text ?? null, live);
    if (reason !== null) hints.push(`it may be cut: ${reason}`);
  }
  if (!stored?.file.isReadable) return hints;
  const { columns, rowCount } = stored.file;
  // New columns at the end do not shift values.
  const movedColumns = columns.filter((column, index) => file.columns[index] !== column);
  const droppedColumns = movedColumns.filter((column) => !file.columns.includes(column));
  if (droppedColumns.length > 0)
    hints.push(`its column ${joinFirstNames(droppedColumns, maxListedNames)} is gone`);
  else if (movedColumns.length > 0)
    hints.push(`its columns have moved: ${joinFirstNames(movedColumns, maxListedNames)}`);
  if (exceeds(file.rowCount - rowCount, rowCount, limits.grown))
    hints.push(`it grows from ${rowCount} to ${file.rowCount} rows`);
  return hints;
}

function exceeds(count: number, of: number, { number, share }: Limit): boolean {
  return count > number && count > of * share;
}
