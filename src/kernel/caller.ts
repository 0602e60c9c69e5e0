import type { Deadline } from './deadline.ts';

/**
 * The caller of a request. The identity service names the account; allowlists decide its roles. An approver
 * is a requestor too.
 */
export interface Caller {
  /** The numeric account id, as text. */
  readonly userId: string;
  /** The full name, `name#id`. */
  readonly username: string;
  readonly isRequestor: boolean;
  readonly isApprover: boolean;
  /** The deadline until which the caller waits. Absent: the caller waits as long as it takes. */
  readonly deadline?: Deadline;
}
