import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RegistryError } from '../kernel/errors.ts';
import { readRegularFile } from '../kernel/files/read-regular-file.ts';
import { maxReferenceFileBytes, type ReferenceSource } from '../outside/reference-url.ts';

/**
 * Opens a directory as a source of model reference files.
 * @throws RegistryError `bad_request` when there is no such directory
 */
export async function openReferenceDirectory(directory: string): Promise<ReferenceSource> {
  const stats = await stat(directory).catch(() => null);
  if (!stats?.isDirectory()) {
    throw new RegistryError('bad_request', `'${directory}' is not a directory; give one, or an http(s) URL.`);
  }
  const label = (path: string) => join(directory, path);
  return {
    label,
    read: (path) => readRegularFile(label(path), maxReferenceFileBytes),
  };
}
