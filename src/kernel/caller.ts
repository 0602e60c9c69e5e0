import type { Deadline } from './deadline.ts';

/** The caller of a request, by the identity service and the allowlists. An approver is a requestor too. */
export interface Caller {
  /** The numeric account id, as text. */
  readonly userId: string;
  /** The full name, `name#id`. */
  readonly username: string;
  readonly isRequestor: boolean;
  readonly isApprover: boolean;
  /** The limit of the time for which they wait. Absent: they wait as long as it takes. */
  readonly deadline?: Deadline;
}
