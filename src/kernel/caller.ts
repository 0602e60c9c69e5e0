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
  /** The time until which the caller waits for the answer. Absent when the caller sets no limit. */
  readonly deadline?: Deadline;
}
