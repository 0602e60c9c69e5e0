import type { Model } from '../../api/models.ts';
import type { BrowseSearch } from './browse-search.ts';

/** The name of a text model, and its names at the backends that serve it. */
export function backendNames(name: string): string[] {
  const withoutAuthor = name.includes('/') ? name.slice(name.indexOf('/') + 1) : name;
  return [...new Set([name, `aphrodite/${name}`, `koboldcpp/${withoutAuthor}`])];
}

/**
 * Returns the models that the words of the search find, the best match on top; all models in the given order
 * when there are no words.
 *
 * @param found the names of the models that the registry finds by the words, each with its rank
 */
export function findModels(
  models: readonly Model[],
  { q }: BrowseSearch,
  found: ReadonlyMap<string, number> = new Map(),
): readonly Model[] {
  if (!q) return models;
  const part = q.toLowerCase();
  const place = ({ name }: Model) => found.get(name) ?? found.size;
  return models
    .filter(({ name }) => found.has(name) || name.toLowerCase().includes(part))
    .sort((a, b) => place(a) - place(b));
}
