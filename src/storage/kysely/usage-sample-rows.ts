import type { Kysely } from 'kysely';
import type { UsageSampleReader, UsageSampleWriter } from '../../services/ports/store/usage-samples.ts';
import type { Tables } from '../schema.ts';
import { chunks } from './chunks.ts';

export function usageSampleReader(db: Kysely<Tables>): UsageSampleReader {
  return {
    of: (category, name, limit) =>
      db
        .selectFrom('usage_samples')
        .selectAll()
        .where('category', '=', category)
        .where('name', '=', name)
        .orderBy('day', 'desc')
        .limit(limit)
        .execute(),

    lastDay: async (category) => {
      const row = await db
        .selectFrom('usage_samples')
        .select('day')
        .where('category', '=', category)
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.day ?? null;
    },
  };
}

export function usageSampleWriter(db: Kysely<Tables>): UsageSampleWriter {
  return {
    ...usageSampleReader(db),

    add: async (samples) => {
      for (const some of chunks(samples)) await db.insertInto('usage_samples').values(some).execute();
    },

    forget: async (category, before) => {
      await db
        .deleteFrom('usage_samples')
        .where('category', '=', category)
        .where('day', '<', before)
        .execute();
    },
  };
}
