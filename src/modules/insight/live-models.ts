import { RegistryError } from '../../kernel/errors.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { CategorySnapshot } from '../catalog/snapshot.ts';

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
