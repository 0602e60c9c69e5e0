import { fromJson, toJson } from '../../store/json-column.ts';
import type { Tx } from '../../store/tx.ts';
import type { ApplyJobRow } from './tables.ts';
import type { ApplyJob } from './tables-jobs.ts';

export function jobStore({ db }: Tx) {
  return {
    get: async (jobId: string): Promise<ApplyJob | null> => {
      const row = await db
        .selectFrom('apply_jobs')
        .selectAll()
        .where('job_id', '=', jobId)
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },

    /** By id (code points), those behind this one, at most `limit`. */
    list: async (after: string, limit: number): Promise<ApplyJob[]> => {
      const rows = await db
        .selectFrom('apply_jobs')
        .selectAll()
        .where('job_id', '>', after)
        .orderBy('job_id')
        .limit(limit)
        .execute();
      return rows.map(toJob);
    },

    put: async (job: ApplyJob): Promise<void> => {
      const row = { ...job, calls: toJson(job.calls) };
      await db
        .insertInto('apply_jobs')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('job_id').doUpdateSet({ calls: row.calls, created_at: row.created_at }),
        )
        .execute();
    },
  };
}

function toJob({ job_id, calls, created_at }: ApplyJobRow): ApplyJob {
  return { job_id, calls: fromJson(calls, `calls of job ${job_id}`), created_at };
}
