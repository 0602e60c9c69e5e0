type Value = string | number | boolean | null | undefined;

/**
 * Fills in a path's parameters, and adds its query. Lists become repeated parameters; null and undefined are
 * omitted.
 */
export function pathWith(path: string, values?: object, query?: object): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((values as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, given] of Object.entries(query ?? {}) as [string, Value | readonly Value[]][]) {
    for (const value of Array.isArray(given) ? given : [given]) {
      if (value !== undefined && value !== null) search.append(name, String(value));
    }
  }
  return search.size > 0 ? `${filledPath}?${search}` : filledPath;
}
