import type { Store } from '../../store/store.ts';
import { inboxStore } from './store.ts';

/** Entries that an account keeps; beyond that read ones go first, the oldest first. */
export const mostEntries = 1_000;

/** Removes what accounts have beyond `most` entries. */
export async function trimInboxes(store: Store, most: number = mostEntries): Promise<void> {
  const crowded = await store.read((tx) => inboxStore(tx).crowded(most));
  if (crowded.length === 0) return;
  await store.write(async (tx) => {
    const inbox = inboxStore(tx);
    // Counted again: another instance may have done it meanwhile.
    for (const { user_id, entries } of await inbox.crowded(most)) await inbox.trim(user_id, entries - most);
  });
}
