import type { Download, ModelRecord } from './types.ts';

/** A file that differs between two records of a model. */
export interface FileChange {
  /** The file name in the record. */
  readonly file: string;
  /**
   * How the file differs. `hash`: it has other bytes. `address`: the same bytes are at another address.
   * `text`: only other details of its entry in the record differ.
   */
  readonly kind: 'added' | 'removed' | 'hash' | 'address' | 'text';
  readonly before: Download | null;
  readonly after: Download | null;
}

/** The differences between two records of a model. */
export interface RecordChanges {
  readonly files: readonly FileChange[];
  /**
   * Names of the fields that differ. Excludes the list of files and the metadata that the server writes: who
   * created and updated the record, and when.
   */
  readonly fields: readonly string[];
  /** Whether a worker must download or delete a file: a file was added or removed, or has other bytes. */
  readonly affectsFiles: boolean;
}

/** Compares two records of a model; null stands for no record. */
export function recordChanges(before: ModelRecord | null, after: ModelRecord | null): RecordChanges {
  const files = compareFiles(downloadsByName(before), downloadsByName(after));
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...oldFields.keys(), ...newFields.keys()])].filter(
    (name) => oldFields.get(name) !== newFields.get(name),
  );
  return {
    files,
    fields,
    affectsFiles: files.some(({ kind }) => kind === 'added' || kind === 'removed' || kind === 'hash'),
  };
}

function downloadsByName(record: ModelRecord | null): ReadonlyMap<string, Download> {
  const downloadList = record?.config?.download ?? [];
  return new Map(downloadList.map((download) => [download.file_name, download]));
}

function compareFiles(
  oldFiles: ReadonlyMap<string, Download>,
  newFiles: ReadonlyMap<string, Download>,
): readonly FileChange[] {
  const changes: FileChange[] = [];
  for (const file of new Set([...oldFiles.keys(), ...newFiles.keys()])) {
    const [before, after] = [oldFiles.get(file) ?? null, newFiles.get(file) ?? null];
    const kind = kindOf(before, after);
    if (kind) changes.push({ file, kind, before, after });
  }
  return changes;
}

function kindOf(before: Download | null, after: Download | null): FileChange['kind'] | null {
  if (before === null) return 'added';
  if (after === null) return 'removed';
  if (before.sha256sum?.toLowerCase() !== after.sha256sum?.toLowerCase()) return 'hash';
  if (before.file_url !== after.file_url) return 'address';
  return JSON.stringify(before) === JSON.stringify(after) ? null : 'text';
}

/**
 * Returns the record's fields as JSON texts, by name, without the list of files and the server's metadata.
 */
function fieldsOf(record: ModelRecord | null): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(record ?? {}).flatMap(([name, value]) => {
      const comparedValue =
        name === 'config'
          ? omitKeys(value, 'download')
          : name === 'metadata'
            ? omitServerMetadata(value)
            : value;
      const text = JSON.stringify(comparedValue);
      return text === '{}' ? [] : [[name, text] as const];
    }),
  );
}

const omitServerMetadata = (metadata: unknown) =>
  omitKeys(metadata, 'created_at', 'created_by', 'updated_at', 'updated_by');

function omitKeys(value: unknown, ...names: string[]): unknown {
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => !names.includes(name)));
}
