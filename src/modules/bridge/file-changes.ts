import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { formatCanonicalJson } from '../../kernel/same-json.ts';
import { diffRecords, filterCriticalPaths } from '../../records/diff.ts';
import type { RepositoryFile } from './compare-records.ts';
import { compareSides, type RecordVersions, recordForFile } from './record-versions.ts';

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
  readonly comparedCount: number;
  /** The critical fields that would change, by model. */
  readonly criticalFields: ReadonlyMap<string, readonly string[]>;
  /** The models that would lose the value of a critical field. */
  readonly emptiedModels: readonly string[];
  /**
   * The fields that no model of the file has a value for, each with the number of the registry's models that
   * would lose their value.
   */
  readonly vanishedFields: ReadonlyMap<string, number>;
}

/**
 * Compares a file with the registry. Ignores a model in three cases: the bridge has already proposed the
 * file's record, both sides agree, or only the registry has changed the model.
 */
export function computeFileChanges(
  { definition, file }: Pick<RepositoryFile, 'definition' | 'file'>,
  before: ReadonlyMap<string, ModelState>,
): FileChanges {
  const criticalFields = new Map<string, readonly string[]>();
  const emptiedModels: string[] = [];
  const lossesByField = new Map<string, number>();
  let comparedCount = 0;
  for (const [name, { base, ours, proposed }] of before) {
    const record = file.records.get(name);
    if (!record) continue;
    comparedCount += 1;
    const theirs = recordForFile(definition, name, record);
    if (proposed === formatCanonicalJson(theirs)) continue;
    const { kind, merged } = compareSides({ base, theirs, ours });
    if (kind === 'agreed' || kind === 'ours' || merged === null) continue;
    const diffs = diffRecords(ours, merged);
    const paths = filterCriticalPaths(diffs, definition.legacy.criticalFields);
    if (paths.length > 0) criticalFields.set(name, paths);
    if (diffs.some(({ field_path, new_value }) => paths.includes(field_path) && isEmptyValue(new_value)))
      emptiedModels.push(name);
    for (const [key, value] of Object.entries(ours))
      if (!isEmptyValue(value) && isEmptyValue(merged[key]))
        lossesByField.set(key, (lossesByField.get(key) ?? 0) + 1);
  }
  const remainingFields = new Set([...file.records.values()].flatMap(listFilledFields));
  const vanishedFields = new Map([...lossesByField].filter(([key]) => !remainingFields.has(key)));
  return {
    comparedCount,
    criticalFields,
    emptiedModels,
    vanishedFields,
  };
}

function listFilledFields(record: JsonObject): string[] {
  return Object.keys(record).filter((key) => !isEmptyValue(record[key]));
}

/** Returns whether a value is absent, zero or empty; `false` is not empty. */
function isEmptyValue(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === 0) return true;
  return typeof value === 'object' && Object.values(value).length === 0;
}
