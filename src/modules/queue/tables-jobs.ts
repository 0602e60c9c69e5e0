/**
 * What one apply call did under a job id, so that the call sent again is answered the same. A job id may serve
 * several calls, each with changes of its own.
 */
export type ApplyCall = {
  /** In the order applied. */
  applied_change_ids: number[];
  /** The batch split that the call caused, if any. */
  split: { original_batch_id: number; new_batch_id: number; reassigned_change_ids: number[] } | null;
};

export interface ApplyJob {
  job_id: string;
  /** Oldest first; each change is in at most one of them. */
  calls: ApplyCall[];
  created_at: number;
}
