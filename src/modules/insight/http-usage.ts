import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { categoryOf } from '../../records/categories/index.ts';
import { laxInt, laxObject, queryValue } from '../../records/lax.ts';
import { answerRead } from '../../serving/answers/json-answer.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { parseQuery } from '../../serving/requests/query.ts';
import type { ModelView } from '../../serving/routing/model-view.ts';
import type { Catalog } from '../catalog/index.ts';
import type { InsightServices } from './module.ts';

const modelUsageHistory = z
  .object({
    days: z.array(
      z.object({
        date: z.string().meta({ description: 'UTC, `2026-01-31`.' }),
        day: z.int().meta({ description: 'Uses in the 24 hours before.' }),
        month: z.int().meta({ description: 'Uses in the month before.' }),
        total: z.int().meta({ description: 'Uses in total.' }),
        workers: z.int(),
      }),
    ),
  })
  .meta({ id: 'ModelUsageHistory', description: 'Daily usage of a model.' });

const usageQuery = laxObject({
  days: queryValue(laxInt({ ge: 1, le: 3_650 })).default(90),
});

export const modelUsageView = ({
  usageHistory,
  catalog,
}: InsightServices & { readonly catalog: Catalog }): ModelView => ({
  path: '/model_references/v2/{model_category_name}/model/{model_name}/usage',
  id: 'read_v2_model_usage',
  tags: ['v2', 'statistics'],
  summary: 'List the daily usage of a model',
  description:
    'Lists the latest daily samples, oldest first. Samples are taken once a day (UTC) and kept for 366 days. Days are missing on which the usage service had no data, or the model had no use in the last month and no worker. For current workers, see `…/statistics/{model_category_name}/with-stats`. If a live model is named `{model_name}/usage`, this path returns that model instead.',
  query: usageQuery,
  answers: {
    200: { description: 'One item for each day.', schema: modelUsageHistory },
    ...errorResponses(400),
  },
  // A model without samples must be live. `of` rejects categories whose usage is not counted.
  answer: async (_context, { request, reply }, category, name) => {
    const { days } = parseQuery(usageQuery, request);
    const items = await usageHistory.of(categoryOf(category), name, days);
    if (items.length === 0 && !catalog.snapshot('v2', category).get(name)) {
      throw new RegistryError('not_found', `Model '${name}' not found in category '${category}'`);
    }
    return answerRead(request, reply, { days: items });
  },
});
