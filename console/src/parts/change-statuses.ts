import type { ChangeStatus } from '../api/types.ts';

/** The statuses of a change, in display order. */
export const changeStatuses: readonly ChangeStatus[] = ['pending', 'approved', 'applied', 'rejected'];
