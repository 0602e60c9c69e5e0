import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import './tables.ts';

function createReads({ db }: Tx) {
  return {
    /** Returns the text of a file as last imported; null if it was never imported. */
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

function createWrites({ db }: WriteTx) {
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
export const repositoryFileStore = storeOver(createReads, createWrites);
