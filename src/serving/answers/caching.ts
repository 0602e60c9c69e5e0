import type { Settings } from '../../settings/settings.ts';

/**
 * Values of `Cache-Control`, by who may keep a copy of the answer. Before a cache uses its copy, it has to
 * ask again with the ETag.
 */
export const caching = {
  everyone: 'public, no-cache',
  theCaller: 'private, no-cache',
  nobody: 'no-store',
} as const;

/**
 * Returns the `Cache-Control` of answers made from the models. With `httpMaxAgeSeconds` 0, the default, clients
 * ask again each time, so that people see their own writes; nearly all these requests get a 304. With
 * `httpStaleSeconds`, caches may send their copy while the service does not answer.
 */
export function modelCaching({
  httpMaxAgeSeconds: maxAge,
  httpStaleSeconds: stale,
}: Pick<Settings, 'httpMaxAgeSeconds' | 'httpStaleSeconds'>): string {
  if (stale > 0) {
    const whileAsking = Math.min(stale, mostWhileAsking);
    return `public, max-age=${maxAge}, stale-while-revalidate=${whileAsking}, stale-if-error=${stale}`;
  }
  return maxAge === 0 ? caching.everyone : `public, max-age=${maxAge}`;
}

/** Longest time, in seconds, that a cache may send an old copy while the service answers. */
const mostWhileAsking = 60;
