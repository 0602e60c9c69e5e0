import type { Kysely } from 'kysely';
import type { JsonObject } from '../../kernel/json.ts';
import { formatCanonicalJson } from '../../kernel/same-json.ts';
import { contentHash } from '../../records/hash.ts';
import { foldName } from '../../records/model-name.ts';
import type { Tables } from '../tables.ts';
import type { Migration } from './migration.ts';

export const migrations2To14: readonly Migration[] = [
  /**
   * Adds an index of the events about models, by id. Without it, reading a page of the change feed would scan
   * thousands of queue events.
   */
  {
    number: 2,
    name: 'model-events',
    statements: () => [
      "CREATE INDEX audit_events_of_models ON audit_events (event_id) WHERE category <> 'pending_queue'",
    ],
  },
  /**
   * Adds the table of webhook deliveries: one row per event and target, written in the transaction of the
   * event. It is both the outbox and the log. The event itself is read from the audit trail when it is sent.
   */
  {
    number: 3,
    name: 'webhook-deliveries',
    statements: ({ int, text, table }) => [
      `CREATE TABLE webhook_deliveries (
      event_id ${int} NOT NULL REFERENCES audit_events (event_id),
      target ${text} NOT NULL,
      state ${text} NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
      attempts ${int} NOT NULL,
      next_attempt_at ${int} NOT NULL,
      last_status ${int},
      last_error ${text},
      created_at ${int} NOT NULL,
      updated_at ${int} NOT NULL,
      PRIMARY KEY (event_id, target)
    )${table}`,
      "CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (next_attempt_at, event_id) WHERE state = 'waiting'",
      'CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (state, event_id)',
    ],
  },
  /**
   * Adds the tables of a replica: `replica_state` contains the source and the position in its feed;
   * `replica_etags` the ETags of the copied categories. At a primary they are empty.
   */
  {
    number: 4,
    name: 'replica',
    statements: ({ int, text, table }) => [
      `CREATE TABLE replica_state (
      id ${int} NOT NULL PRIMARY KEY CHECK (id = 1),
      source ${text} NOT NULL,
      kind ${text} NOT NULL CHECK (kind IN ('feed', 'polled', 'files')),
      cursor ${text},
      as_of ${int} NOT NULL,
      CHECK ((kind = 'feed') = (cursor IS NOT NULL))
    )${table}`,
      `CREATE TABLE replica_etags (
      category ${text} NOT NULL,
      format ${text} NOT NULL CHECK (format IN ('v2', 'legacy')),
      etag ${text} NOT NULL,
      PRIMARY KEY (category, format)
    )${table}`,
    ],
  },
  /**
   * Recomputes the folded model names of all changes: `ß` now becomes `ss`, and different encodings of one
   * accented letter become equal.
   */
  {
    number: 5,
    name: 'folded-names',
    statements: () => [],
    rewrite: (db) =>
      rewriteChanges(
        db,
        (after: number) =>
          db
            .selectFrom('pending_changes')
            .select(['change_id', 'model_name', 'model_name_folded'])
            .where('change_id', '>', after)
            .orderBy('change_id')
            .limit(1000)
            .execute(),
        ({ model_name, model_name_folded }) => {
          const foldedName = foldName(model_name);
          return foldedName === model_name_folded ? null : { model_name_folded: foldedName };
        },
      ),
  },
  /**
   * Adds an index of the pending webhook deliveries of each target, in the order of events. Each target has
   * its own worker, which reads only its deliveries.
   */
  {
    number: 6,
    name: 'webhook-lanes',
    statements: () => [
      "CREATE INDEX webhook_deliveries_of_target ON webhook_deliveries (target, event_id) WHERE state = 'waiting'",
    ],
  },
  /**
   * Adds the table of audit checkpoints: signed statements about the first events of the trail.
   */
  {
    number: 7,
    name: 'audit-checkpoints',
    statements: ({ int, text, table, appendOnly }) => [
      `CREATE TABLE audit_checkpoints (
      size ${int} NOT NULL PRIMARY KEY CHECK (size > 0),
      subtree_roots ${text} NOT NULL,
      note ${text} NOT NULL,
      created_at ${int} NOT NULL
    )${table}`,
      ...appendOnly('audit_checkpoints'),
    ],
  },
  /**
   * Adds the table of idempotent responses: the response to each write with an `Idempotency-Key`, stored in
   * the transaction of the write. A retry gets the stored response.
   */
  {
    number: 8,
    name: 'first-answers',
    statements: ({ int, text, table }) => [
      `CREATE TABLE first_answers (
      owner ${text} NOT NULL,
      key ${text} NOT NULL,
      fingerprint ${text} NOT NULL,
      answer ${text} NOT NULL,
      created_at ${int} NOT NULL,
      PRIMARY KEY (owner, key)
    )${table}`,
      'CREATE INDEX first_answers_by_age ON first_answers (created_at)',
    ],
  },
  /**
   * Adds the size of each change's body, and the hash of its payload, to the change, so that lists of changes
   * need not read the bodies.
   */
  {
    number: 9,
    name: 'body-facts',
    statements: ({ int, text }) => [
      `ALTER TABLE pending_changes ADD COLUMN body_bytes ${int} NOT NULL DEFAULT 0`,
      `ALTER TABLE pending_changes ADD COLUMN payload_hash ${text} NOT NULL DEFAULT ''`,
      `CREATE INDEX pending_changes_waiting ON pending_changes (requested_by, body_bytes)
      WHERE status IN ('pending', 'approved')`,
    ],
    // In small pages, because a body can take a megabyte.
    rewrite: (db) =>
      rewriteChanges(
        db,
        (after: number) =>
          db
            .selectFrom('pending_change_bodies')
            .select(['change_id', 'payload', 'notes', 'request_metadata', 'related_models'])
            .where('change_id', '>', after)
            .orderBy('change_id')
            .limit(20)
            .execute(),
        bodyFacts,
      ),
  },
  /**
   * Adds to `audit_head` the number of unrecorded events after the last recorded one, and the times of the
   * first and the last of these unrecorded events.
   */
  {
    number: 10,
    name: 'unrecorded-events',
    statements: ({ int }) => [
      `ALTER TABLE audit_head ADD COLUMN unrecorded ${int} NOT NULL DEFAULT 0`,
      `ALTER TABLE audit_head ADD COLUMN unrecorded_since ${int}`,
      `ALTER TABLE audit_head ADD COLUMN unrecorded_until ${int}`,
    ],
  },
  /**
   * Adds the table of leases. A lease names the instance that does a job which only one instance may do at a
   * time. Rows of expired leases are not deleted.
   */
  {
    number: 11,
    name: 'leases',
    statements: ({ int, text, table }) => [
      `CREATE TABLE leases (
      name ${text} NOT NULL PRIMARY KEY,
      holder ${text} NOT NULL,
      token ${int} NOT NULL CHECK (token > 0),
      expires_at_ms ${int} NOT NULL
    )${table}`,
    ],
  },
  /** Adds the table of the public repositories' files, byte for byte as last imported. */
  {
    number: 12,
    name: 'repository-files',
    statements: ({ int, text, table }) => [
      `CREATE TABLE repository_files (
      file_name ${text} NOT NULL PRIMARY KEY,
      content ${text} NOT NULL,
      taken_at ${int} NOT NULL
    )${table}`,
    ],
  },
  /**
   * Adds a table with each model's last write or deletion, as a version of its category. A process with an
   * older version in memory reads only the models with higher versions. The table is filled by triggers, so
   * that it includes the writes of older instances, which do not know the table.
   */
  {
    number: 13,
    name: 'model-changes',
    statements: ({ int, text, table, afterEachRow }) => [
      `CREATE TABLE model_changes (
      category ${text} NOT NULL,
      name ${text} NOT NULL,
      version ${int} NOT NULL,
      PRIMARY KEY (category, name)
    )${table}`,
      'CREATE INDEX model_changes_by_version ON model_changes (category, version, name)',
      // The version is incremented after the row is written, in the same transaction.
      ...afterEachRow(
        'models',
        'note_change',
        (row) => `INSERT INTO model_changes (category, name, version)
        VALUES (${row}.category, ${row}.name,
          1 + coalesce((SELECT version FROM category_versions WHERE category = ${row}.category), 0))
        ON CONFLICT (category, name) DO UPDATE SET version = excluded.version;`,
      ),
    ],
  },
  /**
   * Adds to each change the number of its version, and the approver who requested a new version. The approver
   * is null again after a new version or an approval. The discussion of a change is in the audit trail.
   */
  {
    number: 14,
    name: 'conversation',
    statements: ({ int, text }) => [
      `ALTER TABLE pending_changes ADD COLUMN version ${int} NOT NULL DEFAULT 1`,
      `ALTER TABLE pending_changes ADD COLUMN changes_requested_by ${text}`,
    ],
  },
];

/**
 * Sets columns of the changes in the queue, page by page.
 *
 * @param pageAfter returns the rows after a change's id, in order of id; an empty page ends the work
 * @param columnsOf returns the columns to set in the row's change; null leaves the change unchanged
 */
async function rewriteChanges<Row extends { readonly change_id: number }>(
  db: Kysely<Tables>,
  pageAfter: (changeId: number) => Promise<Row[]>,
  columnsOf: (row: NoInfer<Row>) => Partial<Tables['pending_changes']> | null,
): Promise<void> {
  for (let page = await pageAfter(0); page.length > 0; page = await pageAfter(page.at(-1)!.change_id)) {
    for (const row of page) {
      const columns = columnsOf(row);
      if (columns === null) continue;
      await db.updateTable('pending_changes').where('change_id', '=', row.change_id).set(columns).execute();
    }
  }
}

/** Returns the size of a change's body in bytes of UTF-8, and the hash of its payload. */
function bodyFacts(body: Record<'payload' | 'notes' | 'request_metadata' | 'related_models', string | null>) {
  const { payload, notes, request_metadata, related_models } = body;
  const texts = [payload, notes, request_metadata, related_models];
  return {
    body_bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0),
    payload_hash: contentHash(
      formatCanonicalJson(payload === null ? null : (JSON.parse(payload) as JsonObject)),
    ),
  };
}
