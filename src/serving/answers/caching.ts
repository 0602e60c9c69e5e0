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
 * ask again each time, so that people see their own writes; nearly all these requests get a 304.
 */
export function modelCaching({ httpMaxAgeSeconds }: Pick<Settings, 'httpMaxAgeSeconds'>): string {
  return httpMaxAgeSeconds === 0 ? caching.everyone : `public, max-age=${httpMaxAgeSeconds}`;
}
