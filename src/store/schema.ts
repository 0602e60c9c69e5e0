import type { BatchMessage } from '../modules/announcements/tables.ts';
import type { AuditEvent } from '../modules/audit/event.ts';
import type { BridgeRecord, BridgeRequest } from '../modules/bridge/tables.ts';
import type { ModelRow } from '../modules/catalog/tables.ts';
import type { CategoryMetadataRow } from '../modules/catalog/tables-metadata.ts';
import type { CounterName } from '../modules/counters/tables.ts';
import type { Delivery } from '../modules/feed/tables.ts';
import type { FileAddress, FileVerdictChange, FileVerdictRow } from '../modules/files/tables.ts';
import type { UsageSample } from '../modules/insight/tables.ts';
import type { Lease } from '../modules/leases/tables.ts';
import type { Instance } from '../modules/operations/tables.ts';
import type { ChangeHead } from '../modules/queue/pending-change.ts';
import type { FirstAnswer } from '../modules/queue/tables-first-answers.ts';
import type { ReplicaEvidence, ReplicaState } from '../modules/replica/tables.ts';
import type { ImportRun } from '../modules/transfer/tables-runs.ts';
import type { CanonicalFormat } from '../records/categories/category.ts';

/**
 * The tables as Kysely sees them. JSON is kept as text, so that a record is the same bytes on every database.
 */
export interface Tables {
  models: ModelRow;
  category_versions: CategoryVersionRow;
  model_changes: { category: string; name: string; version: number };
  pending_changes: ChangeHeadRow & BodyFactsRow;
  pending_change_bodies: ChangeBodyRow;
  audit_events: AuditEventRow;
  audit_head: AuditHeadRow;
  audit_checkpoints: AuditCheckpointRow;
  category_metadata: CategoryMetadataRow;
  apply_jobs: ApplyJobRow;
  alias_groups: { canonical: string };
  aliases: { alias: string; canonical: string; position: number };
  families: { family_name: string };
  family_members: { group_name: string; family_name: string; position: number };
  name_schemas: { group_name: string; schema: string };
  counters: { name: CounterName; value: number };
  webhook_deliveries: Delivery;
  replica_state: ReplicaState & { id: number };
  replica_evidence: ReplicaEvidence & { id: number };
  replica_etags: { category: string; format: CanonicalFormat; etag: string };
  first_answers: FirstAnswer;
  bridge_repositories: { repository: string; state: string };
  bridge_records: BridgeRecord;
  bridge_requests: BridgeRequest;
  batch_messages: BatchMessage;
  batch_message_cursors: { target: string; event_id: number };
  repository_files: { file_name: string; content: string; taken_at: number };
  leases: Lease;
  file_addresses: FileAddressRow;
  file_verdicts: FileVerdictRow;
  file_verdict_changes: FileVerdictChange;
  file_counters: { id: number; writes: number; changes: number };
  usage_samples: UsageSample;
  instances: Instance;
  import_runs: ImportRunRow;
  schema_migrations: { number: number; name: string; applied_at: number };
}

interface CategoryVersionRow {
  category: string;
  version: number;
}

/** What lists filter and sort by: narrow rows, so that a filter no index helps with still reads little. */
export interface ChangeHeadRow extends Omit<ChangeHead, 'approvals'> {
  /** A JSON text. */
  approvals: string | null;
  /** What `foldName` makes of `model_name`: both databases then find the same substrings, beyond ASCII too. */
  model_name_folded: string;
}

/** What is asked of the body of a change without reading it. */
export interface BodyFactsRow {
  /** UTF-8 length of what was proposed. */
  body_bytes: number;
  /** SHA-256 (hex) of the payload's canonical JSON. */
  payload_hash: string;
}

/** The large part of a change, read for the rows of one page only. All but `notes` are JSON texts. */
export interface ChangeBodyRow {
  change_id: number;
  payload: string | null;
  notes: string | null;
  request_metadata: string | null;
  related_models: string | null;
  before_state: string | null;
  after_state: string | null;
}

/** `payload` is a JSON text. */
export interface AuditEventRow extends Omit<AuditEvent, 'payload'> {
  payload: string | null;
}

/** One row: the end of the audit chain. PostgreSQL writers queue up on it. */
interface AuditHeadRow {
  id: number;
  event_id: number;
  hash: string;
  /** How many events were not recorded since, and Unix seconds of the first and the last of them. */
  unrecorded: number;
  unrecorded_since: number | null;
  unrecorded_until: number | null;
}

/** `subtree_roots` is the base64 of all roots, one behind the other. */
export interface AuditCheckpointRow {
  size: number;
  subtree_roots: string;
  note: string;
  created_at: number;
}

/** `live` is 1 or 0, `state` a JSON text. */
export interface FileAddressRow extends Omit<FileAddress, 'live' | 'state'> {
  live: number;
  state: string;
}

/** `calls` is a JSON text. */
export interface ApplyJobRow {
  job_id: string;
  calls: string;
  created_at: number;
}

/** `sources` is a JSON text. */
export interface ImportRunRow extends Omit<ImportRun, 'sources'> {
  sources: string;
}
