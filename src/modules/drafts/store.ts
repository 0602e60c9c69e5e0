import { storeOver } from '../../store/tx.ts';
import type { MadeDraftRow } from './tables.ts';

/** Seconds for which the notes of a draft are stored. */
const retentionSeconds = 14 * 86_400;
/** Largest number of places with notes per account; the oldest are deleted first. */
const maxStoredPlacesPerAccount = 200;

/** Stores the notes of drafts by account and place. A place is the URL of a file or page. */
export const draftStore = storeOver(
  ({ db }) => ({
    /** Returns the notes of the account's latest draft for one of these places; null when there is none. */
    getLatest: async (owner: string, places: readonly string[]): Promise<string | null> => {
      if (places.length === 0) return null;
      const row = await db
        .selectFrom('made_drafts')
        .select('notes')
        .where('owner', '=', owner)
        .where('place', 'in', places.slice(0, maxStoredPlacesPerAccount))
        .orderBy('made_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.notes ?? null;
    },
  }),
  ({ db }) => ({
    /**
     * Stores the notes of a draft, replacing earlier notes for the same place. Deletes notes older than
     * `retentionSeconds`, and the account's oldest notes beyond `maxStoredPlacesPerAccount`.
     */
    put: async (row: MadeDraftRow): Promise<void> => {
      const { owner, made_at, notes } = row;
      await db
        .insertInto('made_drafts')
        .values(row)
        .onConflict((conflict) => conflict.columns(['owner', 'place']).doUpdateSet({ made_at, notes }))
        .execute();
      await db
        .deleteFrom('made_drafts')
        .where('made_at', '<', made_at - retentionSeconds)
        .execute();
      const newestSurplus = await db
        .selectFrom('made_drafts')
        .select('made_at')
        .where('owner', '=', owner)
        .orderBy('made_at', 'desc')
        .offset(maxStoredPlacesPerAccount)
        .limit(1)
        .executeTakeFirst();
      if (!newestSurplus) return;
      await db
        .deleteFrom('made_drafts')
        .where('owner', '=', owner)
        .where('made_at', '<=', newestSurplus.made_at)
        .execute();
    },
  }),
);
