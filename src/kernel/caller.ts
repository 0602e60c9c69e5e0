import type { Deadline } from './deadline.ts';

/**
 * The account that sends a request. The identity service says whose API key it is; allowlists say which roles
 * the account has. Every approver is also a requestor.
 */
export interface Caller {
  /** The numeric account id, as text. */
  readonly userId: string;
  /** The full name, `name#id`. */
  readonly username: string;
  readonly isRequestor: boolean;
  readonly isApprover: boolean;
  /** The time until which the caller waits for the answer. Absent when the caller sets no limit. */
  readonly deadline?: Deadline;
}
