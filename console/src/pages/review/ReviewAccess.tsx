import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCaller } from '../../api/roles.ts';
import { Access } from '../../parts/Access.tsx';

/**
 * Shows its children to approvers. If the URL contains a change (`changeId`), redirects a requestor to the
 * page on which requestors see their own change.
 */
export function ReviewAccess({ changeId, children }: { changeId: number | undefined; children: ReactNode }) {
  const { isApprover, isRequestor } = useCaller();
  if (changeId !== undefined && isRequestor && !isApprover) {
    return <Navigate to="/changes/$changeId" params={{ changeId: String(changeId) }} replace />;
  }
  return <Access need="approver">{children}</Access>;
}
