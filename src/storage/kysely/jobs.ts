import type { Kysely } from 'kysely';
import type { JobReader, JobWriter } from '../../services/ports/store.ts';
import type { Tables } from '../schema.ts';
import { fromJson, toJson } from './json-column.ts';

export function jobReader(db: Kysely<Tables>): JobReader {
  return {
    get: async (jobId) => {
      const row = await db
        .selectFrom('apply_jobs')
        .selectAll()
        .where('job_id', '=', jobId)
        .executeTakeFirst();
      if (!row) return null;
      return {
        job_id: row.job_id,
        calls: fromJson(row.calls, `calls of job ${jobId}`),
        created_at: row.created_at,
      };
    },
  };
}

export function jobWriter(db: Kysely<Tables>): JobWriter {
  return {
    ...jobReader(db),
    put: async (job) => {
      const columns = {
        calls: toJson(job.calls),
        created_at: job.created_at,
      };
      await db
        .insertInto('apply_jobs')
        .values({ job_id: job.job_id, ...columns })
        .onConflict((conflict) => conflict.column('job_id').doUpdateSet(columns))
        .execute();
    },
  };
}
