import type { Settings } from '../../settings/settings.ts';

/**
 * Values of `Cache-Control`, by who may keep a copy of the answer. A cache has to ask again with the ETag
 * before it uses its copy.
 */
export const caching = {
  everyone: 'public, no-cache',
  theCaller: 'private, no-cache',
  nobody: 'no-store',
} as const;

/**
 * Gives the `Cache-Control` of answers made from the models. By default clients revalidate each time, so that
 * people see their own writes; nearly all these requests get a 304.
 */
export function modelCaching({ httpMaxAgeSeconds }: Pick<Settings, 'httpMaxAgeSeconds'>): string {
  return httpMaxAgeSeconds === 0 ? caching.everyone : `public, max-age=${httpMaxAgeSeconds}`;
}
