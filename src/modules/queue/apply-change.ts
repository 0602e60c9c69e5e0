import { type ErrorCode, OutageError, RegistryError, ShownError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { ConversionError } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { keyProblems } from '../../records/files/refuse-keys.ts';
import { lifecycleProblem } from '../../records/lifecycle.ts';
import { formatOf, type ModelViews, shownRecord, viewsOf } from '../../records/model-views.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { AppendEvents } from '../audit/index.ts';
import { type ModelRow, modelStore } from '../catalog/index.ts';
import { baselineProblem, baselinesNow } from './baselines.ts';
import { changeAfter } from './change-steps.ts';
import { type Displacement, displacements, displacementText } from './displaced.ts';
import { notServed } from './examine-write.ts';
import { writeLiveRecord } from './live-record.ts';
import { applyEvent, type QueueAct } from './make-events.ts';
import type { StoredChange } from './pending-change.ts';
import { viewsOnceApplied } from './proposed-views.ts';
import { auditEventOf } from './queue-event.ts';
import { renamedTo } from './rename.ts';
import { placeLeft, restoredViews } from './restored-model.ts';
import { changeStore } from './store.ts';

export interface ApplyContext {
  readonly jobId: string;
  /** A new title for the batch; null when the batch keeps the title from its approval. */
  readonly title: string | null;
  readonly act: QueueAct;
  readonly categories: Categories;
  readonly settings: Pick<Settings, 'canonicalFormat' | 'applyConflicts'>;
  readonly append: AppendEvents;
}

/**
 * Makes one approved change live and marks it as applied. Returns the change as it is stored then.
 *
 * When the deployment accepts stale changes, a create of a model that exists updates the model, and an update
 * of a model that is gone creates it. A delete of a model that is gone changes no model. A change whose model
 * was renamed since is refused. A rename carries the name alone: all else stays as it is live now.
 *
 * @throws ChangeRefused when the state of the change or of the live models prevents it; ConversionError when
 * the record cannot be converted to v2 or to the legacy format
 */
export async function applyChange(
  writer: WriteTx,
  change: StoredChange,
  { jobId, title, act, categories, settings, ...context }: ApplyContext,
): Promise<StoredChange> {
  const append: AppendEvents = (to, events) => context.append(to, events, [change]);
  const { model_name: name } = change;
  const definition = categories.find(change.category);
  if (!definition) {
    const text = `Change ${change.change_id} cannot be applied: ${notServed(change.category)}`;
    throw new ChangeRefused('PendingChangeStateError', text);
  }
  const row = await modelStore(writer).get(definition.name, name);
  const to = renamedTo(change);
  const displaced = (await displacements(writer, [change], () => row)).get(change.change_id);
  if (displaced) checkModel(change, displaced, settings);
  if (to !== null) await checkNames(writer, change, row, to);
  else if (settings.applyConflicts === 'reject') checkBase(change, row);

  const domain = formatOf(definition, settings.canonicalFormat);
  const before = row && viewsOf(row);
  const isDelete = change.operation === 'delete';
  const restored = isDelete ? null : await restoredViews(writer, change);
  // Queued by a version that took addresses with keys.
  const [key] = isDelete ? [] : keyProblems([change.payload, restored?.v2, restored?.legacy], []);
  if (key) {
    const text = `Change ${change.change_id} cannot be applied: ${key.loc.slice(1).join('.')}: ${key.msg}`;
    throw new ChangeRefused('PendingChangePayloadError', text);
  }
  const baselines = await baselinesNow(writer, categories);
  const given = { live: before, restored, now: act.now, baselines };
  const after = isDelete ? null : viewsOnceApplied(change, payloadOf(change), given);
  const problem =
    (after && lifecycleProblem(after.v2)) ??
    (await baselineProblem(writer, definition, before?.v2 ?? null, after?.v2 ?? null, categories));
  if (problem !== null) {
    const text = `Change ${change.change_id} cannot be applied: ${problem}`;
    throw new ChangeRefused('PendingChangeConflictError', text);
  }
  const shown = (views: ModelViews | null) => views && shownRecord(definition, name, domain, views);
  const by = { userId: act.actor.userId, requestId: jobId, change, now: act.now };
  const write = { category: definition.name, name, before, after, domain, ...by };
  // The first half of a rename. The second one, in the same savepoint, creates the model under its new name.
  if (to !== null) await writeLiveRecord(writer, { ...write, after: null }, append);
  const comeBackTo = restored && !before ? await placeLeft(writer, change) : null;
  let applied = change;
  await writeLiveRecord(
    writer,
    to === null
      ? { ...write, comeBackTo }
      : {
          ...write,
          name: to,
          before: null,
          comeBackTo: row && { position: row.position },
          renamedFrom: name,
        },
    append,
    (eventId) => {
      const event = applyEvent(change, { jobId, title, eventId }, act);
      const states = { before_state: shown(before), after_state: shown(after) };
      applied = { ...changeAfter(change, event), ...states };
      return [auditEventOf(event)];
    },
  );
  await changeStore(writer).putApplied(applied);
  return applied;
}

/**
 * Checks that a rename has its model, and that no other model has the new name.
 * @throws ChangeRefused
 */
async function checkNames(
  reader: Tx,
  { change_id, category, model_name }: StoredChange,
  row: ModelRow | null,
  to: string,
): Promise<void> {
  const refuse = (why: string) => {
    throw new ChangeRefused('PendingChangeConflictError', `Change ${change_id} cannot be applied: ${why}.`);
  };
  if (row === null) refuse(`model '${model_name}' of ${category}, which it renames, is gone`);
  if (await modelStore(reader).get(category, to)) refuse(`there is a model '${to}' of ${category} already`);
}

/**
 * Refuses a change whose name does not mean its model any more. To rename a model that was created again is a
 * stale change like any other.
 * @throws ChangeRefused
 */
function checkModel(
  change: StoredChange,
  displaced: Displacement,
  { applyConflicts }: Pick<Settings, 'applyConflicts'>,
): void {
  if (displaced.kind === 'recreated' && applyConflicts === 'upsert') return;
  throw new ChangeRefused(
    'PendingChangeConflictError',
    `Change ${change.change_id} cannot be applied: ${displacementText(change, displaced)}`,
  );
}

function payloadOf({ change_id, operation, payload }: StoredChange): JsonObject {
  if (payload !== null) return payload;
  throw new ChangeRefused(
    'PendingChangePayloadError',
    `Change ${change_id} (${operation}) is missing payload data.`,
  );
}

/**
 * Checks that the live record is still the one on which the change is based. A delete of a record that is
 * gone is accepted.
 * @throws ChangeRefused for a stale change
 */
function checkBase(change: StoredChange, row: ModelRow | null): void {
  if (change.operation === 'delete' && row === null) return;
  const hash = (change.payload_format === 'v2' ? row?.v2_hash : row?.legacy_hash) ?? null;
  if (hash === change.base_hash) return;
  throw new ChangeRefused(
    'PendingChangeConflictError',
    `Change ${change.change_id} is stale: model '${change.model_name}' of ${change.category} was written since the change was proposed (apply_conflicts=reject).`,
  );
}

/** Maps each reason why an apply fails to an error code. Answers to clients contain the names of reasons. */
const errorCodes = {
  PendingChangeNotFoundError: 'not_found',
  PendingChangeStateError: 'bad_request',
  PendingChangePayloadError: 'bad_request',
  PendingChangeConflictError: 'conflict',
  PendingChangeBackendError: 'storage_unavailable',
} as const satisfies Record<string, ErrorCode>;

type ApplyFailureType = keyof typeof errorCodes;
export const applyFailureTypes = Object.keys(errorCodes) as [ApplyFailureType, ...ApplyFailureType[]];

/** The change at which an apply call stopped. */
export interface ApplyFailure {
  readonly changeId: number;
  readonly type: ApplyFailureType;
  /** The error, with a text that clients may see. When the database failed, `cause` is its original error. */
  readonly error: ShownError;
}

/** Thrown when one change cannot be applied. `type` is the name of the reason in answers to clients. */
export class ChangeRefused extends Error {
  readonly type: ApplyFailureType;

  constructor(type: ApplyFailureType, message: string) {
    super(message);
    this.name = 'ChangeRefused';
    this.type = type;
  }
}

export function applyFailure(changeId: number, thrown: unknown): ApplyFailure {
  const type = thrown instanceof ChangeRefused ? thrown.type : 'PendingChangeBackendError';
  const [text, extra] = [textOf(changeId, thrown), { cause: thrown }];
  const code = errorCodes[type];
  return {
    changeId,
    type,
    error:
      code === 'storage_unavailable'
        ? new OutageError(code, text, extra)
        : new RegistryError(code, text, extra),
  };
}

function textOf(changeId: number, thrown: unknown): string {
  if (thrown instanceof ChangeRefused) return thrown.message;
  if (thrown instanceof ConversionError || thrown instanceof ShownError) {
    return `Change ${changeId} cannot be applied: ${thrown.message}`;
  }
  return `Change ${changeId} cannot be applied.`;
}
