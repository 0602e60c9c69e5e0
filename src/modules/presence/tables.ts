/** That an approver has a change open. */
export interface ChangeViewer {
  change_id: number;
  user_id: string;
  username: string;
  /** Unix seconds: forgotten then, unless they say it again. */
  until: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    change_viewers: ChangeViewer;
  }
}
