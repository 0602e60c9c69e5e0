import type { Access } from '../requests/auth.ts';
import type { AccessRuleWithKey } from '../requests/checks.ts';
import type { PathParameters } from '../requests/path-parameters.ts';
import { type Endpoint, endpoint, type Operation, type Route } from './endpoint.ts';

/**
 * The declaration of one queue endpoint. `queueEndpoints` adds the path, the id and the tags, and prepends
 * the required role to the description.
 */
type QueueEndpoint<P, Q, B> = Pick<
  Route<P, Q, B>,
  'handler' | 'parameters' | 'query' | 'body' | 'bodyOptional' | 'proposal'
> &
  Pick<Operation, 'summary' | 'description' | 'dryRun' | 'retryable' | 'conditional' | 'answers'> & {
    readonly who: AccessRuleWithKey;
  };

const requiredKey: Readonly<Record<Access, string>> = {
  any_key: 'Requires any valid key.',
  requestor: 'Requires the requestor role.',
  approver: 'Requires the approver role.',
  license_editor: 'Requires the role of license editors.',
};

/**
 * Returns a function that defines queue endpoints under the prefix of one API version. Operation ids are
 * derived from the path, so each version has its own.
 */
export function queueEndpoints(version: 'v1' | 'v2', ...furtherTags: string[]) {
  const prefix = `/model_references/${version}/pending_queue`;
  return <P extends PathParameters, Q, B>(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    name: string,
    { description, ...facts }: QueueEndpoint<P, Q, B>,
  ): Endpoint =>
    endpoint({
      ...facts,
      method,
      path: prefix + path,
      id: `${name}_${`${prefix}${path}`.replace(/^\//, '').replaceAll(/[^a-zA-Z0-9]/g, '_')}_${method}`,
      tags: [version, 'pending_queue', ...furtherTags],
      description: [requiredKey[facts.who.role], ...(description ? [description] : [])].join(' '),
    });
}
