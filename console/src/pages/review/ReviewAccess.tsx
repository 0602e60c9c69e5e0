import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCaller } from '../../api/roles.ts';
import { Access } from '../../parts/Access.tsx';

/**
 * Shows its children to approvers. A requestor who follows an approver's link to a change is led to the page
 * that shows requestors their own changes; `changeId` is the change in the link.
 */
export function ReviewAccess({ changeId, children }: { changeId: number | undefined; children: ReactNode }) {
  const { isApprover, isRequestor } = useCaller();
  if (changeId !== undefined && isRequestor && !isApprover) {
    return <Navigate to="/changes/$changeId" params={{ changeId: String(changeId) }} replace />;
  }
  return <Access need="approver">{children}</Access>;
}
