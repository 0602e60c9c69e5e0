import { chunks } from '../../store/chunks.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { UsageSample } from './tables.ts';

function reads({ db }: Tx) {
  return {
    /** Lists the latest samples of a model, newest first. */
    listLatest: (category: string, name: string, limit: number): Promise<UsageSample[]> =>
      db
        .selectFrom('usage_samples')
        .selectAll()
        .where('category', '=', category)
        .where('name', '=', name)
        .orderBy('day', 'desc')
        .limit(limit)
        .execute(),

    /** Lists the monthly uses of all models of a category on these days (days since 1970-01-01). */
    listMonthlyUses: (
      category: string,
      days: readonly number[],
    ): Promise<Pick<UsageSample, 'name' | 'day' | 'used_month'>[]> =>
      db
        .selectFrom('usage_samples')
        .select(['name', 'day', 'used_month'])
        .where('category', '=', category)
        .where('day', 'in', days)
        .execute(),

    /**
     * Returns the day of the latest sample up to a day (days since 1970-01-01); null if the category has
     * none.
     */
    findLastDay: async (category: string, maxDay: number): Promise<number | null> => {
      const row = await db
        .selectFrom('usage_samples')
        .select('day')
        .where('category', '=', category)
        .where('day', '<=', maxDay)
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.day ?? null;
    },
  };
}

function writes({ db }: WriteTx) {
  return {
    add: async (samples: readonly UsageSample[]): Promise<void> => {
      for (const chunk of chunks(samples)) await db.insertInto('usage_samples').values(chunk).execute();
    },

    /** Deletes the samples of a category for days before `before` (days since 1970-01-01). */
    removeBefore: async (category: string, before: number): Promise<void> => {
      await db
        .deleteFrom('usage_samples')
        .where('category', '=', category)
        .where('day', '<', before)
        .execute();
    },
  };
}

export const usageSampleStore = storeOver(reads, writes);
