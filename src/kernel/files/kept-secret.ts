import { RegistryError } from '../errors.ts';
import { writeFinished } from './finished-file.ts';
import { readRegularFile } from './read-regular-file.ts';

/** In bytes; what is larger is no secret of ours. */
const largest = 64 * 1024;

/**
 * The text of a secret's file; null where there is none.
 * @throws RegistryError `bad_request` when it cannot be read
 */
export function readSecret(path: string): Promise<string | null> {
  return readRegularFile(path, largest);
}

/**
 * The text of a file that only its owner can read; made where there is none. Of several processes that find
 * none, one makes it, and all get the same.
 *
 * @throws RegistryError `bad_request` when it can neither be read nor made
 */
export async function keptSecret(path: string, make: () => string): Promise<string> {
  const found = await readSecret(path);
  if (found !== null) return found;
  let problem: unknown;
  try {
    await writeFinished(path, { replace: false, keep: [], mode: 0o600 }, (file) => file.writeFile(make()));
  } catch (error) {
    problem = error;
  }
  // Another process may have been faster.
  const made = await readSecret(path);
  if (made !== null) return made;
  const why = problem instanceof Error ? problem.message : 'it was removed again';
  throw new RegistryError('bad_request', `${path} cannot be made: ${why}`, { cause: problem });
}
