import type { Kysely } from 'kysely';
import type { ApplyJob, JobReader, JobWriter } from '../../services/ports/store/apply-jobs.ts';
import type { ApplyJobRow, Tables } from '../schema.ts';
import { afterFlush, Deferred } from './deferred.ts';
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

/** Calls of jobs that a transaction notes, with one statement for all jobs. */
export function deferredJobs(db: Kysely<Tables>): Deferred<ApplyJob> {
  return new Deferred(async (jobs) => {
    const latest = new Map(jobs.map((job) => [job.job_id, job]));
    await db
      .insertInto('apply_jobs')
      .values([...latest.values()].map((job) => ({ ...job, calls: toJson(job.calls) })))
      .onConflict((conflict) =>
        conflict.column('job_id').doUpdateSet((row) => ({
          calls: row.ref('excluded.calls'),
          created_at: row.ref('excluded.created_at'),
        })),
      )
      .execute();
  });
}

export function jobWriter(db: Kysely<Tables>, jobs: Deferred<ApplyJob>): JobWriter {
  return {
    ...afterFlush(jobs, jobReader(db)),
    put: async (job) => jobs.add(job),
  };
}
