/** One approver who has one change open. */
export interface ChangeViewer {
  change_id: number;
  user_id: string;
  username: string;
  /** Unix seconds at which this row expires. A new report of the approver sets a later time. */
  until: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    change_viewers: ChangeViewer;
  }
}
