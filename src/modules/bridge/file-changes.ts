import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { formatCanonicalJson } from '../../kernel/same-json.ts';
import { criticalPaths, diffRecords } from '../../records/diff.ts';
import type { RepositoryFile } from './compare-records.ts';
import { type RecordVersions, recordForFile, verdictOf } from './record-versions.ts';

/** A model's record in the registry before a sync, and the record on which both sides last agreed. */
export interface ModelState extends Pick<RecordVersions, 'base'> {
  readonly ours: JsonObject;
  /**
   * The record that the bridge has proposed but that is not applied, as canonical JSON; null if there is
   * none.
   */
  readonly proposed: string | null;
}

/** The changes that a file would make to the registry's models. Excludes added and removed models. */
export interface FileChanges {
  /** Number of models that are in both the registry and the file. */
  readonly compared: number;
  /** The critical fields that would change, by model. */
  readonly critical: ReadonlyMap<string, readonly string[]>;
  /** The models that would lose the value of a critical field. */
  readonly emptied: readonly string[];
  /**
   * The fields that are empty in all models of the file, each with the number of models that would lose its
   * value.
   */
  readonly vanished: ReadonlyMap<string, number>;
}

/**
 * Compares a file with the registry. Ignores a model in three cases: the bridge has already proposed the
 * file's record, both sides agree, or only the registry has changed the model.
 */
export function computeFileChanges(
  { definition, file }: Pick<RepositoryFile, 'definition' | 'file'>,
  before: ReadonlyMap<string, ModelState>,
): FileChanges {
  const critical = new Map<string, readonly string[]>();
  const emptiedNames: string[] = [];
  const lossesByValue = new Map<string, number>();
  let comparedCount = 0;
  for (const [name, { base, ours, proposed }] of before) {
    const record = file.records.get(name);
    if (!record) continue;
    comparedCount += 1;
    const theirs = recordForFile(definition, name, record);
    if (proposed === formatCanonicalJson(theirs)) continue;
    const { kind, merged } = verdictOf({ base, theirs, ours });
    if (kind === 'agreed' || kind === 'ours' || merged === null) continue;
    const diffs = diffRecords(ours, merged);
    const paths = criticalPaths(diffs, definition.legacy.criticalFields);
    if (paths.length > 0) critical.set(name, paths);
    if (diffs.some(({ field_path, new_value }) => paths.includes(field_path) && isEmptyValue(new_value)))
      emptiedNames.push(name);
    for (const [key, value] of Object.entries(ours))
      if (!isEmptyValue(value) && isEmptyValue(merged[key]))
        lossesByValue.set(key, (lossesByValue.get(key) ?? 0) + 1);
  }
  const remainingValues = new Set([...file.records.values()].flatMap(listValues));
  const vanishedValues = new Map([...lossesByValue].filter(([key]) => !remainingValues.has(key)));
  return { compared: comparedCount, critical, emptied: emptiedNames, vanished: vanishedValues };
}

function listValues(record: JsonObject): string[] {
  return Object.keys(record).filter((key) => !isEmptyValue(record[key]));
}

/** Returns whether a value is absent, zero or empty; `false` is not empty. */
function isEmptyValue(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === 0) return true;
  return typeof value === 'object' && Object.values(value).length === 0;
}
