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
export function detectHeldFile(repositoryFile: RepositoryFile, before: FileState): HeldFile | null {
  const { definition, text, file } = repositoryFile;
  const missingNames = [...before.knownNames].filter(
    (name) => !file.records.has(name) && !file.unreadableNames.has(name),
  );
  const possiblyPresentNames = findPossiblyPresent(file, missingNames);
  const absentNames = missingNames.filter((name) => !possiblyPresentNames.has(name));
  const goneNames = absentNames.filter((name) => !before.requestedRemovals.has(name));
  // An unchanged file was already imported and changes nothing.
  const isUnchanged = text === before.storedFile?.text;
  const areAllGone = goneNames.length > 0 && absentNames.length === before.knownNames.size;
  const reasons = isUnchanged
    ? []
    : [...findChangeReasons(repositoryFile, before), ...findFormReasons(repositoryFile, before)];
  if (
    reasons.length === 0 &&
    !areAllGone &&
    !exceeds(goneNames.length, before.knownNames.size, limits.gone) &&
    !exceeds(countNewlyUnreadable(file, before.storedFile?.file), file.rowCount, limits.unreadable)
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
    added: [...file.records.keys()].filter((name) => !before.liveModels.has(name)).length,
    names: goneNames.slice(0, maxNames),
    reasons: [...reasons, ...describeCounts(counts)].map((reason) => reason.slice(0, maxReasonLength)),
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
function findChangeReasons(repositoryFile: RepositoryFile, { knownNames, liveModels }: FileState): string[] {
  const { comparedCount, criticalFields, emptiedModels, vanishedFields } = computeFileChanges(
    repositoryFile,
    liveModels,
  );
  const fields = [...new Set([...criticalFields.values()].flat())];
  const isChanged =
    exceeds(criticalFields.size, knownNames.size, limits.changed) ||
    (comparedCount > 1 && criticalFields.size === comparedCount);
  const isEmptied =
    exceeds(emptiedModels.length, knownNames.size, limits.emptied) ||
    (comparedCount > 0 && emptiedModels.length === comparedCount);
  const joinNames = (names: readonly string[]) => joinFirstNames(names, maxListedNames);
  const frequentLosses = [...vanishedFields].filter(([, count]) => count > maxVanishedModels);
  return [
    ...(isChanged
      ? [
          `critical fields of ${criticalFields.size} of ${knownNames.size} known models change (${joinNames(fields)}): ${joinNames([...criticalFields.keys()])}`,
        ]
      : []),
    ...(isEmptied
      ? [
          `${emptiedModels.length} of ${knownNames.size} known models lose the value of a critical field (${joinNames(fields)}): ${joinNames(emptiedModels)}`,
        ]
      : []),
    ...frequentLosses
      .slice(0, maxListedNames)
      .map(([field, count]) => `the field ${field} of ${count} models is gone in every model`),
  ];
}

/** Returns the reasons to hold a file because of its form, compared with the previous file. */
function findFormReasons(
  { definition, text, file }: RepositoryFile,
  { storedFile, liveModels }: FileState,
): string[] {
  const reasons: string[] = [];
  if (isCsv(definition.legacy)) {
    const reason = findCutReason(text, storedFile?.text ?? null, liveModels);
    if (reason !== null) reasons.push(`it may be truncated: ${reason}`);
  }
  if (!storedFile?.file.isReadable) return reasons;
  const { columns, rowCount } = storedFile.file;
  // New columns at the end do not shift values.
  const movedColumns = columns.filter((column, index) => file.columns[index] !== column);
  const droppedColumns = movedColumns.filter((column) => !file.columns.includes(column));
  if (droppedColumns.length > 0)
    reasons.push(`its column ${joinFirstNames(droppedColumns, maxListedNames)} is gone`);
  else if (movedColumns.length > 0)
    reasons.push(`its columns have moved: ${joinFirstNames(movedColumns, maxListedNames)}`);
  if (exceeds(file.rowCount - rowCount, rowCount, limits.grown))
    reasons.push(`it grows from ${rowCount} to ${file.rowCount} rows`);
  return reasons;
}

function exceeds(count: number, total: number, { number, share }: Limit): boolean {
  return count > number && count > total * share;
}
