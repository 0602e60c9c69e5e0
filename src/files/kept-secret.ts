import { RegistryError } from '../registry/errors.ts';
import { writeFinished } from './finished-file.ts';
import { readRegularFile } from './read-regular-file.ts';

/** In bytes; what is larger is no secret of ours. */
const largest = 64 * 1024;

/**
 * The text of a file that only its owner can read; made where there is none. Of several processes that find
 * none, one makes it, and all get the same.
 *
 * @throws RegistryError `bad_request` when it can neither be read nor made
 */
export async function keptSecret(path: string, make: () => string): Promise<string> {
  const found = await readRegularFile(path, largest);
  if (found !== null) return found;
  try {
    await writeFinished(path, { replace: false, keep: [], mode: 0o600 }, (file) => file.writeFile(make()));
  } catch (error) {
    const made = await readRegularFile(path, largest);
    if (made !== null) return made;
    throw new RegistryError('bad_request', `${path} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return (await readRegularFile(path, largest)) ?? '';
}
