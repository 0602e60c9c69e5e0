declare module '../../store/tables.ts' {
  interface Tables {
    made_drafts: MadeDraftRow;
  }
}

/** The tables that copies of a whole database take over, with their keys. */
export const draftsKeys = [['made_drafts', ['owner', 'place']]] as const;

/** What the last draft of a file or page has noted that an account has asked for. */
export interface MadeDraftRow {
  owner: string;
  /** Where the model is: the address of its first file, else its page. */
  place: string;
  /** Unix seconds. */
  made_at: number;
  /** A JSON text. */
  notes: string;
}
