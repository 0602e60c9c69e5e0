import type { Deadline } from './deadline.ts';

/** Who is calling, as the identity service and the allowlists say. An approver is a requestor too. */
export interface Caller {
  /** The numeric account id, as text. */
  readonly userId: string;
  /** The full name, `name#id`. */
  readonly username: string;
  readonly isRequestor: boolean;
  readonly isApprover: boolean;
  /** Until when they wait for the answer. Absent: as long as it takes. */
  readonly deadline?: Deadline;
}
