declare module '../../store/tables.ts' {
  interface Tables {
    repository_files: { file_name: string; content: string; taken_at: number };
  }
}

/** This module's tables, each with its key columns, for a copy of the whole database. */
export const transferKeys = [['repository_files', ['file_name']]] as const;
