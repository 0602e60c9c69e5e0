import type { Kysely } from 'kysely';
import type { ApplyJob, JobReader, JobWriter } from '../../services/ports/store/apply-jobs.ts';
import type { ApplyJobRow, Tables } from '../schema.ts';
import { fromJson, toJson } from './json-column.ts';

export function jobReader(db: Kysely<Tables>): JobReader {
  return {
    get: async (jobId) => {
      const row = await db
        .selectFrom('apply_jobs')
        .selectAll()
        .where('job_id', '=', jobId)
        .executeTakeFirst();
      return row ? toJob(row) : null;
    },

    list: async (after, limit) => {
      const rows = await db
        .selectFrom('apply_jobs')
        .selectAll()
        .where('job_id', '>', after)
        .orderBy('job_id')
        .limit(limit)
        .execute();
      return rows.map(toJob);
    },
  };
}

function toJob({ job_id, calls, created_at }: ApplyJobRow): ApplyJob {
  return { job_id, calls: fromJson(calls, `calls of job ${job_id}`), created_at };
}

export function jobWriter(db: Kysely<Tables>): JobWriter {
  return {
    ...jobReader(db),

    put: async (job) => {
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
