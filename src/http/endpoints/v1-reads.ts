import { categoryNames } from '../../registry/categories/index.ts';
import { groupedEntriesBody } from '../../registry/categories/text/grouped-entries.ts';
import { textGeneration } from '../../registry/categories/text-generation.ts';
import { RegistryError } from '../../registry/errors.ts';
import { type ReadyBody, readyBody } from '../../services/catalog/ready-body.ts';
import type { CategorySnapshot } from '../../services/catalog/snapshot.ts';
import { readyReads } from '../answers/ready-reads.ts';
import type { Resource } from '../answers/resource.ts';
import { observeReads } from '../metrics/observe.ts';
import { readLegacyCategory } from '../requests/legacy-category-path.ts';
import { parseQuery } from '../requests/query.ts';
import { groupingQuery, v1ReadOperations } from './v1-reads-operations.ts';

const prefix = '/model_references/v1';

const info = readyBody(
  JSON.stringify({
    message:
      'Model reference records in the legacy format (v1), for clients that do not speak v2 yet. They are the records of v2 in another shape: what is written through either version shows in both. New clients use v2.',
  }),
);
const names = readyBody(JSON.stringify(categoryNames));
const nothing = readyBody('{}');
const grouped = Symbol('legacy entries with groups');

/** The legacy view, served from snapshots like the current one. */
export const v1Reads: Resource = {
  name: 'v1-reads',
  readsModels: true,
  hot: true,
  operations: v1ReadOperations,
  routes: (context) => async (scope) => {
    const { catalog } = context;
    const read = readyReads(scope, prefix, observeReads(scope, context));

    read('/info', () => info);
    read('/model_categories', () => names);

    read(`/${textGeneration.name}`, (request) => {
      const { include_group } = parseQuery(groupingQuery, request);
      const snapshot = filled(textGeneration.name, textGeneration.name);
      return include_group ? snapshot.derived(grouped, withGroups) : snapshot.body;
    });

    read('/:category', (request) => {
      const { category: called } = request.params as { category: string };
      const { name, managedElsewhere } = readLegacyCategory(called);
      return managedElsewhere ? nothing : filled(name, called).body;
    });

    function filled(category: string, called: string): CategorySnapshot {
      const snapshot = catalog.snapshot('legacy', category);
      if (snapshot.records.length > 0) return snapshot;
      throw new RegistryError('not_found', `Model category '${called}' not found or is empty`);
    }
  },
};

function withGroups({ records }: CategorySnapshot): ReadyBody {
  return readyBody(groupedEntriesBody(records));
}
