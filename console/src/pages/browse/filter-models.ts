import type { Model } from '../../api/models.ts';
import type { BrowseSearch } from './browse-search.ts';

/** Returns the name of a text model and its names at the backends. */
export function listBackendNames(name: string): string[] {
  const withoutAuthor = name.includes('/') ? name.slice(name.indexOf('/') + 1) : name;
  return [...new Set([name, `aphrodite/${name}`, `koboldcpp/${withoutAuthor}`])];
}

/**
 * Returns the models that match the search text, best match first; all models in the given order without a
 * text.
 *
 * @param ranks the rank of each model that the registry found for the text, by name
 */
export function findModels(
  models: readonly Model[],
  { q }: BrowseSearch,
  ranks: ReadonlyMap<string, number> = new Map(),
): readonly Model[] {
  if (!q) return models;
  const searchText = q.toLowerCase();
  const rankOf = ({ name }: Model) => ranks.get(name) ?? ranks.size;
  return models
    .filter(({ name }) => ranks.has(name) || name.toLowerCase().includes(searchText))
    .sort((a, b) => rankOf(a) - rankOf(b));
}
