import type { Migration } from './migration.ts';

/**
 * The first schema: models, the queue, the audit chain, category metadata, apply jobs, text-name groups,
 * counters.
 */
export const initial: Migration = {
  number: 1,
  name: 'initial',
  statements: ({ int, text, table, appendOnly }) => [
    `CREATE TABLE models (
      category ${text} NOT NULL,
      name ${text} NOT NULL,
      position ${int} NOT NULL,
      v2 ${text} NOT NULL,
      legacy ${text},
      v2_hash ${text} NOT NULL,
      legacy_hash ${text},
      created_at ${int} NOT NULL,
      updated_at ${int} NOT NULL,
      PRIMARY KEY (category, name),
      UNIQUE (category, position),
      CHECK ((legacy IS NULL) = (legacy_hash IS NULL))
    )${table}`,
    `CREATE TABLE category_versions (
      category ${text} NOT NULL PRIMARY KEY,
      version ${int} NOT NULL CHECK (version > 0)
    )${table}`,

    `CREATE TABLE pending_changes (
      change_id ${int} NOT NULL PRIMARY KEY,
      status ${text} NOT NULL CHECK (status IN ('pending', 'approved', 'applied', 'rejected')),
      category ${text} NOT NULL,
      operation ${text} NOT NULL CHECK (operation IN ('create', 'update', 'delete')),
      model_name ${text} NOT NULL,
      model_name_folded ${text} NOT NULL,
      requested_by ${text} NOT NULL,
      requested_username ${text} NOT NULL,
      requested_at ${int} NOT NULL,
      batch_id ${int},
      batch_title ${text},
      approved_by ${text},
      approved_username ${text},
      approved_at ${int},
      rejected_by ${text},
      rejected_username ${text},
      rejected_at ${int},
      reject_reason ${text},
      applied_at ${int},
      applied_by ${text},
      applied_username ${text},
      applied_job_id ${text},
      applied_event_id ${int},
      domain ${text} NOT NULL CHECK (domain IN ('v2', 'legacy')),
      payload_format ${text} NOT NULL CHECK (payload_format IN ('v2', 'legacy')),
      base_hash ${text},
      updated_at ${int} NOT NULL,
      CHECK (status NOT IN ('approved', 'applied') OR batch_id IS NOT NULL)
    )${table}`,
    `CREATE TABLE pending_change_bodies (
      change_id ${int} NOT NULL PRIMARY KEY REFERENCES pending_changes (change_id) ON DELETE CASCADE,
      payload ${text},
      notes ${text},
      request_metadata ${text},
      related_models ${text},
      before_state ${text},
      after_state ${text}
    )${table}`,
    // An index of the ids alone, so that distant pages are found without reading the rows before them.
    'CREATE INDEX pending_changes_in_order ON pending_changes (change_id)',
    'CREATE INDEX pending_changes_by_status ON pending_changes (status, change_id, category, operation, requested_by, batch_id, domain, model_name_folded)',
    'CREATE INDEX pending_changes_by_category ON pending_changes (category, change_id, status, operation, requested_by, batch_id, model_name_folded)',
    'CREATE INDEX pending_changes_by_operation ON pending_changes (operation, change_id)',
    'CREATE INDEX pending_changes_by_requestor ON pending_changes (requested_by, change_id)',
    'CREATE INDEX pending_changes_by_batch ON pending_changes (batch_id, change_id)',
    'CREATE INDEX pending_changes_by_batch_state ON pending_changes (batch_id, domain, status, change_id, applied_at)',
    'CREATE INDEX pending_changes_by_approval ON pending_changes (batch_id, approved_at, change_id)',
    'CREATE INDEX pending_changes_by_model ON pending_changes (model_name, category, change_id)',

    `CREATE TABLE audit_events (
      event_id ${int} NOT NULL PRIMARY KEY,
      timestamp ${int} NOT NULL,
      domain ${text} NOT NULL CHECK (domain IN ('v2', 'legacy')),
      category ${text} NOT NULL,
      model_name ${text} NOT NULL,
      operation ${text} NOT NULL CHECK (operation IN ('create', 'update', 'delete')),
      logical_user_id ${text} NOT NULL,
      request_id ${text},
      payload ${text},
      action ${text},
      change_id ${int},
      batch_id ${int},
      previous_hash ${text} NOT NULL,
      hash ${text} NOT NULL
    )${table}`,
    'CREATE INDEX audit_events_by_model ON audit_events (model_name, category, event_id)',
    'CREATE INDEX audit_events_by_category ON audit_events (category, event_id)',
    'CREATE INDEX audit_events_by_domain ON audit_events (domain, event_id)',
    'CREATE INDEX audit_events_by_change ON audit_events (change_id, event_id) WHERE change_id IS NOT NULL',
    'CREATE INDEX audit_events_by_batch ON audit_events (batch_id, event_id) WHERE batch_id IS NOT NULL',
    "CREATE INDEX audit_events_of_purges ON audit_events (domain, batch_id, event_id) WHERE action = 'purge'",
    ...appendOnly('audit_events'),
    `CREATE TABLE audit_head (
      id ${int} NOT NULL PRIMARY KEY CHECK (id = 1),
      event_id ${int} NOT NULL,
      hash ${text} NOT NULL
    )${table}`,
    `INSERT INTO audit_head (id, event_id, hash) VALUES (1, 0, '${'0'.repeat(64)}')`,

    `CREATE TABLE category_metadata (
      category ${text} NOT NULL PRIMARY KEY,
      last_updated ${int} NOT NULL,
      last_operation_type ${text} CHECK (last_operation_type IN ('create', 'update', 'delete')),
      last_operation_model ${text},
      total_creates ${int} NOT NULL,
      total_updates ${int} NOT NULL,
      total_deletes ${int} NOT NULL,
      initialization_time ${int} NOT NULL,
      last_successful_operation ${int} NOT NULL,
      error_count ${int} NOT NULL
    )${table}`,
    `CREATE TABLE apply_jobs (
      job_id ${text} NOT NULL PRIMARY KEY,
      calls ${text} NOT NULL,
      created_at ${int} NOT NULL
    )${table}`,

    `CREATE TABLE alias_groups (canonical ${text} NOT NULL PRIMARY KEY)${table}`,
    `CREATE TABLE aliases (
      alias ${text} NOT NULL PRIMARY KEY,
      canonical ${text} NOT NULL REFERENCES alias_groups (canonical) ON DELETE CASCADE,
      position ${int} NOT NULL
    )${table}`,
    'CREATE INDEX aliases_by_group ON aliases (canonical, position)',
    `CREATE TABLE families (family_name ${text} NOT NULL PRIMARY KEY)${table}`,
    `CREATE TABLE family_members (
      group_name ${text} NOT NULL PRIMARY KEY,
      family_name ${text} NOT NULL REFERENCES families (family_name) ON DELETE CASCADE,
      position ${int} NOT NULL
    )${table}`,
    'CREATE INDEX family_members_by_family ON family_members (family_name, position)',
    `CREATE TABLE name_schemas (
      group_name ${text} NOT NULL PRIMARY KEY,
      schema ${text} NOT NULL
    )${table}`,

    `CREATE TABLE counters (
      name ${text} NOT NULL PRIMARY KEY CHECK (name IN ('change', 'batch', 'groups')),
      value ${int} NOT NULL CHECK (value >= 0)
    )${table}`,
    "INSERT INTO counters (name, value) VALUES ('change', 0), ('batch', 0), ('groups', 0)",
  ],
};
