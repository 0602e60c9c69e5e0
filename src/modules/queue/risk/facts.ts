import type { JsonObject } from '../../../kernel/json.ts';
import type { AddressState } from '../../../records/files/address-state.ts';
import { filesOfRecord, type RecordFile } from '../../../records/files/record-file.ts';
import { type FileVerdict, judge } from '../../../records/files/verdict.ts';
import type { Finding } from '../findings/finding.ts';
import type { NetOperation } from '../proposal-diff.ts';

/** How much a live model is used: by how many workers served, and how often in the last month. */
export interface KnownUsage {
  readonly workers: number;
  readonly month: number;
}

/** All that the rules look at. */
export interface RiskFacts {
  /** What the change turns out to do. */
  readonly netOperation: NetOperation;
  /** The live record is not the one that it was proposed for. */
  readonly stale: boolean;
  /** Paths of a live model that a reviewer must not overlook, and the number of all that differ. */
  readonly criticalFields: readonly string[];
  readonly changedFields: number;
  readonly findings: readonly Finding[];
  /** The files of the record as it would be. */
  readonly files: readonly JudgedFile[];
  /** How many other changes of the model wait. */
  readonly otherChanges: number;
  /** Null where nobody counts the usage of such models. */
  readonly usage: KnownUsage | 'unknown' | null;
  /** From how many uses in a month on a model counts as much used. */
  readonly muchUsedPerMonth: number;
  /** What has become of the requestor's changes so far. */
  readonly history: { readonly applied: number; readonly rejected: number };
}

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
