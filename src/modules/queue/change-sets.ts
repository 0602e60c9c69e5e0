import type { Caller, RetryKey } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { diffRecords, type FieldDiff } from '../../records/diff.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { AppendEvents } from '../audit/index.ts';
import type {
  CatalogueAct,
  CatalogueKind,
  ChangeSetKinds,
  ChangeSets,
  ComparedChangeSet,
  MovedModel,
  ReviewedKind,
} from '../catalogues/index.ts';
import type { ApplyContext } from './apply-context.ts';
import { ChangeRefused } from './change-refused.ts';
import { isOpen } from './change-rules.ts';
import { advanceChange } from './change-steps.ts';
import type { Finding } from './findings/finding.ts';
import { createApplyEvent } from './make-events.ts';
import {
  type ListedChange,
  type NewChange,
  pickRequestorColumns,
  type RiskLevel,
  type StoredChange,
} from './pending-change.ts';
import type { ProposalDiff } from './proposal-diff.ts';
import { toAuditEvent } from './queue-event.ts';
import { changeStore } from './store.ts';

/** A change set to queue. */
export interface ChangeSetProposal {
  readonly kind: CatalogueKind;
  /** The change set as the client sent it. */
  readonly changeSet: unknown;
  readonly caller: Caller;
  readonly retry?: RetryKey | undefined;
  /** The operation id under which it is proposed. Default: that of its kind. */
  readonly route?: string;
  /** Additional members for `request_metadata`. */
  readonly requestMetadata?: JsonObject;
}

export function isChangeSet(change: Pick<StoredChange, 'resource_kind'>): boolean {
  return change.resource_kind !== 'model_reference';
}

/** @throws RegistryError `bad_request` for a kind that this deployment does not support */
export function requireKind(
  kinds: ChangeSetKinds,
  { resource_kind: kind }: Pick<StoredChange, 'resource_kind'>,
) {
  const changeSets = kind === 'model_reference' ? undefined : kinds.get(kind);
  if (changeSets) return changeSets;
  throw new RegistryError('bad_request', `Unknown catalogue '${kind}'.`);
}

/**
 * Validates a change set, and creates the change to queue.
 * @throws RegistryError the errors of `ChangeSets.examine`
 */
export async function examineChangeSet(
  reader: Tx,
  { kind, changeSet, caller, route, requestMetadata }: ChangeSetProposal,
  context: {
    readonly now: number;
    readonly domain: StoredChange['domain'];
    readonly kinds: ChangeSetKinds;
    readonly newUuid: () => string;
  },
): Promise<NewChange> {
  const resource_kind = kind as ReviewedKind;
  const changeSetKind = requireKind(context.kinds, { resource_kind });
  const { title, payload, facts, related } = await changeSetKind.examine(reader, changeSet, {
    username: caller.username,
    now: context.now,
  });
  const id = context.newUuid();
  return {
    category: String(changeSetKind.category),
    model_name: `${changeSetKind.modelNamePrefix}:${id}`,
    operation: 'update',
    payload,
    requested_by: caller.userId,
    requested_username: caller.username,
    requested_at: context.now,
    ...pickRequestorColumns({ notes: title }),
    request_metadata: { route: route ?? changeSetKind.route, ...facts, ...requestMetadata },
    related_models: related,
    resource_kind,
    resource_id: id,
    domain: context.domain,
    payload_format: 'v2',
    base_hash: null,
  };
}

/** Returns the fields that a new version of a change set replaces in the queued change. */
export async function reviseChangeSet(
  reader: Tx,
  change: StoredChange,
  changeSet: unknown,
  context: { readonly now: number; readonly caller: Caller; readonly kinds: ChangeSetKinds },
) {
  const examination = await requireKind(context.kinds, change).examine(reader, changeSet, {
    username: context.caller.username,
    now: context.now,
  });
  return {
    model_name: change.model_name,
    related_models: examination.related,
    payload: examination.payload,
    base_hash: null,
    ...pickRequestorColumns({ ...change, notes: examination.title }),
    request_metadata: { ...change.request_metadata, ...examination.facts },
  };
}

/**
 * Applies one approved change set, and marks its change as applied.
 * @throws ChangeRefused when the change set violates a rule at the time of the apply
 */
export async function applyChangeSet(
  writer: WriteTx,
  change: StoredChange,
  { jobId, title, act, kinds, append: appendAll }: ApplyContext,
): Promise<StoredChange> {
  const append: AppendEvents = (to, events) => appendAll(to, events, [change]);
  try {
    await requireKind(kinds, change).apply(writer, change.payload, { ...act, jobId, change }, append);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new ChangeRefused(
      'PendingChangeConflictError',
      `Change ${change.change_id} cannot be applied: ${error.message}`,
    );
  }
  const event = createApplyEvent(change, { jobId, title, eventId: null }, act);
  await append(writer, [toAuditEvent(event)]);
  const appliedChange = advanceChange(change, event);
  await changeStore(writer).putApplied(appliedChange);
  return appliedChange;
}

/**
 * Updates the catalogues of a category after a model was deleted or renamed in this transaction. For a
 * deletion, `act.change` is the change that deletes the model: a revert of this change restores the catalogue
 * entries. For a rename, `act.change` is null, because the rename back to the old name updates the catalogues
 * again.
 */
export async function updateCatalogues(
  writer: WriteTx,
  kinds: ChangeSetKinds,
  { category, ...model }: MovedModel & { readonly category: string },
  act: CatalogueAct,
  append: AppendEvents,
): Promise<void> {
  for (const kind of kinds.values())
    if (kind.category === category) await kind.updateReferences(writer, model, act, append);
}

/** Compares a change set with the current catalogue. Returns the same kind of diff as for model changes. */
export async function diffChangeSet(reader: Tx, kinds: ChangeSetKinds, change: ListedChange) {
  const kind = requireKind(kinds, change);
  const editor = { username: change.requested_username, now: change.requested_at };
  const comparison = await kind.compare(reader, change.payload, editor);
  return {
    diff: createDiff(kind, change, comparison),
    stale: isOpen(change) && comparison.stale,
    findings: isOpen(change) ? toFindings(comparison) : [],
  };
}

/** Compares a change set that is not queued with the current catalogue. */
export async function previewChangeSet(reader: Tx, kinds: ChangeSetKinds, change: NewChange) {
  const kind = requireKind(kinds, change);
  const editor = { username: change.requested_username, now: change.requested_at };
  const comparison = await kind.compare(reader, change.payload, editor);
  return { diff: createDiff(kind, change, comparison), findings: toFindings(comparison) };
}

function createDiff(
  kind: ChangeSets,
  { category, model_name, operation }: Pick<ListedChange, 'category' | 'model_name' | 'operation'>,
  { current, proposed }: ComparedChangeSet,
): ProposalDiff {
  const diffs =
    proposed === null
      ? []
      : diffRecords(current, proposed).filter(({ field_path }) => !isServerField(field_path));
  const listPaths = (type: FieldDiff['change_type']) =>
    diffs.filter(({ change_type }) => change_type === type).map(({ field_path }) => field_path);
  const criticalFields = diffs.map(({ field_path }) => field_path).filter(kind.isCritical);
  return {
    category,
    model_name,
    operation,
    current_state: current,
    proposed_state: proposed,
    net_operation: diffs.length > 0 ? 'modified' : 'unchanged',
    field_diffs: diffs,
    counterpart_diffs: [],
    is_critical: criticalFields.length > 0,
    critical_fields: criticalFields,
    fields_added: listPaths('added'),
    fields_removed: listPaths('removed'),
    fields_modified: listPaths('modified'),
  };
}

/** Returns whether the server sets the field at this path: the metadata of the catalogue or an entry. */
function isServerField(path: string): boolean {
  return /(?:^|\.)metadata\.(?:revision|created_at|created_by|updated_at|updated_by|schema_version)$/.test(
    path,
  );
}

function toFindings({ findings }: ComparedChangeSet): Finding[] {
  const ruleFindings = findings.map(({ severity, path, message }) => ({
    rule: ruleBySeverity[severity],
    severity,
    field_path: path,
    message,
  }));
  return ruleFindings
    .sort((a, b) => severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity))
    .slice(0, maxFindings);
}

const ruleBySeverity = {
  critical: 'change_set_refused',
  warning: 'change_set_warning',
  note: 'change_set_note',
} as const;
const severityOrder = ['critical', 'warning', 'note'];
const maxFindings = 50;

/** Returns the risk of a change set: at least `look`, because it may affect many models at once. */
export function rateRisk(findings: readonly Finding[]): RiskLevel {
  return findings.some(({ severity }) => severity === 'critical') ? 'high' : 'look';
}
