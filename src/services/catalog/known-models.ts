import type { CategoryDefinition } from '../../registry/categories/category.ts';
import { type KnownModels, knownModels } from '../../registry/findings/known-models.ts';
import type { Catalog } from './catalog.ts';

const key = Symbol('known models');

/** Which models of a category have a file, a page, a URL or a name: made once per snapshot. */
export function knownModelsOf(
  catalog: Pick<Catalog, 'snapshot'>,
  { name, usage }: CategoryDefinition,
): KnownModels {
  const build = () => knownModels(name, snapshot.records, usage === 'text');
  const snapshot = catalog.snapshot('v2', name);
  return snapshot.derived(key, build);
}
