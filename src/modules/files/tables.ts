import type { AddressState } from '../../records/files/address-state.ts';
import type { FileVerdict } from '../../records/files/verdict.ts';

/** The address of a file that the service checks regularly. Times are Unix seconds. */
export interface FileAddress {
  url: string;
  /**
   * Whether a live record references the address. If false, only a proposal references it, or a live record
   * referenced it earlier.
   */
  live: boolean;
  state: AddressState;
  /** The time of the last successful check; null before the first. */
  checked_at: number | null;
  due_at: number;
  added_at: number;
  /** The id of the run that has claimed the address (null: none). `claimed_until` is the end of its claim. */
  claimed_by: string | null;
  claimed_until: number;
  /**
   * Number of the last write that changed this row, except for its claim and due time. A reader fetches the
   * addresses whose number is larger than the largest number that it has read.
   */
  seq: number;
}

/** The last stored verdict on a file of a live record. */
export interface FileVerdictRow {
  category: string;
  model_name: string;
  /** Dotted path of the file in the record, such as `config.download.0`. */
  field_path: string;
  url: string;
  /** The hash that the record expects; null when the record states none. */
  sha256: string | null;
  verdict: FileVerdict;
  since: number;
  seq: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    file_addresses: FileAddressRow;
    file_verdicts: FileVerdictRow;
    file_counters: { id: number; writes: number };
  }
}

/** The tables to copy with a database, each with its primary key columns. */
export const filesKeys = [
  ['file_addresses', ['url']],
  ['file_verdicts', ['category', 'model_name', 'field_path']],
] as const;

/** A stored address: `live` is 1 or 0, `state` is a JSON text. */
export interface FileAddressRow extends Omit<FileAddress, 'live' | 'state'> {
  live: number;
  state: string;
}
