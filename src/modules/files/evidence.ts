import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AddressState, LearnedBy, SeenFile } from '../../records/files/address-state.ts';
import { isMutableAddress, pinnedAddress } from '../../records/files/host-address.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import { type FileVerdict, judge, type VerdictWeight, weightOf } from '../../records/files/verdict.ts';
import type { FileVerdictRow } from './tables.ts';

/** A file of a record with all that is known of it. Times are Unix seconds. */
export type FileEvidence = {
  readonly category: string;
  readonly model_name: string;
  readonly field_path: string;
  readonly file_name: string | null;
  readonly url: string;
  readonly host: string | null;
  readonly expected: RecordFile['expected'];
  readonly verdict: FileVerdict;
  readonly weight: VerdictWeight;
  /** Why, in a sentence. */
  readonly detail: string;
  /** Since when the verdict is this one; null when nothing was learned yet. */
  readonly since: number | null;
  /** When what the verdict rests on was learned. */
  readonly learned_at: number | null;
  readonly how: LearnedBy | null;
  /** What the host says of the file. */
  readonly seen: SeenFile | null;
  /** The last look, whether it got through or not. */
  readonly checked_at: number | null;
  /** The host says that the file is not there, which is not believed until it was said again hours later. */
  readonly doubted_since: number | null;
  /** The last looks did not get through; the verdict is that of before. */
  readonly failing: { readonly since: number; readonly reason: string } | null;
  readonly repairs: readonly FileRepair[];
};

/** @param noted the verdict that was last noted of it */
export function evidenceOf(
  file: RecordFile,
  state: AddressState,
  noted: Pick<FileVerdictRow, 'url' | 'verdict' | 'since'> | null,
): FileEvidence {
  const { verdict, detail } = judge(file, state);
  const { known, doubt, failure } = state;
  const same = noted !== null && noted.verdict === verdict && noted.url === file.url;
  return {
    ...file,
    verdict,
    weight: weightOf[verdict],
    detail,
    since: same ? noted.since : (known?.at ?? failure?.since ?? null),
    learned_at: known?.at ?? null,
    how: known?.observation.how ?? null,
    seen: seenIn(state),
    checked_at: state.checked_at,
    doubted_since: doubt?.first_at ?? null,
    failing: failure && { since: failure.since, reason: failure.reason },
    repairs: repairsOf(file, state),
  };
}

/** What the host says of the file. */
export function seenIn({ known }: AddressState): SeenFile | null {
  return known && 'seen' in known.observation ? (known.observation.seen ?? null) : null;
}

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
function repairsOf(file: RecordFile, state: AddressState): FileRepair[] {
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
