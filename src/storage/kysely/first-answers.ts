import type { Kysely } from 'kysely';
import type { FirstAnswerReader, FirstAnswerWriter } from '../../services/ports/store/first-answers.ts';
import type { Tables } from '../schema.ts';

export function firstAnswerReader(db: Kysely<Tables>): FirstAnswerReader {
  return {
    get: async (owner, key) =>
      (await db
        .selectFrom('first_answers')
        .selectAll()
        .where('owner', '=', owner)
        .where('key', '=', key)
        .executeTakeFirst()) ?? null,
  };
}

export function firstAnswerWriter(db: Kysely<Tables>): FirstAnswerWriter {
  return {
    ...firstAnswerReader(db),

    add: async (answer) => {
      await db.insertInto('first_answers').values(answer).execute();
    },

    forget: async (before) => {
      await db.deleteFrom('first_answers').where('created_at', '<', before).execute();
    },
  };
}
