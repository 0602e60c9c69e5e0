/** A run of `modelref import`. */
export interface ImportRun {
  /** 1, 2, 3 … */
  number: number;
  /** Unix seconds. */
  imported_at: number;
  /** Account and host that ran the command. */
  imported_by: string;
  /** Directories and addresses, as they were given. */
  sources: readonly string[];
  created: number;
  updated: number;
  deleted: number;
  unchanged: number;
  left_out: number;
}
