import { OutageError } from '../../kernel/errors.ts';
import type { UsageSource } from '../../outside/usage-client.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Catalog } from '../catalog/index.ts';
import { rankByPopularity, usageByName } from './analytics/usage-view.ts';
import { liveModels, namesOf, readCategoryUsage, usageKindOf } from './category-usage.ts';

export type Popularity = ReturnType<typeof createPopularity>;

/** How much the live models are used. */
export function createPopularity({
  catalog,
  source,
}: {
  catalog: Pick<Catalog, 'snapshot'>;
  source: UsageSource;
}) {
  return {
    /**
     * Those used most come first. None when the usage service does not answer, or does not count the category's
     * models. Popularity is about the present: an outdated answer of the usage service is not used.
     *
     * @param query.workers with each worker that serves a model
     */
    ranking: async (
      { name: category, usage: kind }: CategoryDefinition,
      { workers, ...query }: { workers: boolean } & Parameters<typeof rankByPopularity>[1],
    ) => {
      const snapshot = catalog.snapshot('v2', category);
      if (kind === null || snapshot.size === 0) return [];
      const live = await orNothing(readCategoryUsage(source, snapshot, kind, { workers }));
      if (live === null || live.stale) return [];
      const names = namesOf(snapshot);
      return rankByPopularity(live.usage, query).map(({ position, stats }) => {
        const name = names[position]!;
        return { name, text: snapshot.get(name)!.text, stats };
      });
    },

    /**
     * The usage of all models, and whole seconds since the usage service said so.
     * @throws RegistryError bad_request for a category whose models nobody counts, not_found for one without
     *   models; OutageError usage_unavailable
     */
    usage: async (
      definition: CategoryDefinition,
      { workers, ...query }: { workers: boolean } & Parameters<typeof usageByName>[2],
    ) => {
      const kind = usageKindOf(definition, 'Usage statistics are');
      const snapshot = liveModels(catalog, definition);
      const { usage, ageSeconds } = await readCategoryUsage(source, snapshot, kind, { workers });
      return { entries: usageByName(namesOf(snapshot), usage, query), ageSeconds };
    },
  };
}

async function orNothing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof OutageError && error.code === 'usage_unavailable') return null;
    throw error;
  }
}
