import type { Migration } from './migration.ts';

/** Who wants a repository to be synced before its time: deliveries of its host, and people. */
export const bridgeRequests: Migration = {
  number: 20,
  name: 'bridge_requests',
  statements: ({ int, text, table }) => [
    `CREATE TABLE bridge_requests (
      id ${text} NOT NULL,
      repository ${text} NOT NULL,
      reason ${text} NOT NULL,
      requested_at ${int} NOT NULL,
      taken_at ${int},
      PRIMARY KEY (id, repository)
    )${table}`,
    `CREATE INDEX bridge_requests_waiting ON bridge_requests (requested_at) WHERE taken_at IS NULL`,
  ],
};
