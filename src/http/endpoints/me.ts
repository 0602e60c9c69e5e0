import { answerRead, caching } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { refuses } from '../openapi/errors.ts';
import { callerOf } from '../requests/auth.ts';
import { userRolesResponse } from '../shapes/service.ts';

/** The caller's own view of his rights. */
export const me: Resource = {
  name: 'me',
  operations: [
    {
      method: 'get',
      path: '/model_references/v2/me/roles',
      id: 'get_current_user_roles_model_references_v2_me_roles_get',
      tags: ['v2', 'user'],
      summary: 'What may I do?',
      description: 'Works with any valid key, on every deployment.',
      key: true,
      conditional: true,
      answers: {
        200: { description: 'The roles of the caller.', schema: userRolesResponse },
        ...refuses(401, 503),
      },
    },
  ],
  routes:
    ({ checks }) =>
    async (scope) => {
      scope.get('/model_references/v2/me/roles', { onRequest: checks.key('any_key') }, (request, reply) => {
        const caller = callerOf(request);
        const roles = [
          ...(caller.isApprover ? ['approver'] : []),
          ...(caller.isRequestor ? ['requestor'] : []),
        ];
        const body = {
          user_id: caller.userId,
          username: caller.username,
          roles,
          is_approver: caller.isApprover,
          is_requestor: caller.isRequestor,
        };
        return answerRead(request, reply, body, caching.theCaller);
      });
    },
};
