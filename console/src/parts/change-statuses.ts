import type { ChangeStatus } from '../api/types.ts';

/** The statuses of a change, in the order in which the console lists them. */
export const changeStatuses: readonly ChangeStatus[] = ['pending', 'approved', 'applied', 'rejected'];
