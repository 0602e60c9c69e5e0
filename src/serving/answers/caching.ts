import type { Settings } from '../../settings/settings.ts';

/**
 * Values of `Cache-Control`, by who may store the response. A cache must revalidate its copy with the ETag
 * before each use.
 */
export const caching = {
  everyone: 'public, no-cache',
  theCaller: 'private, no-cache',
  nobody: 'no-store',
} as const;

/**
 * Returns the `Cache-Control` of responses with model data. With `httpMaxAgeSeconds` 0, the default, clients
 * revalidate each time, so that users see their own writes; nearly all these requests get a 304. With
 * `httpStaleSeconds`, caches may send a stale copy while the service does not respond.
 */
export function createModelCaching({
  httpMaxAgeSeconds: maxAge,
  httpStaleSeconds: stale,
}: Pick<Settings, 'httpMaxAgeSeconds' | 'httpStaleSeconds'>): string {
  if (stale > 0) {
    const revalidateSeconds = Math.min(stale, maxRevalidateSeconds);
    return `public, max-age=${maxAge}, stale-while-revalidate=${revalidateSeconds}, stale-if-error=${stale}`;
  }
  return maxAge === 0 ? caching.everyone : `public, max-age=${maxAge}`;
}

/** Maximum time, in seconds, that a cache may send a stale copy while it revalidates. */
const maxRevalidateSeconds = 60;
