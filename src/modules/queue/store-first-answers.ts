import type { Tx } from '../../store/tx.ts';
import type { FirstAnswer } from './tables-first-answers.ts';

export function firstAnswerStore({ db }: Tx) {
  return {
    get: async (owner: string, key: string): Promise<FirstAnswer | null> =>
      (await db
        .selectFrom('first_answers')
        .selectAll()
        .where('owner', '=', owner)
        .where('key', '=', key)
        .executeTakeFirst()) ?? null,

    add: async (answer: FirstAnswer): Promise<void> => {
      await db.insertInto('first_answers').values(answer).execute();
    },

    /** Removes those from before this time. */
    forget: async (before: number): Promise<void> => {
      await db.deleteFrom('first_answers').where('created_at', '<', before).execute();
    },
  };
}
