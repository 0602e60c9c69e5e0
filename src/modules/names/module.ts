import { createGroups } from './groups.ts';

/**
 * Opens the services for names and groups of text models. Resolves once aliases, families and naming schemas
 * are in memory.
 */
export async function openNames(options: Parameters<typeof createGroups>[0]) {
  const groups = createGroups(options);
  await groups.refresh();
  return { groups };
}
