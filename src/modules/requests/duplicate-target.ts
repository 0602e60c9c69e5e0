import type { Tx } from '../../store/tx.ts';
import type { ModelRequest } from './request.ts';
import { requestStore } from './store.ts';

/**
 * Returns the request to which the supporters of a duplicate were moved. For any other request, returns the
 * request itself.
 */
export async function findFinalDuplicateTarget(reader: Tx, request: ModelRequest): Promise<ModelRequest> {
  if (request.hidden || request.state !== 'duplicate' || request.duplicate_of === null) return request;
  const target = await requestStore(reader).get(request.duplicate_of);
  return target ? findFinalDuplicateTarget(reader, target) : request;
}
