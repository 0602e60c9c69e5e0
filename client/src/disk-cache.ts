import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cache } from './cache.ts';

/**
 * Stores copies as files in a directory, which it creates if necessary. Replaces files atomically: a reader
 * finds the old copy or the new one, even after a crash.
 */
export function diskCache(directory: string): Cache {
  const pathOf = (key: string) =>
    join(directory, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    async get(key) {
      try {
        return await readFile(pathOf(key), 'utf8');
      } catch {
        return null;
      }
    },
    async set(key, value) {
      const path = pathOf(key);
      const temporaryPath = `${path}.${randomBytes(6).toString('hex')}`;
      try {
        await mkdir(directory, { recursive: true });
        const file = await open(temporaryPath, 'wx', 0o600);
        try {
          await file.writeFile(value);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporaryPath, path);
      } catch (error) {
        // On a full or read-only disk, only the copy is lost, not the response.
        await rm(temporaryPath, { force: true }).catch(() => {});
        return error as Error;
      }
    },
  };
}
