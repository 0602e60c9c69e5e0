import type { Migration } from './migration.ts';

export const migrations15To28: readonly Migration[] = [
  /**
   * Adds tables of facts about the files that records link to. The facts are not part of the records, so the
   * records' bodies and ETags do not change. `seq` numbers the writes: a process that caches rows reads only
   * the rows with a higher `seq` than the last one it has read.
   */
  {
    number: 15,
    name: 'file-evidence',
    statements: ({ int, text, table }) => [
      `CREATE TABLE file_addresses (
      url ${text} NOT NULL PRIMARY KEY,
      live ${int} NOT NULL,
      state ${text} NOT NULL,
      checked_at ${int},
      due_at ${int} NOT NULL,
      added_at ${int} NOT NULL,
      claimed_by ${text},
      claimed_until ${int} NOT NULL,
      seq ${int} NOT NULL
    )${table}`,
      'CREATE INDEX file_addresses_due ON file_addresses (due_at)',
      'CREATE INDEX file_addresses_by_seq ON file_addresses (seq)',
      `CREATE TABLE file_verdicts (
      category ${text} NOT NULL,
      model_name ${text} NOT NULL,
      field_path ${text} NOT NULL,
      url ${text} NOT NULL,
      sha256 ${text},
      verdict ${text} NOT NULL,
      since ${int} NOT NULL,
      seq ${int} NOT NULL,
      PRIMARY KEY (category, model_name, field_path)
    )${table}`,
      'CREATE INDEX file_verdicts_by_seq ON file_verdicts (seq)',
      'CREATE INDEX file_verdicts_by_hash ON file_verdicts (sha256)',
      `CREATE TABLE file_verdict_changes (
      number ${int} NOT NULL PRIMARY KEY,
      at ${int} NOT NULL,
      category ${text} NOT NULL,
      model_name ${text} NOT NULL,
      field_path ${text} NOT NULL,
      url ${text} NOT NULL,
      verdict_before ${text},
      verdict ${text} NOT NULL,
      how ${text},
      detail ${text} NOT NULL
    )${table}`,
      'CREATE INDEX file_verdict_changes_of_model ON file_verdict_changes (category, model_name, number)',
      `CREATE TABLE file_counters (
      id ${int} NOT NULL PRIMARY KEY CHECK (id = 1),
      writes ${int} NOT NULL,
      changes ${int} NOT NULL
    )${table}`,
      'INSERT INTO file_counters (id, writes, changes) VALUES (1, 0, 0)',
    ],
  },
  /**
   * Adds the tables of the bridge, which syncs public repositories: its state per repository, and per model
   * in it.
   */
  {
    number: 16,
    name: 'bridge',
    statements: ({ int, text, table }) => [
      `CREATE TABLE bridge_repositories (
      repository ${text} NOT NULL PRIMARY KEY,
      state ${text} NOT NULL
    )${table}`,
      `CREATE TABLE bridge_records (
      repository ${text} NOT NULL,
      category ${text} NOT NULL,
      name ${text} NOT NULL,
      base ${text},
      proposed ${text},
      change_id ${int},
      conflict ${int} NOT NULL,
      declined ${int} NOT NULL,
      PRIMARY KEY (repository, category, name)
    )${table}`,
    ],
  },
  /** Adds to each change a JSON list of its approvals so far; used if it needs more than one. */
  {
    number: 17,
    name: 'approvals',
    statements: ({ text }) => [`ALTER TABLE pending_changes ADD COLUMN approvals ${text}`],
  },
  /**
   * Adds to each address the progress of reading its file. If the reading instance stops, the next instance
   * that claims the address resumes there.
   */
  {
    number: 18,
    name: 'whole-reads',
    statements: ({ text }) => [`ALTER TABLE file_addresses ADD COLUMN read_so_far ${text}`],
  },
  /**
   * Adds the table with a replica's position in its primary's facts about files. It has one row at a replica,
   * and none at a primary.
   */
  {
    number: 19,
    name: 'learned-elsewhere',
    statements: ({ int, text, table }) => [
      `CREATE TABLE replica_evidence (
      id ${int} NOT NULL PRIMARY KEY CHECK (id = 1),
      source ${text} NOT NULL,
      place ${text} NOT NULL,
      as_of ${int},
      whole_at ${int} NOT NULL,
      pass_from ${int}
    )${table}`,
    ],
  },
  /**
   * Adds the table of requests to sync a public repository before its next scheduled time. Users and webhook
   * deliveries of the repository's host create them.
   */
  {
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
  },
  /**
   * Adds the inboxes of accounts. An entry notifies one account of one queue event, and is written together
   * with the event.
   */
  {
    number: 21,
    name: 'inbox',
    statements: ({ int, text, table }) => [
      `CREATE TABLE inbox_entries (
      event_id ${int} NOT NULL,
      change_id ${int} NOT NULL,
      user_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      because ${text} NOT NULL CHECK (because IN ('requested', 'reviews')),
      at ${int} NOT NULL,
      actor_id ${text} NOT NULL,
      actor_username ${text},
      category ${text} NOT NULL,
      model_name ${text} NOT NULL,
      operation ${text},
      excerpt ${text},
      read_at ${int},
      PRIMARY KEY (event_id, change_id, user_id)
    )${table}`,
      'CREATE INDEX inbox_entries_by_account ON inbox_entries (user_id, event_id, change_id)',
      // Includes the column of its condition, so that SQLite can count with the index alone.
      'CREATE INDEX inbox_entries_unread ON inbox_entries (user_id, kind, because, read_at) WHERE read_at IS NULL',
    ],
  },
  /** Adds usage figures of models, one row per model and day. */
  {
    number: 22,
    name: 'usage-samples',
    statements: ({ int, text, table }) => [
      `CREATE TABLE usage_samples (
      category ${text} NOT NULL,
      name ${text} NOT NULL,
      day ${int} NOT NULL,
      used_day ${int} NOT NULL,
      used_month ${int} NOT NULL,
      used_total ${int} NOT NULL,
      workers ${int} NOT NULL,
      PRIMARY KEY (category, name, day)
    )${table}`,
      'CREATE INDEX usage_samples_by_day ON usage_samples (category, day)',
    ],
  },
  /** Adds two tables for operators: the processes that use this database, and the imports into it. */
  {
    number: 23,
    name: 'instances',
    statements: ({ int, text, table }) => [
      `CREATE TABLE instances (
      id ${text} NOT NULL PRIMARY KEY,
      host ${text} NOT NULL,
      process ${int} NOT NULL,
      version ${text} NOT NULL,
      role ${text} NOT NULL,
      started_at ${int} NOT NULL,
      seen_at ${int} NOT NULL,
      lag_seconds ${int}
    )${table}`,
      `CREATE TABLE import_runs (
      number ${int} NOT NULL PRIMARY KEY,
      imported_at ${int} NOT NULL,
      imported_by ${text} NOT NULL,
      sources ${text} NOT NULL,
      created ${int} NOT NULL,
      updated ${int} NOT NULL,
      deleted ${int} NOT NULL,
      unchanged ${int} NOT NULL,
      left_out ${int} NOT NULL
    )${table}`,
    ],
  },
  /**
   * Adds the table of chat messages about applied batches, and a table of cursors. The cursor of a target is
   * the last audit event whose batches have messages.
   */
  {
    number: 24,
    name: 'batch-messages',
    statements: ({ int, text, table }) => [
      `CREATE TABLE batch_messages (
      target ${text} NOT NULL,
      batch_id ${int} NOT NULL,
      message_id ${text},
      content_hash ${text},
      reverted_by ${int},
      reverted_models ${int} NOT NULL,
      state ${text} NOT NULL,
      attempts ${int} NOT NULL,
      next_attempt_at ${int} NOT NULL,
      last_status ${int},
      last_error ${text},
      updated_at ${int} NOT NULL,
      PRIMARY KEY (target, batch_id)
    )${table}`,
      "CREATE INDEX batch_messages_waiting ON batch_messages (target, batch_id) WHERE state = 'waiting'",
      `CREATE TABLE batch_message_cursors (
      target ${text} NOT NULL PRIMARY KEY,
      event_id ${int} NOT NULL
    )${table}`,
    ],
  },
  /**
   * Adds two indexes of audit events: by time, and by account and time. They contain every column by which
   * activity can be filtered, so that the filter need not read the events, whose payloads can be large.
   */
  {
    number: 25,
    name: 'activity',
    statements: () => [
      'CREATE INDEX audit_events_by_time ON audit_events (timestamp, event_id, logical_user_id, category, action, operation, change_id)',
      'CREATE INDEX audit_events_by_account ON audit_events (logical_user_id, timestamp, event_id, category, action, operation, change_id)',
    ],
  },
  /**
   * Adds to each change its risk at the time of the decision. The risk is null if the change is not decided,
   * or if its risk was not assessed.
   */
  {
    number: 26,
    name: 'decided-risk',
    statements: ({ text }) => [`ALTER TABLE pending_changes ADD COLUMN decided_risk ${text}`],
  },
  /**
   * Adds an index for counting an account's applied and rejected changes without reading the changes. It
   * omits titles: PostgreSQL refuses index entries of more than 2,704 bytes, and a title that comes from a
   * commit can be longer.
   */
  {
    number: 27,
    name: 'decided-counts',
    statements: () => [
      `CREATE INDEX pending_changes_decided ON pending_changes (requested_by, status)
      WHERE case status when 'applied' then true when 'rejected' then batch_title is not null end`,
    ],
  },
  /**
   * Drops `read_so_far`, which is no longer written. At replicas, also deletes the copied facts about files,
   * because replicas now request them from their primary.
   */
  {
    number: 28,
    name: 'less-of-files',
    statements: () => [
      'ALTER TABLE file_addresses DROP COLUMN read_so_far',
      ...['file_addresses', 'file_verdicts', 'file_verdict_changes'].map(
        (table) => `DELETE FROM ${table} WHERE EXISTS (SELECT 1 FROM replica_evidence)`,
      ),
      'DROP TABLE replica_evidence',
    ],
  },
];
