import { categoryNames } from '../../registry/categories/index.ts';
import { RegistryError } from '../../registry/errors.ts';
import { readyBody } from '../../services/catalog/ready-body.ts';
import { readyReads } from '../answers/ready-reads.ts';
import type { Resource } from '../answers/resource.ts';
import { sendReady } from '../answers/send.ts';
import { observeReads } from '../metrics/observe.ts';
import { readCategory } from '../requests/category-path.ts';
import { modelNameOf } from '../requests/model-name.ts';
import { createModelPast } from './v2-history.ts';
import { v2ReadOperations } from './v2-reads-operations.ts';

const prefix = '/model_references/v2';

const info = readyBody(
  JSON.stringify({
    message:
      'Model reference records in the current format (v2), grouped into categories. Reads are open and return records as they are stored. Writes are proposals: they become visible when an approver has applied them.',
  }),
);
const names = readyBody(JSON.stringify(categoryNames));

/**
 * Stored records, served from snapshots. Thousands of workers go this way, so nothing is on it that can be
 * done before.
 */
export const v2Reads: Resource = {
  name: 'v2-reads',
  readsModels: true,
  hot: true,
  operations: v2ReadOperations,
  routes: (context) => async (scope) => {
    const { catalog } = context;
    const past = createModelPast(context);
    const counterOf = observeReads(scope, context);
    const read = readyReads(scope, prefix, counterOf);

    read('/info', () => info);
    read('/model_categories', () => names);

    read('/:category', (request) => {
      const { name } = readCategory(request);
      const snapshot = catalog.snapshot('v2', name);
      if (snapshot.records.length > 0) return snapshot.body;
      throw new RegistryError('not_found', `Model category '${name}' has no models`);
    });

    const modelPath = `${prefix}/:category/model/*`;
    const modelReads = counterOf(scope.prefix + modelPath);
    scope.get(modelPath, (request, reply) => {
      const category = readCategory(request);
      const name = modelNameOf(request);
      const record = catalog.snapshot('v2', category.name).get(name);
      if (!record || past.asksForTime(request)) {
        return past.answer(request, reply, category, name).then((answered) => {
          modelReads.count(answered.statusCode);
          return answered;
        });
      }
      sendReady(request, reply, record.body);
      modelReads.count(reply.statusCode);
    });
  },
};
