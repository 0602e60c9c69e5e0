/** A run of `modelref import`. */
export interface ImportRun {
  /** 1, 2, 3 … */
  number: number;
  /** Unix seconds. */
  imported_at: number;
  /** Account and host that ran the command. */
  imported_by: string;
  /** The directories and addresses of the sources, as given on the command line. */
  sources: readonly string[];
  created: number;
  updated: number;
  deleted: number;
  unchanged: number;
  left_out: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    repository_files: { file_name: string; content: string; taken_at: number };
    import_runs: ImportRunRow;
  }
}

/** This module's tables, each with its key columns, for a copy of the whole database. */
export const transferKeys = [
  ['repository_files', ['file_name']],
  ['import_runs', ['number']],
] as const;

/** A run with its `sources` as a JSON text. */
export interface ImportRunRow extends Omit<ImportRun, 'sources'> {
  sources: string;
}
