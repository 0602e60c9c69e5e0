declare module '../../store/tables.ts' {
  interface Tables {
    repository_files: { file_name: string; content: string; taken_at: number };
  }
}

/** The tables of this module that are included in a copy of the database, each with its key columns. */
export const transferKeys = [['repository_files', ['file_name']]] as const;
