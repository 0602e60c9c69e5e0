/** Settings that this service had once, after our prefix, and what is to be used instead of them. */
export const gone: ReadonlyMap<string, string> = new Map([
  [
    'WORKERS',
    'a service is one process. To use more cores, run several instances on one PostgreSQL database, or replicas, behind a proxy',
  ],
  ['WORKER_SILENCE_SECONDS', 'a service is one process, which has no workers'],
]);

/**
 * Variables of the existing service, after the prefix, that have no effect here; a name ending in `*` stands
 * for all that start so.
 */
export const withoutMeaning: readonly { name: string; reason: string }[] = [
  { name: 'OFFLINE', reason: 'the registry reads nothing but its database' },
  { name: 'MAKE_FOLDERS', reason: 'the folder of the database is created when it is missing' },
  { name: 'GITHUB_SEED_ENABLED', reason: 'data is brought in by `modelref import --from github`' },
  { name: 'LEGACY_DOWNLOAD_RETRY_*', reason: 'belongs to seeding from GitHub' },
  { name: 'REDIS__*', reason: 'instances share the database and nothing else' },
  { name: 'ENABLE_STATISTICS_PRECOMPUTE', reason: 'it never had an effect' },
  { name: 'CACHE_HYDRATION_*', reason: 'caches are dropped by the change that outdates them' },
  { name: 'AUDIT__MAX_SEGMENT_BYTES', reason: 'audit events are rows of the database' },
  { name: 'AUDIT__RELATIVE_SUBDIR', reason: 'audit events are rows of the database' },
  { name: 'AUDIT__ROOT_PATH_OVERRIDE', reason: 'audit events are rows of the database' },
  { name: 'PENDING_QUEUE__RELATIVE_SUBDIR', reason: 'the queue is kept in the database' },
  { name: 'PENDING_QUEUE__ROOT_PATH_OVERRIDE', reason: 'the queue is kept in the database' },
  { name: 'PENDING_QUEUE__MAX_SEGMENT_BYTES', reason: 'the queue is kept in the database' },
  { name: 'R2__*', reason: 'belongs to a download mirror, not to the registry' },
];
