import type { Model } from '../../api/models.ts';
import type { BrowseSearch } from './browse-search.ts';

/** Returns the name of a text model and its names at the backends. */
export function backendNames(name: string): string[] {
  const withoutAuthor = name.includes('/') ? name.slice(name.indexOf('/') + 1) : name;
  return [...new Set([name, `aphrodite/${name}`, `koboldcpp/${withoutAuthor}`])];
}

/**
 * Returns the models that match the search text, best match first; all models in the given order without a
 * text.
 *
 * @param found the rank of each model that the registry found for the text, by name
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
