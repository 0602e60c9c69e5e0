/**
 * The backends for text models whose workers advertise a model under its name with a prefix. A name is
 * compared with the prefixes in this order.
 */
export const textBackends = [
  /** The prefix stands before the model's full name, author included. */
  { name: 'aphrodite', prefix: 'aphrodite/', keepsAuthor: true },
  /** The prefix stands before the model's name without the author. */
  { name: 'koboldcpp', prefix: 'koboldcpp/', keepsAuthor: false },
] as const;

/**
 * Returns the backend prefix with which a name begins, such as `aphrodite/`; null when it has none. Letter case
 * counts.
 */
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
 * Lists the prefixed names under which the backends' workers advertise a model, in the order of
 * `textBackends`. The model's own name is left out.
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
 * Lists the prefixed names under which v1 shows a model. Those without the author have the model's `shortName`,
 * which differs from what workers use if the name has two or more slashes.
 */
export function v1BackendNames(name: string): string[] {
  return textBackends.map(({ prefix, keepsAuthor }) => prefix + (keepsAuthor ? name : shortName(name)));
}

/** Lists every prefixed name under which workers advertise a model or v1 shows it. */
export function derivedNames(name: string): string[] {
  return [...new Set([...backendVariants(name), ...v1BackendNames(name)])];
}

/**
 * Returns the part of a name between its first and second slash. Without a second slash: all after the first.
 * Without any slash: the whole name.
 */
export function shortName(name: string): string {
  const slash = name.indexOf('/');
  if (slash < 0) return name;
  const next = name.indexOf('/', slash + 1);
  return next < 0 ? name.slice(slash + 1) : name.slice(slash + 1, next);
}
