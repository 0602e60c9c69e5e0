import { formatBytes, formatCount } from './format.ts';
import { checksumState, webHost } from './model-facts.ts';
import { ownValue } from './own-value.ts';

/** A property of a file that differs between two versions of a record. */
export interface FileRow {
  readonly label: string;
  /** The old and the new value; null if that version of the file lacks the property. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A file that differs between two versions of a record. */
export interface FileDifference {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly name: string;
  readonly rows: readonly FileRow[];
  /**
   * The old and the new host of a changed file. Null if the host is the same, and for an added or removed
   * file.
   */
  readonly hosts: readonly [before: string, after: string] | null;
}

export interface FileDifferences {
  readonly files: readonly FileDifference[];
  /** The number of unchanged files. */
  readonly unchangedCount: number;
  readonly isReordered: boolean;
}

type File = Readonly<Record<string, unknown>>;

const labels: Readonly<Record<string, string>> = {
  file_name: 'File name',
  file_url: 'Address',
  size_bytes: 'Size',
  sha256sum: 'SHA-256',
  content_hash: 'Content hash',
  file_purpose: 'Purpose',
  known_slow_download: 'Slow host',
};

/**
 * Functions that return a key of a file, most reliable first. A file of the old list matches a file of the
 * new list if both have the same key. The last function returns the same key for every file, so it matches
 * the files that are left, in their order.
 */
const matchKeys: readonly ((file: File) => string | undefined)[] = [
  (file) => JSON.stringify(file),
  (file) => textOf(file.file_url),
  (file) =>
    checksumState(textOf(file.sha256sum)) === 'ok' ? textOf(file.sha256sum)?.toLowerCase() : undefined,
  (file) => textOf(file.file_name),
  // Replaced in its place.
  () => 'any',
];

/**
 * Compares two lists of downloads file by file. Returns null if one of the values is not a list of files, or
 * if the lists are equal. The page then shows both values in full.
 */
export function compareFiles(before: unknown, after: unknown): FileDifferences | null {
  const [oldFiles, newFiles] = [filesOf(before), filesOf(after)];
  if (oldFiles === null || newFiles === null) return null;
  const newIndexByOld = new Map<number, number>();
  const matchedIndexes = new Set<number>();
  for (const keyOf of matchKeys) {
    for (const [from, file] of oldFiles.entries()) {
      const key = keyOf(file);
      if (newIndexByOld.has(from) || key === undefined) continue;
      const to = newFiles.findIndex((each, index) => !matchedIndexes.has(index) && keyOf(each) === key);
      if (to < 0) continue;
      newIndexByOld.set(from, to);
      matchedIndexes.add(to);
    }
  }
  const matchedFiles = oldFiles.flatMap((file, from) => {
    const newFile = newFiles[newIndexByOld.get(from) ?? -1];
    return newFile ? [describeFile('changed', file, newFile)] : [];
  });
  const changedFiles = matchedFiles.filter(({ rows }) => rows.length > 0);
  const files = [
    ...changedFiles,
    ...oldFiles.flatMap((file, from) => (newIndexByOld.has(from) ? [] : [describeFile('removed', file, {})])),
    ...newFiles.flatMap((file, to) => (matchedIndexes.has(to) ? [] : [describeFile('added', {}, file)])),
  ];
  const newIndexes = oldFiles.flatMap((_, from) => newIndexByOld.get(from) ?? []);
  const isReordered = newIndexes.some((to, index) => index > 0 && to < (newIndexes[index - 1] ?? 0));
  if (files.length === 0 && !isReordered) return null;
  return { files, unchangedCount: matchedFiles.length - changedFiles.length, isReordered };
}

/** Returns a short description of each difference: `hash changed`, `host huggingface.co → 203.0.113.9`. */
export function summarizeFiles({ files, isReordered }: FileDifferences): string[] {
  const descriptions = files.flatMap(({ kind, rows, hosts }) => {
    if (kind !== 'changed') return [`file ${kind}`];
    const findRow = (label: string | undefined) => rows.find((row) => row.label === label);
    const hashRow = findRow(labels.sha256sum);
    return [
      ...(hashRow ? [`hash ${describeHashChange(hashRow)}`] : []),
      ...(hosts ? [`host ${hosts[0]} → ${hosts[1]}`] : findRow(labels.file_url) ? ['address changed'] : []),
      ...(findRow(labels.size_bytes) ? ['size changed'] : []),
      ...(findRow(labels.file_name) ? ['file name changed'] : []),
    ];
  });
  return [...new Set([...descriptions, ...(isReordered ? ['order of files changed'] : [])])];
}

/** Returns how a file's hash has changed. A malformed hash counts as missing. */
function describeHashChange({ before, after }: FileRow): 'changed' | 'removed' | 'added' {
  const isHash = (text: string | null) => checksumState(text ?? undefined) === 'ok';
  if (isHash(before) === isHash(after)) return 'changed';
  return isHash(before) ? 'removed' : 'added';
}

function describeFile(kind: FileDifference['kind'], before: File, after: File): FileDifference {
  const knownKeys = Object.keys(labels);
  const keys = new Set([...knownKeys, ...Object.keys(before), ...Object.keys(after)]);
  const rows = [...keys].flatMap((key): FileRow[] => {
    const [oldValue, newValue] = [ownValue(before, key), ownValue(after, key)];
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) return [];
    return [
      {
        label: ownValue(labels, key) ?? key,
        before: formatProperty(key, oldValue),
        after: formatProperty(key, newValue),
      },
    ];
  });
  const [oldHost, newHost] = [hostOf(before), hostOf(after)];
  return {
    kind,
    name: textOf(after.file_name) ?? textOf(before.file_name) ?? '(no file name)',
    rows,
    hosts: kind === 'changed' && oldHost !== newHost ? [oldHost, newHost] : null,
  };
}

function filesOf(value: unknown): readonly File[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return null;
  return value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
    ? value
    : null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function hostOf({ file_url }: File): string {
  return webHost(textOf(file_url) ?? '') ?? 'no web address';
}

function formatProperty(key: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (key === 'size_bytes' && typeof value === 'number') {
    return `${formatBytes(value)} (${formatCount(value)} bytes)`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
