import { useQuery } from '@tanstack/react-query';
import { ModelrefClient } from '#client';
import { registry } from './client.ts';
import { apiBase } from './place.ts';
import { session } from './session.ts';
import type { UserRoles } from './types.ts';

/**
 * Loads the account of a key and its roles. The key may differ from the one that the caller is signed in
 * with.
 * @throws ApiError 401 if the key belongs to no account, 503 if the identity service does not respond
 */
export function rolesOfKey(key: string): Promise<UserRoles> {
  return new ModelrefClient({ server: apiBase, key, attempts: 1 }).roles();
}

export interface Caller {
  readonly signedIn: boolean;
  /**
   * The caller's account and its roles. Null if the caller is not signed in, or while the account is loading.
   */
  readonly user: UserRoles | null;
  readonly isRequestor: boolean;
  readonly isApprover: boolean;
  readonly isLicenseEditor: boolean;
  readonly isLoading: boolean;
}

export function useCaller(): Caller {
  const { id, key } = session.use();
  const { data, isLoading } = useQuery({
    queryKey: ['roles', id],
    queryFn: ({ signal }) => registry.roles({ signal }),
    enabled: key !== null,
    staleTime: 5 * 60_000,
  });
  const user = key === null ? null : (data ?? null);
  return {
    signedIn: key !== null,
    user,
    isRequestor: user?.is_requestor ?? false,
    isApprover: user?.is_approver ?? false,
    isLicenseEditor: user?.is_license_editor ?? false,
    isLoading,
  };
}
