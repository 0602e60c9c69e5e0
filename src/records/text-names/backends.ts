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
export function readBackendPrefix(name: string): (typeof textBackends)[number]['prefix'] | null {
  return textBackends.find(({ prefix }) => name.startsWith(prefix))?.prefix ?? null;
}

export function hasBackendPrefix(name: string): boolean {
  return readBackendPrefix(name) !== null;
}

export function stripBackendPrefix(name: string): string {
  return name.slice(readBackendPrefix(name)?.length ?? 0);
}

/** Returns the part of a name after its first `/`, or the whole name if it has no `/`. */
export function stripAuthor(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/**
 * Returns the prefixed names that the backends' workers advertise for a model, in the order of
 * `textBackends`, without the model's own name.
 *
 * @example createBackendNames('a/b') // ['aphrodite/a/b', 'koboldcpp/b']
 */
export function createBackendNames(name: string): string[] {
  const variants = textBackends.map(
    ({ prefix, keepsAuthor }) => prefix + (keepsAuthor ? name : stripAuthor(name)),
  );
  return [...new Set(variants)].filter((variant) => variant !== name);
}

/**
 * Returns the prefixed names of a model in v1. A name without the author contains the `shortName` of the
 * model. If the model's name has two or more slashes, this differs from the name that workers advertise.
 */
export function listV1BackendNames(name: string): string[] {
  return textBackends.map(({ prefix, keepsAuthor }) => prefix + (keepsAuthor ? name : shortName(name)));
}

/** Returns every prefixed name of a model, from workers and from v1. */
export function listDerivedNames(name: string): string[] {
  return [...new Set([...createBackendNames(name), ...listV1BackendNames(name)])];
}

/**
 * Returns the part of a name between its first and second slash; without a second slash, everything after the
 * first; without any slash, the whole name.
 */
export function shortName(name: string): string {
  const firstSlash = name.indexOf('/');
  if (firstSlash < 0) return name;
  const secondSlash = name.indexOf('/', firstSlash + 1);
  return secondSlash < 0 ? name.slice(firstSlash + 1) : name.slice(firstSlash + 1, secondSlash);
}
