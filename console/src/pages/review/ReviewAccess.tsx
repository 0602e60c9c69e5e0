import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCaller } from '../../api/roles.ts';
import { Access } from '../../parts/Access.tsx';

/**
 * Shows its children to approvers. Redirects a requestor with an approver's link to the page with their own
 * changes; `changeId` is the change in the link.
 */
export function ReviewAccess({ changeId, children }: { changeId: number | undefined; children: ReactNode }) {
  const { isApprover, isRequestor } = useCaller();
  if (changeId !== undefined && isRequestor && !isApprover) {
    return <Navigate to="/changes/$changeId" params={{ changeId: String(changeId) }} replace />;
  }
  return <Access need="approver">{children}</Access>;
}
