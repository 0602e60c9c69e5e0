import type { Settings } from '../../settings/settings.ts';

/** `Cache-Control` by who may keep an answer. A cache revalidates it by its ETag before it uses it again. */
export const caching = {
  everyone: 'public, no-cache',
  theCaller: 'private, no-cache',
  nobody: 'no-store',
} as const;

/**
 * Gives `Cache-Control` of reads from the models. Unless the setting says otherwise clients ask again each
 * time, so that people see their own writes; nearly always the answer is 304.
 */
export function modelCaching({ httpMaxAgeSeconds }: Pick<Settings, 'httpMaxAgeSeconds'>): string {
  return httpMaxAgeSeconds === 0 ? caching.everyone : `public, max-age=${httpMaxAgeSeconds}`;
}
