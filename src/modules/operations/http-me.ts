import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { userRolesResponse } from './http-shapes-service.ts';

/** The callers' own view of their rights. */
export const me: Resource = {
  name: 'me',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/model_references/v2/me/roles',
      id: 'get_current_user_roles_model_references_v2_me_roles_get',
      tags: ['v2', 'user'],
      summary: 'What may I do?',
      description: 'Works with any valid key, on every deployment.',
      who: who.hasKey,
      answers: { 200: { description: 'The roles of the caller.', schema: userRolesResponse } },
      handler: (_context, { caller: { userId, username, isApprover, isRequestor } }) => ({
        user_id: userId,
        username,
        roles: [...(isApprover ? ['approver'] : []), ...(isRequestor ? ['requestor'] : [])],
        is_approver: isApprover,
        is_requestor: isRequestor,
      }),
    }),
  ],
};
