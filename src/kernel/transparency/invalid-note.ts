import { RegistryError } from '../errors.ts';

/** A note, a checkpoint or a proof that is not what it should be. */
export function invalidNote(text: string): RegistryError {
  return new RegistryError('bad_request', text);
}
