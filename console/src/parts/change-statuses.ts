import type { ChangeStatus } from '../api/types.ts';

/** The states of a change, in the order in which it passes them. */
export const changeStatuses: readonly ChangeStatus[] = ['pending', 'approved', 'applied', 'rejected'];
