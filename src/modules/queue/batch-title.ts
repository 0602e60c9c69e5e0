import { RegistryError } from '../../kernel/errors.ts';
import { storableText } from '../../records/unstorable.ts';

/**
 * Gives a batch's title as it is stored.
 * @throws RegistryError `bad_request` for a blank title
 */
export function normalisedTitle(given: string): string {
  const title = storableText(given).trim();
  if (title === '') throw new RegistryError('bad_request', 'batch_title must not be blank.');
  return title;
}
