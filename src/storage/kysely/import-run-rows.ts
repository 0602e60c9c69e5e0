import type { Kysely } from 'kysely';
import type { ImportRunReader, ImportRunWriter } from '../../services/ports/store/import-runs.ts';
import type { ImportRunRow, Tables } from '../schema.ts';

export function importRunReader(db: Kysely<Tables>): ImportRunReader {
  return {
    list: async (limit) => {
      const rows = await db
        .selectFrom('import_runs')
        .selectAll()
        .orderBy('number', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row, sources: JSON.parse(row.sources) as string[] }));
    },
  };
}

export function importRunWriter(db: Kysely<Tables>): ImportRunWriter {
  return {
    ...importRunReader(db),

    add: async (run, kept) => {
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
