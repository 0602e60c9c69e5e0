import type { Kysely } from 'kysely';
import { foldName } from '../../records/model-name.ts';
import type { Tables } from '../tables.ts';
import type { Migration } from './migration.ts';

/** How many changes are read at a time. */
const pageSize = 1000;

/** Names of changes are folded otherwise than before: `ß` as `ss`, however letters with marks are encoded. */
export const foldedNames: Migration = {
  number: 5,
  name: 'folded-names',
  statements: () => [],
  rewrite: async (db: Kysely<Tables>) => {
    for (let after = 0; ; ) {
      const page = await db
        .selectFrom('pending_changes')
        .select(['change_id', 'model_name', 'model_name_folded'])
        .where('change_id', '>', after)
        .orderBy('change_id')
        .limit(pageSize)
        .execute();
      for (const { change_id, model_name, model_name_folded } of page) {
        const folded = foldName(model_name);
        if (folded === model_name_folded) continue;
        const change = db.updateTable('pending_changes').where('change_id', '=', change_id);
        await change.set({ model_name_folded: folded }).execute();
      }
      const last = page.at(-1);
      if (!last) return;
      after = last.change_id;
    }
  },
};
