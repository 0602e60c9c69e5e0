import type { Deadline } from './deadline.ts';

/**
 * The account that sends a request. The identity service finds it by the request's API key. Allowlists say
 * which roles it has. Every approver is also a requestor.
 */
export interface Caller {
  /** The numeric account id, as text. */
  readonly userId: string;
  /** The full name, `name#id`. */
  readonly username: string;
  readonly isRequestor: boolean;
  readonly isApprover: boolean;
  /** Whether the account may write licence definitions and assets. Absent: no. */
  readonly isLicenseEditor?: boolean;
  /** The time until which the caller waits for the answer. Absent when the caller sets no limit. */
  readonly deadline?: Deadline;
}

/**
 * A key that a client sends with a write. When no answer comes, the client can repeat the write with the same
 * key, and nothing is written twice.
 */
export interface RetryKey {
  /** The account that sends the key. Keys of different accounts are independent of each other. */
  readonly owner: string;
  readonly key: string;
  /** SHA-256 (hex) of the request. The key is refused when it comes with a different request. */
  readonly fingerprint: string;
}
