import { RegistryError } from '../../kernel/errors.ts';
import type { UsageData, UsageKind, UsageReading, UsageSource } from '../../outside/usage-client.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { categories } from '../../records/categories/index.ts';
import type { Catalog, CategorySnapshot } from '../catalog/index.ts';
import { type ModelUsage, mergeUsage } from './analytics/model-usage.ts';

/**
 * Which models' usage is the category's.
 * @param what is asked, to begin the message with: `Deletion risk analysis is`
 * @throws RegistryError bad_request for a category whose models nobody counts the usage of
 */
export function usageKindOf({ usage }: CategoryDefinition, what: string): UsageKind {
  if (usage !== null) return usage;
  const counted = categories.filter((category) => category.usage !== null).map(({ name }) => name);
  const text = `${what} only supported for ${counted.join(' and ')} categories`;
  throw new RegistryError('bad_request', text);
}

/**
 * What the usage service says of the models of a snapshot, in stored order. Merged once for a snapshot and what was fetched.
 * @throws OutageError usage_unavailable
 */
export async function readCategoryUsage(
  source: UsageSource,
  snapshot: CategorySnapshot,
  kind: UsageKind,
  { workers = false }: { workers?: boolean } = {},
): Promise<Pick<UsageReading, 'ageSeconds' | 'stale'> & { readonly usage: readonly ModelUsage[] }> {
  const { data, ageSeconds, stale } = await source.read(kind, { workers });
  const merged = snapshot.derived(workers ? mergedWithWorkers : mergedWithoutWorkers, () => new Merged());
  return { usage: merged.usage(snapshot, kind, data), ageSeconds, stale };
}

/** In stored order. Records are not asked for: that would make one of each. */
export function namesOf({ segments }: CategorySnapshot): string[] {
  return segments.flatMap(({ names }) => names);
}

const mergedWithoutWorkers = Symbol('usage');
const mergedWithWorkers = Symbol('usage with workers');

/** The latest merge. */
class Merged {
  #data: UsageData | undefined;
  #usage: readonly ModelUsage[] = [];

  usage(snapshot: CategorySnapshot, kind: UsageKind, data: UsageData): readonly ModelUsage[] {
    if (!isSame(this.#data, data)) {
      this.#usage = mergeUsage(kind, namesOf(snapshot), data);
      this.#data = data;
    }
    return this.#usage;
  }
}

/** Whether both are the same fetches: fetched data never changes. */
function isSame(before: UsageData | undefined, data: UsageData): boolean {
  if (before?.status !== data.status || before.stats !== data.stats) return false;
  return before.workers === data.workers || before.workers.length + data.workers.length === 0;
}

/**
 * The v2 snapshot of a category that has models.
 * @throws RegistryError not_found when it has none
 */
export function liveModels(
  catalog: Pick<Catalog, 'snapshot'>,
  { name }: Pick<CategoryDefinition, 'name'>,
): CategorySnapshot {
  const snapshot = catalog.snapshot('v2', name);
  if (snapshot.size > 0) return snapshot;
  throw new RegistryError('not_found', `Category '${name}' not found or has no models`);
}
