import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import { unknownHash } from '../../common-fields.ts';
import type { LegacyRecord } from '../category.ts';

/*
 * Files of the public repositories may say `FIXME` where a hash has to be. That is stored, so that an export
 * has the bytes of the import; readers of v1 are not shown it: workers compare any hash that is there.
 */

const lists = [
  ['files', 'path'],
  ['download', 'file_name'],
] as const;

/** The record as v1 shows it: where `FIXME` stands for a hash there is none. */
export function withoutUnknownHashes(legacy: LegacyRecord): LegacyRecord {
  const { config } = legacy;
  if (!isJsonObject(config) || !lists.some(([list]) => entriesOf(config[list]).some(isUnknown)))
    return legacy;
  return {
    ...legacy,
    config: mapEntries(config, (entry) => (isUnknown(entry) ? withoutHash(entry) : entry)),
  };
}

/** A body's `config` with `FIXME` where the stored one has that and the body, as v1 shows it, nothing. */
export function withUnknownHashesOf(config: JsonObject, stored: JsonValue | undefined): JsonObject {
  if (!isJsonObject(stored)) return config;
  return mapEntries(config, (entry, list, key) => {
    if (Object.hasOwn(entry, 'sha256sum')) return entry;
    const before = entriesOf(stored[list]).find((known) => known[key] === entry[key] && isUnknown(known));
    if (before === undefined) return entry;
    return sameJson(withoutHash(before), entry) ? before : { ...entry, sha256sum: unknownHash };
  });
}

type List = (typeof lists)[number][0];

function mapEntries(
  config: JsonObject,
  change: (entry: JsonObject, list: List, key: string) => JsonObject,
): JsonObject {
  const changed = { ...config };
  for (const [list, key] of lists) {
    const entries = config[list];
    if (!Array.isArray(entries)) continue;
    changed[list] = entries.map((entry) => (isJsonObject(entry) ? change(entry, list, key) : entry));
  }
  return changed;
}

function entriesOf(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function isUnknown({ sha256sum }: JsonObject): boolean {
  return sha256sum === unknownHash;
}

function withoutHash({ sha256sum: _, ...entry }: JsonObject): JsonObject {
  return entry;
}
