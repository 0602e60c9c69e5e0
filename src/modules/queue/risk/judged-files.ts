import type { JsonObject } from '../../../kernel/json.ts';
import type { AddressState } from '../../../records/files/address-state.ts';
import { filesOfRecord, type RecordFile } from '../../../records/files/record-file.ts';
import { type FileVerdict, judge } from '../../../records/files/verdict.ts';

/** A file of a proposed record, and what its host has said so far. */
export interface JudgedFile {
  /** Where it stands in the v2 record: `config.download.0`. */
  readonly path: string;
  readonly verdict: FileVerdict;
  readonly detail: string;
  /** The live record has no such file: another address, or other content is promised. */
  readonly isNew: boolean;
}

/**
 * @param record the v2 record as it would be; null for a deletion, which has no files
 * @param live the v2 record that it would replace
 */
export function judgedFiles(
  { category, name, record, live }: JudgedRecord,
  addressState: (url: string) => AddressState,
): JudgedFile[] {
  if (record === null) return [];
  const before = new Set((live ? filesOfRecord(category, name, live) : []).map(promiseOf));
  return filesOfRecord(category, name, record).map((file) => ({
    path: file.field_path,
    ...judge(file, addressState(file.url)),
    isNew: !before.has(promiseOf(file)),
  }));
}

interface JudgedRecord {
  readonly category: string;
  readonly name: string;
  readonly record: JsonObject | null;
  readonly live: JsonObject | null;
}

function promiseOf({ url, expected: { sha256, size_bytes } }: RecordFile): string {
  return JSON.stringify([url, sha256, size_bytes]);
}
