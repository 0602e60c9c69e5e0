/**
 * The text backends whose workers advertise models under a prefixed name. Prefixes are tested in this order.
 */
export const textBackends = [
  /** Workers advertise a model under its full name, author included. */
  { name: 'aphrodite', prefix: 'aphrodite/', keepsAuthor: true },
  /** Workers advertise a model under its name without the author. */
  { name: 'koboldcpp', prefix: 'koboldcpp/', keepsAuthor: false },
] as const;

/** The backend prefix (case-sensitive) that a name begins with, like `aphrodite/`; null when it has none. */
export function prefixOf(name: string): (typeof textBackends)[number]['prefix'] | null {
  return textBackends.find(({ prefix }) => name.startsWith(prefix))?.prefix ?? null;
}

export function hasBackendPrefix(name: string): boolean {
  return prefixOf(name) !== null;
}

/** Removes one backend prefix from a name; a name without one is unchanged. */
export function stripBackendPrefix(name: string): string {
  return name.slice(prefixOf(name)?.length ?? 0);
}

/** Gives the part of a name after its first `/`; the whole name when it has none. */
export function stripAuthor(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/**
 * Lists the names under which backends serve a model, except the model's own name, in the order of
 * `textBackends`.
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
 * Lists every name under which workers or v1 show a model, except the model's own name. For a name with two
 * or more slashes, v1 puts a prefix such as `koboldcpp/` before the part between the first two.
 */
export function derivedNames(name: string): string[] {
  const inV1 = textBackends
    .filter(({ keepsAuthor }) => !keepsAuthor)
    .map(({ prefix }) => prefix + shortName(name));
  return [...new Set([...backendVariants(name), ...inV1])];
}

/**
 * The part of a name between its first slash and its second slash or end; the whole name when it has no
 * slash.
 */
export function shortName(name: string): string {
  const slash = name.indexOf('/');
  if (slash < 0) return name;
  const next = name.indexOf('/', slash + 1);
  return next < 0 ? name.slice(slash + 1) : name.slice(slash + 1, next);
}
