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
  readonly same: number;
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
 * Functions that match a file of the old list with a file of the new list, most reliable first. Two files
 * match if a function returns the same value for both. The last function returns the same value for every
 * file, so it matches all files that are left.
 */
const identities: readonly ((file: File) => string | undefined)[] = [
  (file) => JSON.stringify(file),
  (file) => textOf(file.file_url),
  (file) =>
    checksumState(textOf(file.sha256sum)) === 'ok' ? textOf(file.sha256sum)?.toLowerCase() : undefined,
  (file) => textOf(file.file_name),
  // Replaced in its place.
  () => 'any',
];

/**
 * Compares two lists of downloads file by file. Null if one of the values is not a list of files, or if the
 * lists are equal. The page then shows both values in full.
 */
export function fileDifferences(before: unknown, after: unknown): FileDifferences | null {
  const [old, now] = [filesOf(before), filesOf(after)];
  if (old === null || now === null) return null;
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const identity of identities) {
    for (const [from, file] of old.entries()) {
      const wanted = identity(file);
      if (pairs.has(from) || wanted === undefined) continue;
      const to = now.findIndex((each, index) => !taken.has(index) && identity(each) === wanted);
      if (to < 0) continue;
      pairs.set(from, to);
      taken.add(to);
    }
  }
  const kept = old.flatMap((file, from) => {
    const other = now[pairs.get(from) ?? -1];
    return other ? [difference('changed', file, other)] : [];
  });
  const changed = kept.filter(({ rows }) => rows.length > 0);
  const files = [
    ...changed,
    ...old.flatMap((file, from) => (pairs.has(from) ? [] : [difference('removed', file, {})])),
    ...now.flatMap((file, to) => (taken.has(to) ? [] : [difference('added', {}, file)])),
  ];
  const places = old.flatMap((_, from) => pairs.get(from) ?? []);
  const isReordered = places.some((to, index) => index > 0 && to < (places[index - 1] ?? 0));
  if (files.length === 0 && !isReordered) return null;
  return { files, same: kept.length - changed.length, isReordered };
}

/** Returns a short description of each difference: `hash changed`, `host huggingface.co → 203.0.113.9`. */
export function fileSummary({ files, isReordered }: FileDifferences): string[] {
  const said = files.flatMap(({ kind, rows, hosts }) => {
    if (kind !== 'changed') return [`file ${kind}`];
    const has = (label: string | undefined) => rows.find((row) => row.label === label);
    const hash = has(labels.sha256sum);
    return [
      ...(hash ? [`hash ${stateOf(hash)}`] : []),
      ...(hosts ? [`host ${hosts[0]} → ${hosts[1]}`] : has(labels.file_url) ? ['address changed'] : []),
      ...(has(labels.size_bytes) ? ['size changed'] : []),
      ...(has(labels.file_name) ? ['file name changed'] : []),
    ];
  });
  return [...new Set([...said, ...(isReordered ? ['order of files changed'] : [])])];
}

/** Returns how a file's hash has changed. A malformed hash counts as missing. */
function stateOf({ before, after }: FileRow): 'changed' | 'removed' | 'added' {
  const isHash = (text: string | null) => checksumState(text ?? undefined) === 'ok';
  if (isHash(before) === isHash(after)) return 'changed';
  return isHash(before) ? 'removed' : 'added';
}

function difference(kind: FileDifference['kind'], before: File, after: File): FileDifference {
  const known = Object.keys(labels);
  const keys = new Set([...known, ...Object.keys(before), ...Object.keys(after)]);
  const rows = [...keys].flatMap((key): FileRow[] => {
    const [old, now] = [ownValue(before, key), ownValue(after, key)];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    return [
      {
        label: ownValue(labels, key) ?? key,
        before: shown(key, old),
        after: shown(key, now),
      },
    ];
  });
  const [from, to] = [hostOf(before), hostOf(after)];
  return {
    kind,
    name: textOf(after.file_name) ?? textOf(before.file_name) ?? '(no file name)',
    rows,
    hosts: kind === 'changed' && from !== to ? [from, to] : null,
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

function shown(key: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (key === 'size_bytes' && typeof value === 'number') {
    return `${formatBytes(value)} (${formatCount(value)} bytes)`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
