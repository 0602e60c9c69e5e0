import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client.ts';
import { apiError } from './errors.ts';
import { apiBase } from './place.ts';
import { session } from './session.ts';
import type { UserRoles } from './types.ts';

/**
 * Asks the service who a key belongs to, before the key becomes the session's.
 * @throws ApiError 401 when nobody, 503 when the identity service does not answer
 */
export async function rolesOfKey(key: string): Promise<UserRoles> {
  const answer = await fetch(`${apiBase}/model_references/v2/me/roles`, { headers: { apikey: key } });
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw apiError(answer.status, body);
  return body as UserRoles;
}

export interface Caller {
  readonly signedIn: boolean;
  /** Null while unknown: not signed in, not answered yet, or not answerable. */
  readonly user: UserRoles | null;
  readonly isRequestor: boolean;
  readonly isApprover: boolean;
  readonly isLoading: boolean;
}

export function useCaller(): Caller {
  const { id, key } = session.use();
  const { data, isLoading } = useQuery({
    queryKey: ['roles', id],
    queryFn: ({ signal }) => unwrap(api.GET('/model_references/v2/me/roles', { signal })),
    enabled: key !== null,
    staleTime: 5 * 60_000,
    // Who signs in again over a page finds it as it was.
    placeholderData: keepPreviousData,
  });
  const user = key === null ? null : (data ?? null);
  return {
    signedIn: key !== null,
    user,
    isRequestor: user?.is_requestor ?? false,
    isApprover: user?.is_approver ?? false,
    isLoading,
  };
}
