import { createPrimaryReads } from '../../outside/primary-client.ts';
import type { Trail } from '../audit/index.ts';
import type { Base } from '../base.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Drafts } from '../drafts/index.ts';
import type { RequestsServices } from './http.ts';
import { askPrimaryForRequests } from './primary-requests.ts';
import { createRequests } from './requests.ts';

/**
 * Longest time, in seconds, for which a replica uses an answer about requests before it asks its primary
 * again.
 */
const keptForSeconds = 60;

/**
 * Makes the service for requests for models. On a replica that has a primary, it also makes the client that
 * reads the primary's requests.
 *
 * @param opened the connections to the primary are closed when this stack is disposed of
 */
export function openRequests(
  base: Base & Trail,
  { catalog, drafts }: { readonly catalog: Catalog; readonly drafts: Drafts },
  opened: AsyncDisposableStack,
): RequestsServices {
  const isLive = (category: string, name: string) => catalog.snapshot('v2', category).get(name) !== undefined;
  const requests = createRequests({ ...base, drafts, isLive });
  const { replicateMode, primaryApiUrl, primaryApiTimeoutSeconds, cacheTtlSeconds } = base.settings;
  if (replicateMode === 'PRIMARY' || primaryApiUrl === null) return { requests };
  const timeoutMs = primaryApiTimeoutSeconds * 1000;
  const primary = createPrimaryReads({ baseUrl: primaryApiUrl, timeoutMs }, 'requests');
  opened.defer(() => primary.close());
  const keepSeconds = Math.min(keptForSeconds, cacheTtlSeconds);
  return { requests, requestsElsewhere: askPrimaryForRequests({ primary, keepSeconds }) };
}
