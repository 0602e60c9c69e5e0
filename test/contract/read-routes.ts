import { declareApiEndpoints } from '../../src/app/endpoints.ts';
import { isOperation, type Operation } from '../../src/serving/routing/endpoint.ts';
import { usualCategories } from '../support/categories.ts';
import type { readRules } from './deployments.ts';

export type ReadKind = keyof typeof readRules;

const queue: Readonly<Record<string, ReadKind>> = {
  '/changes': 'queue, approver',
  '/my_changes': 'queue, requestor',
  '/changes/{change_id}': 'queue, approver',
  '/changes/{change_id}/diff': 'queue, approver',
  '/diffs': 'queue, approver',
  '/audit/current': 'audit of the queue',
  '/audit/batches': 'audit of the queue',
  '/audit/batches/{batch_id}': 'audit of the queue',
  '/audit/batches/{batch_id}/net_changes': 'audit of the queue',
};

/** Under v2 only. */
const ownQueue: Readonly<Record<string, ReadKind>> = {
  '/counts': 'queue, approver',
  '/policies': 'queue, approver',
  '/changes/{change_id}/conversation': 'conversation',
  '/inbox': 'inbox',
  '/inbox/stream': 'inbox',
};

const metadata = [
  '/last_updated',
  '/metadata',
  '/{model_category_name}',
  '/{model_category_name}/last_updated',
];

/** All reads that are not open to everybody on every deployment, by path. */
export const guardedReads: Readonly<Record<string, ReadKind>> = {
  ...Object.fromEntries(
    ['v1', 'v2'].flatMap((version): [string, ReadKind][] => [
      ...Object.entries(version === 'v2' ? { ...queue, ...ownQueue } : queue).map(
        ([path, kind]): [string, ReadKind] => [`/model_references/${version}/pending_queue${path}`, kind],
      ),
      ...metadata.map((path): [string, ReadKind] => [
        `/model_references/${version}/metadata${path}`,
        version === 'v1' ? 'v1 metadata' : 'v2 metadata',
      ]),
    ]),
  ),
  '/model_references/v2/me/roles': 'own roles',
  '/model_references/v2/{model_category_name}/pending': 'queue, any key',
  '/model_references/v2/{model_category_name}/model/{model_name}/history': 'trail, everybody',
  '/model_references/v2/text_generation/aliases': 'aliases',
  '/model_references/v2/text_generation/aliases/{canonical}': 'aliases',
  '/model_references/v2/text_generation/families': 'families',
  '/model_references/v2/text_generation/families/{family_name}': 'families',
  '/model_references/v2/text_generation/guidance_history': 'trail, everybody',
  '/model_references/v2/licensing/coverage': 'trail, everybody',
  '/model_references/v2/licensing/history': 'trail, everybody',
  '/model_references/v2/feed': 'trail, everybody',
  '/model_references/v2/feed/stream': 'trail, everybody',
  '/audit/checkpoint': 'trail, everybody',
  '/audit/checkpoint/key': 'trail, everybody',
  '/model_references/v2/files': 'known files',
  '/model_references/v2/{model_category_name}/model/{model_name}/files': 'known files',
  '/model_references/v2/requests': 'requests',
  '/model_references/v2/requests/hidden': 'hidden requests',
  '/model_references/v2/requests/{request_id}': 'requests',
  '/model_references/v2/requests/{request_id}/seconds': 'requests',
  '/model_references/v2/requests/{request_id}/steps': 'requests',
  '/model_references/v2/operations/status': 'operations',
  '/model_references/v2/operations/webhooks': 'operations',
  '/model_references/v2/operations/bridge': 'operations',
};

/** Everything that is declared and reads. */
export const reads: readonly Operation[] = declareApiEndpoints(usualCategories)
  .filter(isOperation)
  .filter(({ method }) => method === 'get');

const values: Readonly<Record<string, string>> = {
  model_category_name: 'clip',
  model_name: 'live',
  sha256: '0'.repeat(64),
};

/** With values for the parameters of the path; nothing has to be there. */
export function readPath({ path }: Pick<Operation, 'path'>): string {
  return `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1')}`;
}
