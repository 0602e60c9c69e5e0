/**
 * The backends for text models whose workers advertise a model's name with a prefix. Prefixes are matched in
 * this order.
 */
export const textBackends = [
  /** The prefix is followed by the model's full name, including the author. */
  { name: 'aphrodite', prefix: 'aphrodite/', keepsAuthor: true },
  /** The prefix is followed by the model's name without the author. */
  { name: 'koboldcpp', prefix: 'koboldcpp/', keepsAuthor: false },
] as const;

/** Returns the backend prefix of a name, such as `aphrodite/`; null when it has none. Case-sensitive. */
export function prefixOf(name: string): (typeof textBackends)[number]['prefix'] | null {
  return textBackends.find(({ prefix }) => name.startsWith(prefix))?.prefix ?? null;
}

export function hasBackendPrefix(name: string): boolean {
  return prefixOf(name) !== null;
}

export function stripBackendPrefix(name: string): string {
  return name.slice(prefixOf(name)?.length ?? 0);
}

/** Returns the part of a name after its first `/`, or the whole name if it has no `/`. */
export function stripAuthor(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/**
 * Returns the prefixed names that the backends' workers advertise for a model, in the order of
 * `textBackends`, without the model's own name.
 *
 * @example backendVariants('a/b') // ['aphrodite/a/b', 'koboldcpp/b']
 */
export function backendVariants(name: string): string[] {
  const variants = textBackends.map(
    ({ prefix, keepsAuthor }) => prefix + (keepsAuthor ? name : stripAuthor(name)),
  );
  return [...new Set(variants)].filter((variant) => variant !== name);
}

/**
 * Returns the prefixed names of a model in v1. The names without the author contain the model's `shortName`.
 * The short name differs from the workers' name if the model's name has two or more slashes.
 */
export function v1BackendNames(name: string): string[] {
  return textBackends.map(({ prefix, keepsAuthor }) => prefix + (keepsAuthor ? name : shortName(name)));
}

/** Returns every prefixed name of a model, from workers and from v1. */
export function listDerivedNames(name: string): string[] {
  return [...new Set([...backendVariants(name), ...v1BackendNames(name)])];
}

/**
 * Returns the part of a name between its first and second slash; without a second slash, everything after the
 * first; without any slash, the whole name.
 */
export function shortName(name: string): string {
  const slash = name.indexOf('/');
  if (slash < 0) return name;
  const next = name.indexOf('/', slash + 1);
  return next < 0 ? name.slice(slash + 1) : name.slice(slash + 1, next);
}
