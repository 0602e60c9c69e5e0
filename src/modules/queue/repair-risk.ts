import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { AddressState } from '../../records/files/address-state.ts';
import { filesOfRecord, type RecordFile } from '../../records/files/record-file.ts';
import type { JudgedRecord, RepairRisk } from './risk-rules.ts';

/**
 * Returns the risk of a change that repairs files: the risk of its riskiest file. An unchanged file has low
 * risk. A changed file has low risk if its SHA-256 is that of the live record, and the file checks have found
 * it at the file's URL. Returns null when the change sets anything other than URLs, sizes, and missing or
 * malformed hashes.
 */
export function rateRepair(
  { category, name, record, live }: JudgedRecord,
  addressState: (url: string) => AddressState,
): RepairRisk | null {
  if (record === null || live === null || !sameJson(omitRepairableFields(record), omitRepairableFields(live)))
    return null;
  const liveFiles = filesOfRecord(category, name, live);
  const raisedRisks: RepairRisk[] = [];
  for (const [index, file] of filesOfRecord(category, name, record).entries()) {
    const risk = rateFile(liveFiles[index], file, addressState(file.url));
    if (risk === null) return null;
    if (risk.level !== 'low') raisedRisks.push({ ...risk, message: `${file.field_path}: ${risk.message}` });
  }
  const worstRisk = raisedRisks.find(({ level }) => level === 'high') ?? raisedRisks[0];
  return { level: worstRisk?.level ?? 'low', message: raisedRisks.map(({ message }) => message).join(' ') };
}

function rateFile(before: RecordFile | undefined, file: RecordFile, state: AddressState): RepairRisk | null {
  const [expectedBefore, expectedAfter] = [before?.expected, file.expected];
  if (!expectedBefore || (expectedBefore.sha256 !== null && expectedBefore.sha256 !== expectedAfter.sha256))
    return null;
  if (expectedAfter.sha256 === null && expectedBefore.malformed_sha256 !== expectedAfter.malformed_sha256)
    return null;
  if (expectedBefore.sha256 !== expectedAfter.sha256) {
    const replacementText =
      expectedBefore.malformed_sha256 === null ? '' : ` instead of '${expectedBefore.malformed_sha256}'`;
    return { level: 'look', message: `The SHA-256 is taken from the host${replacementText}.` };
  }
  if (before?.url === file.url && expectedBefore.size_bytes === expectedAfter.size_bytes)
    return { level: 'low', message: '' };
  if (expectedAfter.sha256 === null) {
    return before?.url === file.url
      ? { level: 'look', message: 'The size is taken from the host.' }
      : { level: 'high', message: `The file at ${file.url} has no SHA-256.` };
  }
  const observation = state.known?.observation;
  const isHashObserved = observation?.outcome === 'there' && observation.seen.sha256 === expectedAfter.sha256;
  return isHashObserved
    ? { level: 'low', message: '' }
    : { level: 'look', message: `The host of ${file.url} has not confirmed the SHA-256 yet.` };
}

/**
 * Returns a record without the fields that a repair may change (the URL, hash and size of each file), and
 * without the fields that the registry sets itself.
 */
function omitRepairableFields({
  metadata: _metadata,
  size_on_disk_bytes: _size,
  ...record
}: JsonObject): JsonObject {
  const { config } = record;
  if (!isJsonObject(config) || !Array.isArray(config.download)) return record;
  const download = config.download.map((entry) => {
    if (!isJsonObject(entry)) return entry;
    const { file_url: _url, sha256sum: _sha256, size_bytes: _bytes, ...rest } = entry;
    return rest;
  });
  return { ...record, config: { ...config, download } };
}
