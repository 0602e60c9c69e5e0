import type { AddressState, LearnedBy } from '../../records/files/address-state.ts';
import type { FileVerdict } from '../../records/files/verdict.ts';

/** An address of a file, looked at from time to time. Times are Unix seconds. */
export interface FileAddress {
  url: string;
  /** A live record names it; else a proposal did, or a record that is gone. */
  live: boolean;
  state: AddressState;
  /** The last look that was answered; null before the first. */
  checked_at: number | null;
  /** When to look again. */
  due_at: number;
  added_at: number;
  /** Whoever is looking at it, and until when nobody else does. */
  claimed_by: string | null;
  claimed_until: number;
  /** The number of the last write that readers keep something of. */
  seq: number;
}

/** The verdict on a file of a live record that was noted last. */
export interface FileVerdictRow {
  category: string;
  model_name: string;
  /** `config.download.0` */
  field_path: string;
  url: string;
  /** What the record expects. */
  sha256: string | null;
  verdict: FileVerdict;
  since: number;
  seq: number;
}

/** A verdict that became another one. */
export interface FileVerdictChange {
  /** Ascending, in the order of commits. */
  number: number;
  at: number;
  category: string;
  model_name: string;
  field_path: string;
  url: string;
  /** Null for the first verdict. */
  verdict_before: FileVerdict | null;
  verdict: FileVerdict;
  how: LearnedBy | null;
  detail: string;
}

declare module '../../store/tables.ts' {
  interface Tables {
    file_addresses: FileAddressRow;
    file_verdicts: FileVerdictRow;
    file_verdict_changes: FileVerdictChange;
    file_counters: { id: number; writes: number; changes: number };
  }
}

/** The tables that copies of a whole database take over, with their keys. */
export const filesKeys = [
  ['file_addresses', ['url']],
  ['file_verdicts', ['category', 'model_name', 'field_path']],
  ['file_verdict_changes', ['number']],
] as const;

/** `live` is 1 or 0, `state` a JSON text. */
export interface FileAddressRow extends Omit<FileAddress, 'live' | 'state'> {
  live: number;
  state: string;
}
