declare module '../../store/tables.ts' {
  interface Tables {
    made_drafts: MadeDraftRow;
  }
}

/** The tables that are copied with a database, each with the columns of its primary key. */
export const draftsKeys = [['made_drafts', ['owner', 'place']]] as const;

/** The notes of an account's last draft of a file or page. */
export interface MadeDraftRow {
  owner: string;
  /** The address of the model's first file, else of its page. */
  place: string;
  /** Unix seconds. */
  made_at: number;
  /** The notes as JSON text. */
  notes: string;
}
