import { answerRead, caching } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { refuses } from '../openapi/errors.ts';
import { readCategory } from '../requests/category-path.ts';
import { modelRecordUnion, recordsByName } from '../shapes/records.ts';

/** Beta models: what waits in the queue, for testers. */
export const v2Pending: Resource = {
  name: 'v2-pending',
  operations: [
    {
      method: 'get',
      path: '/model_references/v2/{model_category_name}/pending',
      id: 'read_v2_reference_pending',
      tags: ['v2'],
      summary: 'The records that wait in the review queue',
      description:
        'Creates and updates that are pending or approved; the latest per model. Any valid key will do.',
      key: true,
      conditional: true,
      answers: {
        200: { description: 'Model name → record, as proposed.', schema: recordsByName(modelRecordUnion) },
        ...refuses(401, 404, 503),
      },
    },
  ],
  routes:
    ({ checks, beta }) =>
    async (scope) => {
      const guarded = { onRequest: checks.queue('any_key') };
      scope.get('/model_references/v2/:category/pending', guarded, async (request, reply) =>
        answerRead(request, reply, await beta.pending(readCategory(request).name), caching.theCaller),
      );
    },
};
