import type { Deadline } from './deadline.ts';

/**
 * The account that sends a request, identified by the API key through the identity service. Allowlists define
 * its roles. Every approver is also a requestor.
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
  /** The time until which the caller waits for the response. Absent when the caller sets no limit. */
  readonly deadline?: Deadline;
}

/**
 * An idempotency key that a client sends with a write. If no response arrives, the client can retry the write
 * with the same key, and the write is applied only once.
 */
export interface RetryKey {
  /** The account to which the key belongs. Different accounts may use the same key. */
  readonly owner: string;
  readonly key: string;
  /** SHA-256 (hex) of the request. A key that was used with a different request is refused. */
  readonly fingerprint: string;
}
