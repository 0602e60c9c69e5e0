import type { Kysely } from 'kysely';
import type {
  RepositoryFileReader,
  RepositoryFileWriter,
} from '../../services/ports/store/repository-files.ts';
import type { Tables } from '../schema.ts';

/** Contents are kept as base64: a text column of PostgreSQL does not take every character that a file may have. */
export function repositoryFileReader(db: Kysely<Tables>): RepositoryFileReader {
  return {
    get: async (fileName) => {
      const row = await db
        .selectFrom('repository_files')
        .select('content')
        .where('file_name', '=', fileName)
        .executeTakeFirst();
      return row ? Buffer.from(row.content, 'base64').toString('utf8') : null;
    },
  };
}

export function repositoryFileWriter(db: Kysely<Tables>): RepositoryFileWriter {
  return {
    ...repositoryFileReader(db),

    put: async (fileName, text, now) => {
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
