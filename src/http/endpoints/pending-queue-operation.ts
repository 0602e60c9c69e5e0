import type { Operation } from '../openapi/operation.ts';

/**
 * The operations of the queue under the prefix of one API version. Operation ids follow the path, so each
 * version has its own.
 */
export function queueOperation(version: 'v1' | 'v2') {
  const prefix = `/model_references/${version}/pending_queue`;
  return (
    method: 'get' | 'post',
    path: string,
    handler: string,
    facts: Pick<Operation, 'summary' | 'answers'> & Partial<Operation>,
  ): Operation => ({
    method,
    path: prefix + path,
    id: `${handler}_${`${prefix}${path}`.replace(/^\//, '').replaceAll(/[^a-zA-Z0-9]/g, '_')}_${method}`,
    tags: [version, 'pending_queue'],
    key: true,
    conditional: method === 'get',
    ...facts,
  });
}
