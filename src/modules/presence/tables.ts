/** A note that an approver has a change open. */
export interface ChangeViewer {
  change_id: number;
  user_id: string;
  username: string;
  /** The end of the note, in Unix seconds, unless the approver renews it. */
  until: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    change_viewers: ChangeViewer;
  }
}
