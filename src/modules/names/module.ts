import { randomUUID } from 'node:crypto';
import { createGroups } from './groups.ts';

/** Reads the groups of text models into memory. */
export async function openNames(options: Omit<Parameters<typeof createGroups>[0], 'newBatchId'>) {
  const groups = createGroups({ ...options, newBatchId: randomUUID });
  await groups.refresh();
  return { groups };
}
