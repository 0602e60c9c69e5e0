import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Migration } from './migration.ts';
import { betasMigration, refuseBetas } from './refuse-betas.ts';

export const migrationsFrom29: readonly Migration[] = [
  /**
   * Adds the table of draft notes. Also adds to each change the size of its earlier versions. The indexes
   * contain the sizes, so that the total size of an account's changes can be computed without reading the
   * changes.
   */
  {
    number: 29,
    name: 'drafts-and-growth',
    statements: ({ int, text, table }) => [
      `CREATE TABLE made_drafts (
      owner ${text} NOT NULL,
      place ${text} NOT NULL,
      made_at ${int} NOT NULL,
      notes ${text} NOT NULL,
      PRIMARY KEY (owner, place)
    )${table}`,
      'CREATE INDEX made_drafts_by_time ON made_drafts (made_at)',
      `ALTER TABLE pending_changes ADD COLUMN earlier_bytes ${int} NOT NULL DEFAULT 0`,
      'DROP INDEX pending_changes_waiting',
      `CREATE INDEX pending_changes_waiting ON pending_changes (requested_by, body_bytes, earlier_bytes)
      WHERE status IN ('pending', 'approved')`,
      `CREATE INDEX pending_changes_withdrawn ON pending_changes (requested_by, rejected_at, body_bytes, earlier_bytes)
      WHERE status = 'rejected' AND rejected_by = requested_by`,
    ],
  },
  /**
   * Adds the tables of model requests: the requests with their current state, the accounts that second each
   * request, the keys by which requests are found, and the steps in the history of each.
   */
  {
    number: 30,
    name: 'requests',
    statements: ({ int, text, table }) => [
      `CREATE TABLE model_requests (
      request_id ${int} NOT NULL PRIMARY KEY,
      category ${text} NOT NULL,
      name ${text} NOT NULL,
      link ${text},
      why ${text},
      known ${text},
      state ${text} NOT NULL
        CHECK (state IN ('open', 'accepted', 'declined', 'fulfilled', 'withdrawn', 'duplicate')),
      reason ${text},
      requested_by ${text} NOT NULL,
      requested_username ${text} NOT NULL,
      requested_at ${int} NOT NULL,
      decided_by ${text},
      decided_username ${text},
      decided_at ${int},
      duplicate_of ${int},
      change_id ${int},
      model_name ${text},
      hidden ${int} NOT NULL CHECK (hidden IN (0, 1)),
      wanted ${int} NOT NULL CHECK (wanted >= 0),
      comments ${int} NOT NULL,
      event_id ${int} NOT NULL
    )${table}`,
      'CREATE INDEX model_requests_wanted ON model_requests (hidden, wanted, request_id)',
      'CREATE INDEX model_requests_by_account ON model_requests (requested_by, request_id)',
      'CREATE INDEX model_requests_by_change ON model_requests (change_id) WHERE change_id IS NOT NULL',
      `CREATE TABLE model_request_seconds (
      request_id ${int} NOT NULL,
      user_id ${text} NOT NULL,
      username ${text} NOT NULL,
      why ${text},
      at ${int} NOT NULL,
      PRIMARY KEY (request_id, user_id)
    )${table}`,
      'CREATE INDEX model_request_seconds_by_account ON model_request_seconds (user_id, request_id)',
      `CREATE TABLE model_request_keys (
      key ${text} NOT NULL,
      request_id ${int} NOT NULL,
      PRIMARY KEY (key, request_id)
    )${table}`,
      `CREATE TABLE model_request_steps (
      event_id ${int} NOT NULL PRIMARY KEY,
      request_id ${int} NOT NULL,
      action ${text} NOT NULL,
      at ${int} NOT NULL,
      user_id ${text} NOT NULL,
      username ${text} NOT NULL,
      text ${text}
    )${table}`,
      `ALTER TABLE inbox_entries ADD COLUMN request_id ${int}`,
      'CREATE INDEX model_request_steps_of ON model_request_steps (request_id, event_id)',
      'CREATE INDEX model_request_steps_by_account ON model_request_steps (user_id, at, action)',
    ],
  },
  /** Adds the table of accounts that have a change open in the console. A row expires at its time `until`. */
  {
    number: 31,
    name: 'change-viewers',
    statements: ({ int, text, table }) => [
      `CREATE TABLE change_viewers (
      change_id ${int} NOT NULL,
      user_id ${text} NOT NULL,
      username ${text} NOT NULL,
      until ${int} NOT NULL,
      PRIMARY KEY (change_id, user_id)
    )${table}`,
    ],
  },
  /** Drops indexes that no query uses, or that another index can replace. */
  {
    number: 32,
    name: 'fewer-indexes',
    statements: ({ rowsInKeyOrder }) =>
      [
        'audit_events_by_domain',
        'pending_changes_by_batch',
        'webhook_deliveries_waiting',
        'file_verdicts_by_hash',
        ...(rowsInKeyOrder ? [] : ['pending_changes_in_order']),
      ].map((index) => `DROP INDEX ${index}`),
  },
  /**
   * Adds to `audit_head` the name of the database of the last write. Adds a counter of the ids of model
   * requests, so that no id is assigned twice.
   */
  {
    number: 33,
    name: 'lineage',
    statements: ({ int, text, table }) => [
      `ALTER TABLE audit_head ADD COLUMN lineage ${text}`,
      // A CHECK of the old table allows no further names.
      `CREATE TABLE named_counters (name ${text} NOT NULL PRIMARY KEY, value ${int} NOT NULL CHECK (value >= 0))${table}`,
      `INSERT INTO named_counters (name, value) SELECT name, value FROM counters`,
      `INSERT INTO named_counters (name, value) SELECT 'request', coalesce(max(request_id), 0) FROM model_requests`,
      `DROP TABLE counters`,
      `ALTER TABLE named_counters RENAME TO counters`,
    ],
  },
  /**
   * Moves the number of the open batch to its own table; the batch number of approved changes is now 0. The
   * tables refuse rows with the old number, so older instances can neither approve changes nor modify
   * approved ones.
   */
  {
    number: 34,
    name: 'open-batch',
    statements: ({ int, table, refuseRows }) => [
      `CREATE TABLE open_batch (
      id ${int} NOT NULL PRIMARY KEY CHECK (id = 1),
      batch_id ${int} NOT NULL,
      opened_at ${int} NOT NULL
    )${table}`,
      `INSERT INTO open_batch (id, batch_id, opened_at) VALUES (1,
      coalesce((SELECT max(batch_id) FROM pending_changes WHERE status = 'approved'), 0), 0)`,
      // The batch was opened by its first event. Without an audit trail, the time of its oldest remaining
      // change is used.
      `UPDATE open_batch SET opened_at = coalesce(
      (SELECT audit_events.timestamp FROM audit_events
        WHERE audit_events.batch_id = open_batch.batch_id ORDER BY event_id LIMIT 1),
      (SELECT min(updated_at) FROM pending_changes WHERE status = 'approved'), 0)`,
      `UPDATE pending_changes SET batch_id = 0, updated_at = coalesce(approved_at, updated_at)
      WHERE status = 'approved'`,
      ...refuseRows(
        'pending_changes',
        'open_batch',
        (row) => `(${row}status = 'approved') <> (coalesce(${row}batch_id, -1) = 0)`,
      ),
      ...refuseRows('audit_events', 'batch_number', (row) => `${row}batch_id = 0`),
    ],
  },
  /**
   * Adds to each `propose` step of a request its change, so that a request keeps all changes proposed for it.
   * The table refuses the steps of older instances, which would not write the change.
   */
  {
    number: 35,
    name: 'proposed-changes',
    statements: ({ int, refuseRows }) => [
      `ALTER TABLE model_request_steps ADD COLUMN change_id ${int}`,
      `CREATE INDEX model_request_steps_by_change ON model_request_steps (change_id) WHERE change_id IS NOT NULL`,
      ...refuseRows(
        'model_request_steps',
        'proposed_change',
        (row) => `${row}action = 'propose' AND ${row}change_id IS NULL`,
      ),
    ],
    rewrite: readProposedChanges,
  },
  /** Refuses a database with models in beta, which later versions would make public. */
  { number: betasMigration, name: 'no-betas', statements: () => [], rewrite: refuseBetas },
  /** Drops the stored checkpoints: a checkpoint is now signed on request. */
  {
    number: 37,
    name: 'no-stored-checkpoints',
    statements: ({ dropAppendOnly }) => dropAppendOnly('audit_checkpoints'),
  },
  /**
   * Drops the table of changes that accounts have open, and the indexes for listing the actions of accounts.
   */
  {
    number: 38,
    name: 'no-viewers',
    statements: () => [
      'DROP TABLE change_viewers',
      'DROP INDEX audit_events_by_time',
      'DROP INDEX audit_events_by_account',
    ],
  },
  /** Drops the tables of running processes and of imports. */
  {
    number: 39,
    name: 'no-lists-for-operators',
    statements: () => ['DROP TABLE instances', 'DROP TABLE import_runs'],
  },
  /** Drops the table of file verdict changes: their events are in the audit trail. */
  {
    number: 40,
    name: 'no-verdict-changes',
    statements: () => ['DROP TABLE file_verdict_changes', 'ALTER TABLE file_counters DROP COLUMN changes'],
  },
  /**
   * Replaces the queue of batch messages by one value for each channel: the last batch that was announced. For
   * a channel with queued messages, this is the batch before the first queued one.
   */
  {
    number: 41,
    name: 'discord-cursors',
    statements: ({ int, text, table }) => [
      `CREATE TABLE discord_cursors (target ${text} NOT NULL PRIMARY KEY, batch_id ${int} NOT NULL)${table}`,
      `INSERT INTO discord_cursors (target, batch_id) SELECT target, coalesce(
        (SELECT min(batch_id) - 1 FROM batch_messages message WHERE message.target = cursors.target
          AND batch_id > 0 AND state = 'waiting' AND content_hash IS NULL),
        (SELECT max(batch_id) FROM batch_messages message WHERE message.target = cursors.target AND batch_id > 0),
        (SELECT max(batch_id) FROM pending_changes WHERE status = 'applied'), 0)
        FROM batch_message_cursors cursors`,
      'DROP TABLE batch_messages',
      'DROP TABLE batch_message_cursors',
    ],
  },
  /**
   * Drops the state with which replicas read the feed or polled; replicas now use the ETags of their own
   * bodies.
   */
  {
    number: 42,
    name: 'one-way-to-follow',
    statements: ({ int, text, table }) => [
      'DROP TABLE replica_etags',
      `CREATE TABLE replica_copy (
      id ${int} NOT NULL PRIMARY KEY CHECK (id = 1),
      source ${text} NOT NULL,
      as_of ${int} NOT NULL
    )${table}`,
      'INSERT INTO replica_copy (id, source, as_of) SELECT id, source, as_of FROM replica_state',
      'DROP TABLE replica_state',
      'ALTER TABLE replica_copy RENAME TO replica_state',
    ],
  },
  /** Adds the tables of catalogues, and the kind of resource that a queued change concerns. */
  {
    number: 43,
    name: 'catalogues',
    statements: ({ int, text, table }) => [
      `CREATE TABLE catalogues (
      kind ${text} NOT NULL PRIMARY KEY,
      revision ${int} NOT NULL CHECK (revision >= 1),
      updated_at ${int}
    )${table}`,
      `CREATE TABLE catalogue_entries (
      kind ${text} NOT NULL,
      section ${text} NOT NULL,
      name ${text} NOT NULL,
      body ${text} NOT NULL,
      PRIMARY KEY (kind, section, name)
    )${table}`,
      `ALTER TABLE pending_changes ADD COLUMN resource_kind ${text} NOT NULL DEFAULT 'model_reference'`,
      `ALTER TABLE pending_changes ADD COLUMN resource_id ${text}`,
      `CREATE INDEX pending_changes_of_catalogues ON pending_changes (resource_kind, change_id)
      WHERE resource_kind <> 'model_reference'`,
    ],
  },
  /** Adds the table of thumbnails of showcase pictures. */
  {
    number: 44,
    name: 'pictures',
    statements: ({ int, text, table }) => [
      `CREATE TABLE pictures (
      address_hash ${text} NOT NULL PRIMARY KEY,
      content ${text},
      made_at ${int} NOT NULL
    )${table}`,
      'CREATE INDEX pictures_by_age ON pictures (made_at)',
    ],
  },
];

/** Reads the change of each `propose` step from its audit event. */
async function readProposedChanges(db: Kysely<Tables>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ event_id: number; payload: string }>`
      select event_id, payload from audit_events where event_id in (select event_id from model_request_steps
        where action = 'propose' and event_id > ${after} order by event_id limit 500) order by event_id`.execute(
      db,
    );
    for (const { event_id, payload } of rows) {
      const { after: change } = JSON.parse(payload) as { after: { change_id: number } };
      await sql`update model_request_steps set change_id = ${change.change_id} where event_id = ${event_id}`.execute(
        db,
      );
    }
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.event_id);
  }
}
