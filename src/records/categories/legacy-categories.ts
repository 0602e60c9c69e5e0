import { RegistryError } from '../../kernel/errors.ts';
import type { CategoryDefinition, LegacyForm } from './category.ts';
import { categories, findCategory } from './index.ts';

/** A category that v1 can write. */
export type LegacyCategory = CategoryDefinition & { readonly legacy: LegacyForm };

export const legacyCategories: readonly LegacyCategory[] = categories.filter(
  (category): category is LegacyCategory => category.legacy !== null,
);

const byAlias: ReadonlyMap<string, CategoryDefinition> = new Map(
  legacyCategories.flatMap((category) => category.legacy.aliases.map((alias) => [alias, category])),
);

/**
 * The category of a v1 read: its name, with or without `.json`, or one that the legacy repositories have for it.
 * @throws RegistryError not_found (404)
 */
export function readLegacyCategory(name: string): CategoryDefinition {
  const category = findLegacyCategory(name);
  if (category) return category;
  throw new RegistryError('not_found', `Model category '${name}' not found`);
}

/** The same, undefined where there is none. */
export function findLegacyCategory(name: string): CategoryDefinition | undefined {
  const bare = name.replace(/\.json$/, '');
  return findCategory(bare) ?? byAlias.get(name);
}
