import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { parseExpiry } from '../../records/files/address-expiry.ts';
import { removeKeysFromText } from '../../records/files/address-keys.ts';
import type { AddressState } from '../../records/files/address-state.ts';
import { isMutableAddress, pinAddress } from '../../records/files/host-address.ts';
import { describeSameDigits, type RecordFile } from '../../records/files/record-file.ts';
import { judge, weightByVerdict } from '../../records/files/verdict.ts';
import type { fileEvidence } from './http-shapes.ts';
import type { FileVerdictRow } from './tables.ts';

/** A file of a record, with the evidence about it. Times are Unix seconds. */
export type FileEvidence = Omit<z.infer<typeof fileEvidence>, 'category'> & { readonly category: string };

/**
 * Creates the evidence about a file: the verdict, the host's responses, and the suggested repairs.
 * @param lastVerdict the last stored verdict on the file; null: none is stored
 */
export function createEvidence(
  file: RecordFile,
  state: AddressState,
  lastVerdict: Pick<FileVerdictRow, 'url' | 'verdict' | 'since'> | null,
): FileEvidence {
  const { verdict, detail } = judge(file, state);
  const { known, doubt, failure } = state;
  const isSameVerdict =
    lastVerdict !== null && lastVerdict.verdict === verdict && lastVerdict.url === file.url;
  return {
    ...file,
    verdict,
    weight: weightByVerdict[verdict],
    detail,
    since: isSameVerdict ? lastVerdict.since : (known?.at ?? failure?.since ?? null),
    learned_at: known?.at ?? null,
    how: known?.observation.how ?? null,
    seen: known && 'seen' in known.observation ? (known.observation.seen ?? null) : null,
    checked_at: state.checked_at,
    doubted_since: doubt?.first_at ?? null,
    failing: failure && { since: failure.since, reason: failure.reason },
    repairs: listRepairs(file, state),
  };
}

/** A change of one field of a record, suggested by the host's responses. */
export type FileRepair = FileEvidence['repairs'][number];

/**
 * Lists the repairs of a record that a host's response for a file suggests: a revision in the address, the
 * new address of a moved file, a missing hash or size, or the missing end of a truncated hash.
 *
 * Never suggests a different hash, because a person has to decide which hash is right. Never suggests an
 * address that contains a key or an expiry.
 */
function listRepairs(file: RecordFile, state: AddressState): FileRepair[] {
  const { verdict } = judge(file, state);
  const { url, field_path, expected } = file;
  const observation = state.known?.observation;
  if (observation?.outcome === 'missing') {
    const movedUrl = removeKeysFromText(observation.moved_to ?? '');
    // Several records may have this address, with different hashes.
    const isOtherFile = expected.sha256 === null || observation.moved_sha256 !== expected.sha256;
    return movedUrl === '' || isOtherFile || parseExpiry(movedUrl) !== null
      ? []
      : [{ kind: 'move', field_path: `${field_path}.file_url`, from: url, to: movedUrl }];
  }
  if (observation?.outcome !== 'there' || verdict === 'mismatch') return [];
  const { seen } = observation;
  const isSameHash = expected.sha256 !== null && expected.sha256 === seen.sha256;
  const { malformed_sha256: malformedHash } = expected;
  if (
    malformedHash !== null &&
    seen.sha256 !== null &&
    describeSameDigits(malformedHash, seen.sha256) === null
  )
    return [];
  const isOtherSize = expected.size_bytes !== null && seen.size_bytes !== expected.size_bytes;
  if (isOtherSize && seen.size_bytes !== null && !isSameHash) return [];
  const repairs: FileRepair[] = [];
  const currentUrl = seen.moved_to ?? url;
  const pinnedUrl =
    isMutableAddress(currentUrl) && seen.revision !== null ? pinAddress(currentUrl, seen.revision) : null;
  const repairedUrl = pinnedUrl ?? currentUrl;
  const publicUrl = removeKeysFromText(repairedUrl);
  if (repairedUrl !== url && publicUrl !== '' && parseExpiry(publicUrl) === null) {
    repairs.push({
      kind: currentUrl === url ? 'pin' : 'move',
      field_path: `${field_path}.file_url`,
      from: url,
      to: publicUrl,
    });
  }
  if (expected.sha256 === null && seen.sha256 !== null) {
    repairs.push({
      kind: 'sha256',
      field_path: `${field_path}.sha256sum`,
      from: malformedHash,
      to: seen.sha256,
    });
  }
  // A host may respond to a HEAD with the size of something other than the file.
  const size = observation.how === 'head' || seen.size_bytes === 0 ? null : seen.size_bytes;
  if (size !== null && size !== expected.size_bytes) {
    repairs.push({
      kind: 'size',
      field_path: `${field_path}.size_bytes`,
      from: expected.size_bytes,
      to: size,
    });
  }
  return repairs;
}

/** Returns a copy of the v2 record with these repairs applied. */
export function applyRepairs(record: JsonObject, repairs: readonly FileRepair[]): JsonObject {
  const repairedCopy = structuredClone(record);
  const download =
    isJsonObject(repairedCopy.config) && Array.isArray(repairedCopy.config.download)
      ? repairedCopy.config.download
      : [];
  for (const { field_path, to } of repairs) {
    const [, , index, field = ''] = field_path.split('.');
    const entry = download[Number(index)];
    if (!isJsonObject(entry)) continue;
    // The only file of a record may have its size in `size_on_disk_bytes` instead.
    if (
      field === 'size_bytes' &&
      entry.size_bytes === undefined &&
      download.length === 1 &&
      repairedCopy.size_on_disk_bytes !== undefined
    ) {
      repairedCopy.size_on_disk_bytes = to;
    } else entry[field] = to;
  }
  return repairedCopy;
}
