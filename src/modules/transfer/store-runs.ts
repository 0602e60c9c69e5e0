import type { Tx } from '../../store/tx.ts';
import type { ImportRun, ImportRunRow } from './tables-runs.ts';

export function importRunStore({ db }: Tx) {
  return {
    /** The newest first. */
    list: async (limit: number): Promise<ImportRun[]> => {
      const rows = await db
        .selectFrom('import_runs')
        .selectAll()
        .orderBy('number', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row, sources: JSON.parse(row.sources) as string[] }));
    },

    /** Under the next number. The newest `kept` runs stay. */
    add: async (run: Omit<ImportRun, 'number'>, kept: number): Promise<void> => {
      const last = await db
        .selectFrom('import_runs')
        .select('number')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      const number = (last?.number ?? 0) + 1;
      const row: ImportRunRow = { number, ...run, sources: JSON.stringify(run.sources) };
      await db.insertInto('import_runs').values(row).execute();
      await db
        .deleteFrom('import_runs')
        .where('number', '<=', number - kept)
        .execute();
    },
  };
}
