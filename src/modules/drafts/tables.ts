declare module '../../store/tables.ts' {
  interface Tables {
    made_drafts: MadeDraftRow;
  }
}

/** The tables to copy with a database, each with its primary key columns. */
export const draftsKeys = [['made_drafts', ['owner', 'place']]] as const;

/** The notes of an account's latest draft of a file or page. */
export interface MadeDraftRow {
  owner: string;
  /** The URL of the model's first file, else of its page. */
  place: string;
  /** Unix seconds. */
  made_at: number;
  /** The notes as JSON text. */
  notes: string;
}
