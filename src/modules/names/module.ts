import type { QueueServices } from '../queue/index.ts';
import { createGroups, type Groups } from './groups.ts';

/** The services that the endpoints of names and groups use. */
export interface NamesServices {
  readonly groups: Groups;
  readonly changeReview: Pick<QueueServices['changeReview'], 'dryRunAll'>;
}

/**
 * Opens the services for names and groups of text models. Resolves once aliases, families and naming schemas
 * are in memory.
 */
export async function openNames(options: Parameters<typeof createGroups>[0]) {
  const groups = createGroups(options);
  await groups.refresh();
  return { groups };
}
