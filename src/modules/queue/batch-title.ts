import { RegistryError } from '../../kernel/errors.ts';
import { storableText } from '../../records/unstorable.ts';

/**
 * Returns a batch title as it is stored: trimmed, and without characters that PostgreSQL cannot hold.
 * @throws RegistryError `bad_request` for a blank title
 */
export function normalisedTitle(given: string): string {
  const title = storableText(given).trim();
  if (title === '') throw new RegistryError('bad_request', 'batch_title must not be blank.');
  return title;
}
