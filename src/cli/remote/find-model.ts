import type { ModelrefClient } from '#client';
import { CommandFailed } from '../terminal.ts';
import { notFoundCode } from './exit-codes.ts';

/**
 * The model of a name; in which category, the registry is asked where nobody says.
 * @throws CommandFailed when there is none, or several categories have one
 */
export async function findModel(client: ModelrefClient, name: string, category: string | undefined) {
  const categories = category === undefined ? await categoriesWith(client, name) : [category];
  if (categories.length > 1) {
    throw new CommandFailed(`'${name}' is in ${categories.join(' and ')}: say which with --category.`);
  }
  const copy = categories[0] === undefined ? null : await client.model(categories[0], name);
  if (copy) return { category: categories[0] as string, name, copy };
  const where = category === undefined ? 'in any category' : `in ${category}`;
  throw new CommandFailed(`There is no model '${name}' ${where}.`, { exitCode: notFoundCode });
}

async function categoriesWith(client: ModelrefClient, name: string): Promise<string[]> {
  const found = new Set<string>();
  for await (const record of client.search({ name_contains: name.slice(0, 200) })) {
    if (record.name === name) found.add(record.record_type);
  }
  return [...found];
}

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
