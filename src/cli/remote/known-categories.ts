import type { ModelrefClient } from '#client';
import { CommandFailed } from '../terminal.ts';
import { notFoundCode } from './exit-codes.ts';

/**
 * Asks the registry whether it has these categories: one that it does not know is answered like one without models.
 * @throws CommandFailed that lists those there are; ApiError
 */
export async function checkCategories(client: ModelrefClient, named: readonly string[]): Promise<void> {
  if (named.length === 0) return;
  const known = await client.categories();
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new CommandFailed(
    `There is no category ${unknown.map((name) => `'${name}'`).join(', ')}; there are: ${known.join(', ')}`,
    { exitCode: notFoundCode },
  );
}
