import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { ImportRun, ImportRunRow } from './tables.ts';

function importRunReads({ db }: Tx) {
  return {
    /** Lists import runs, at most `limit`, the newest first. */
    list: async (limit: number): Promise<ImportRun[]> => {
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

function importRunWrites({ db }: WriteTx) {
  return {
    /** Adds an import run with the next number, and removes all but the newest `kept` runs. */
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

export const importRunStore = storeOver(importRunReads, importRunWrites);

function repositoryFileReads({ db }: Tx) {
  return {
    /** Gives the text of a file as it was last imported; null when it never was. */
    get: async (fileName: string): Promise<string | null> => {
      const row = await db
        .selectFrom('repository_files')
        .select('content')
        .where('file_name', '=', fileName)
        .executeTakeFirst();
      return row ? Buffer.from(row.content, 'base64').toString('utf8') : null;
    },
  };
}

function repositoryFileWrites({ db }: WriteTx) {
  return {
    put: async (fileName: string, text: string, now: number): Promise<void> => {
      const content = Buffer.from(text, 'utf8').toString('base64');
      await db
        .insertInto('repository_files')
        .values({ file_name: fileName, content, taken_at: now })
        .onConflict((conflict) =>
          conflict
            .column('file_name')
            .doUpdateSet({ content, taken_at: now })
            .where('repository_files.content', '<>', content),
        )
        .execute();
    },
  };
}

/**
 * The public repositories' files as last imported. Their texts are stored as base64, because a text column of
 * PostgreSQL does not accept every character.
 */
export const repositoryFileStore = storeOver(repositoryFileReads, repositoryFileWrites);
