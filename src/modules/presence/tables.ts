/** A note that an approver has a change open. */
export interface ChangeViewer {
  change_id: number;
  user_id: string;
  username: string;
  /** The end of the note, in Unix seconds. The approver can renew the note. */
  until: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    change_viewers: ChangeViewer;
  }
}
