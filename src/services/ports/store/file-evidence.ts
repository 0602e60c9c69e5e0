import type { AddressState } from '../../../registry/files/address-state.ts';
import type { Learned, LearnedNumbers } from '../../../registry/files/learned.ts';
import type { LearnedBy } from '../../../registry/files/observation.ts';
import type { FileVerdict } from '../../../registry/files/verdict.ts';

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
  /** How far the whole file was read, in the words of whoever reads it; null when nobody has begun. */
  read_so_far: string | null;
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

/** A part of what was learned of files. */
export interface LearnedPart extends Learned {
  readonly next: LearnedNumbers;
  readonly more: boolean;
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

export interface FileReader {
  /** The number of the last write of an address or a verdict, or of forgetting some; 0 before the first. */
  lastWrite(): Promise<number>;
  /** Those written after the write of this number. */
  addresses(after: number): Promise<FileAddress[]>;
  /** How many there are. */
  countAddresses(): Promise<number>;
  address(url: string): Promise<FileAddress | null>;
  /** Addresses of live records to look at now that nobody looks at, the longest due first. */
  due(now: number, limit: number): Promise<string[]>;
  /** Until when the last of these addresses that somebody looks at is theirs; null when nobody does. */
  claimed(urls: readonly string[], now: number): Promise<number | null>;
  verdicts(after: number): Promise<FileVerdictRow[]>;
  /**
   * What was written behind a place: of addresses that live records name, of verdicts, of their changes.
   * @param most of each of the three; a row larger than `bytes` comes alone
   * @returns null when there is no such place: more was written there than here
   */
  learned(since: LearnedNumbers, most: { rows: number; bytes: number }): Promise<LearnedPart | null>;
  verdict(
    file: Pick<FileVerdictRow, 'category' | 'model_name' | 'field_path'>,
  ): Promise<FileVerdictRow | null>;
  /** Newest first. */
  changes(
    filter: {
      category?: string | undefined;
      model_name?: string | undefined;
      before?: number | undefined;
    },
    limit: number,
  ): Promise<FileVerdictChange[]>;
}

export interface FileWriter extends FileReader {
  /** Adds addresses that are not there yet, to be looked at now. */
  keep(addresses: readonly { url: string; live: boolean; state: AddressState }[], now: number): Promise<void>;
  setLive(urls: readonly string[], live: boolean): Promise<void>;
  setDue(urls: readonly string[], dueAt: number): Promise<void>;
  /**
   * Takes those of the addresses that nobody looks at, until `until`. Whoever is killed has them no longer
   * than that.
   * @param by.checkedBefore passes over those that were looked at since
   */
  claim(
    urls: readonly string[],
    by: { holder: string; now: number; until: number; checkedBefore?: number },
  ): Promise<FileAddress[]>;
  /** Keeps a claim for longer, and how far the file was read; false, and nothing, when the claim was lost. */
  prolong(url: string, holder: string, until: number, readSoFar?: string): Promise<boolean>;
  release(urls: readonly string[], holder: string): Promise<void>;
  /** Stores what a look has shown and ends the claim; false, and nothing, when the claim was lost. */
  record(
    url: string,
    holder: string,
    /** `answered`: the host did say something. `wholeRead`: how far it was read is of no use any more. */
    seen: { state: AddressState; dueAt: number; answered: boolean; wholeRead?: boolean },
  ): Promise<boolean>;
  putVerdict(verdict: Omit<FileVerdictRow, 'seq'>): Promise<void>;
  addChange(change: Omit<FileVerdictChange, 'number'>): Promise<void>;
  /** Takes over what another registry has learned. */
  takeLearned(learned: Learned, now: number): Promise<void>;
  /** Forgets what is known of addresses that were last written up to this write, and changes behind this one. */
  dropLearned(upTo: { write: number; change: number }): Promise<void>;
  /** Removes addresses that no live record names and were added before, and changes from before. */
  forget(before: { addressesBefore: number; changesBefore: number }): Promise<void>;
}
