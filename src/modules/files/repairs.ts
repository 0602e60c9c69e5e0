import type { JsonObject } from '../../kernel/json.ts';
import { isJsonObject } from '../../kernel/json.ts';
import type { AddressState } from '../../records/files/address-state.ts';
import { isMutableAddress, pinnedAddress } from '../../records/files/host-address.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import { judge } from '../../records/files/verdict.ts';

/** One change of a record that what the host says suggests. */
export interface FileRepair {
  readonly kind: 'pin' | 'move' | 'sha256' | 'size';
  /** Dotted path in the v2 record. */
  readonly field_path: string;
  readonly from: string | number | null;
  readonly to: string | number;
}

/**
 * What could be written into the record: the address with its revision, the new address, a hash or a size that
 * it lacks. Never another hash than it has: that is for people to find out.
 */
export function repairsOf(file: RecordFile, state: AddressState): FileRepair[] {
  const { verdict } = judge(file, state);
  const { url, field_path, expected } = file;
  const observation = state.known?.observation;
  if (observation?.outcome === 'missing') {
    return observation.moved_to === undefined
      ? []
      : [{ kind: 'move', field_path: `${field_path}.file_url`, from: url, to: observation.moved_to }];
  }
  if (observation?.outcome !== 'there' || verdict === 'mismatch') return [];
  const { seen } = observation;
  const same = expected.sha256 !== null && expected.sha256 === seen.sha256;
  if (verdict === 'size_differs' && !same) return [];
  const repairs: FileRepair[] = [];
  const moved = seen.moved_to ?? url;
  const pinned =
    isMutableAddress(moved) && seen.revision !== null ? pinnedAddress(moved, seen.revision) : null;
  const address = pinned ?? moved;
  if (address !== url) {
    repairs.push({
      kind: moved === url ? 'pin' : 'move',
      field_path: `${field_path}.file_url`,
      from: url,
      to: address,
    });
  }
  if (expected.sha256 === null && seen.sha256 !== null) {
    repairs.push({ kind: 'sha256', field_path: `${field_path}.sha256sum`, from: null, to: seen.sha256 });
  }
  if (seen.size_bytes !== null && seen.size_bytes !== expected.size_bytes) {
    repairs.push({
      kind: 'size',
      field_path: `${field_path}.size_bytes`,
      from: expected.size_bytes,
      to: seen.size_bytes,
    });
  }
  return repairs;
}

/** The v2 record with the repairs of its files. */
export function repairedRecord(record: JsonObject, repairs: readonly FileRepair[]): JsonObject {
  const repaired = structuredClone(record);
  const download =
    isJsonObject(repaired.config) && Array.isArray(repaired.config.download) ? repaired.config.download : [];
  for (const { field_path, to } of repairs) {
    const [, , index, field = ''] = field_path.split('.');
    const entry = download[Number(index)];
    if (!isJsonObject(entry)) continue;
    // A record that says what all of it weighs says what its only file weighs.
    if (
      field === 'size_bytes' &&
      entry.size_bytes === undefined &&
      download.length === 1 &&
      repaired.size_on_disk_bytes !== undefined
    ) {
      repaired.size_on_disk_bytes = to;
    } else entry[field] = to;
  }
  return repaired;
}
