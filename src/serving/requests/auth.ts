import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Identity } from '../../kernel/identity.ts';
import type { Settings } from '../../settings/settings.ts';
import { getClientKey } from './client-address.ts';
import { limits } from './limits.ts';

/**
 * The access that a route requires: a valid key of any account, or of an account on the allowlist of
 * requestors, approvers or licence editors. Approvers count as requestors, but not as licence editors.
 */
export type Access = 'any_key' | 'requestor' | 'approver' | 'license_editor';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null for a visitor and until `Gate.admit` has admitted the request. */
    caller: Caller | null;
  }
}

const createInvalidKeyError = () => new RegistryError('invalid_key', 'Invalid API key');

/** Checks the API key of a request, and whether its account has the required role. */
export type Gate = ReturnType<typeof createGate>;

export function createGate({
  settings,
  identity,
  logger,
}: {
  readonly settings: Pick<Settings, 'requestorIds' | 'approverIds' | 'licenseEditorIds'>;
  readonly identity: Identity;
  readonly logger: Pick<Logger, 'warn'>;
}) {
  const approvers = new Set(settings.approverIds);
  const requestors = new Set([...settings.requestorIds, ...approvers]);
  const licenseEditors = new Set(settings.licenseEditorIds);
  const allowlists = { requestor: requestors, approver: approvers, license_editor: licenseEditors };
  const warnedRoles = new Set<Access>();

  return {
    /**
     * Identifies the caller by the `apikey` header, checks the role, and sets `request.caller`. With
     * `visitors`, also admits requests without a key or without the role, but does not set `request.caller`
     * for them.
     * @throws RegistryError not_authenticated, invalid_key, missing_role (401), identity_unavailable,
     *   overloaded (503)
     */
    async admit(request: FastifyRequest, access: Access, visitors = false): Promise<void> {
      const key = request.headers.apikey;
      if (typeof key !== 'string' || key === '') {
        if (visitors) return;
        throw new RegistryError('not_authenticated', 'Not authenticated');
      }
      // Not for licence editors: an account without that role gets a 403, which requires a valid key.
      if (access !== 'any_key' && access !== 'license_editor' && allowlists[access].size === 0) {
        if (visitors) return;
        // Without an allowlist no account has the role, so refuse without a call to the identity service.
        if (!warnedRoles.has(access)) {
          warnedRoles.add(access);
          logger.warn(
            { role: access },
            'no accounts have this role: every request that requires it is refused',
          );
        }
        throw createInvalidKeyError();
      }
      if (key.length > limits.keyLength) throw createInvalidKeyError();
      const { userId, username } = await identity.authenticate(key, getClientKey(request.ip));
      if (access !== 'any_key' && !allowlists[access].has(userId)) {
        if (visitors) return;
        if (access === 'license_editor')
          throw new RegistryError('no_editor', 'You are not a license editor.');
        throw new RegistryError('missing_role', `You are not on the pending queue ${access} list.`);
      }
      request.caller = {
        userId,
        username,
        isRequestor: requestors.has(userId),
        isApprover: approvers.has(userId),
        isLicenseEditor: licenseEditors.has(userId),
        ...(request.deadline && { deadline: request.deadline }),
      };
    },
  };
}

/**
 * Returns the authenticated caller of a request.
 *
 * @throws Error when the route does not check the caller
 */
export function requireCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`route ${request.routeOptions.url} must have an access check`);
  return request.caller;
}
