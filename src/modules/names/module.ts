import { randomUUID } from 'node:crypto';
import { createGroups } from './groups.ts';

/**
 * Opens the services for names and groups of text models. Resolves once aliases, families and naming schemas
 * are in memory.
 */
export async function openNames(options: Omit<Parameters<typeof createGroups>[0], 'newBatchId'>) {
  const groups = createGroups({ ...options, newBatchId: randomUUID });
  await groups.refresh();
  return { groups };
}
