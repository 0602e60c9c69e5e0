import { streamedObject } from '../../serving/answers/json-stream.ts';
import { who } from '../../serving/requests/checks.ts';
import { readCategory } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { modelRecordUnion, recordsByName } from '../catalog/index.ts';

/** Beta models: what waits in the queue, for testers. */
export const v2Pending: Resource = {
  name: 'v2-pending',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/model_references/v2/{model_category_name}/pending',
      parameters: { model_category_name: readCategory },
      id: 'read_v2_reference_pending',
      tags: ['v2'],
      summary: 'The records that wait in the review queue',
      description:
        'Creates and updates that are pending or approved; the latest per model. Any valid key will do.',
      who: who.usesQueue('any_key'),
      answers: {
        200: { description: 'Model name → record, as proposed.', schema: recordsByName(modelRecordUnion) },
      },
      handler: async ({ beta }, { path }) =>
        streamedObject(await beta.pending(path.model_category_name.name)),
    }),
  ],
};
