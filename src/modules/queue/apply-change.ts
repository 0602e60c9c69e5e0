import type { JsonObject } from '../../kernel/json.ts';
import { findKeyProblems } from '../../records/files/refuse-keys.ts';
import { findLifecycleProblem } from '../../records/lifecycle.ts';
import { createShownRecord, formatOf, type ModelViews, viewsOf } from '../../records/model-views.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { AppendEvents } from '../audit/index.ts';
import { type ModelRow, modelStore } from '../catalog/index.ts';
import { findLicensingProblem, readBaselines } from '../catalogues/index.ts';
import type { ApplyContext } from './apply-context.ts';
import { findBaselineProblem } from './baselines.ts';
import { ChangeRefused } from './change-refused.ts';
import { hashInFormat } from './change-rules.ts';
import { applyChangeSet, isChangeSet, updateCatalogues } from './change-sets.ts';
import { advanceChange } from './change-steps.ts';
import { type Displacement, describeDisplacement, findDisplacements } from './displacements.ts';
import { formatNotServedMessage } from './examine-write.ts';
import { writeLiveRecord } from './live-record.ts';
import { createApplyEvent } from './make-events.ts';
import type { StoredChange } from './pending-change.ts';
import { computeViewsAfterApply } from './proposed-views.ts';
import { toAuditEvent } from './queue-event.ts';
import { readFollowedRename, readNewName } from './rename.ts';
import { findRestoredPlace, readRestoredViews } from './restored-model.ts';
import { changeStore } from './store.ts';

/**
 * Makes one approved change live and marks it as applied. Returns the applied change.
 *
 * When the deployment accepts stale changes, a create of an existing model updates the model, and an update
 * of a deleted model creates it. A delete of a deleted model changes nothing. A change whose model was
 * renamed after the proposal is refused. A rename changes only the name, and a change that follows a rename
 * only the references: the other fields keep their live values.
 *
 * @throws ChangeRefused when the state of the change or of the live models prevents it; ConversionError when
 *   the record cannot be converted to v2 or to the legacy format
 */
export async function applyChange(
  writer: WriteTx,
  change: StoredChange,
  applying: ApplyContext,
): Promise<StoredChange> {
  if (isChangeSet(change)) return applyChangeSet(writer, change, applying);
  const { jobId, title, act, categories, settings, ...context } = applying;
  const append: AppendEvents = (to, events) => context.append(to, events, [change]);
  const { model_name: name } = change;
  const definition = categories.find(change.category);
  if (!definition) {
    const rejectionText = `Change ${change.change_id} cannot be applied: ${formatNotServedMessage(change.category)}`;
    throw new ChangeRefused('PendingChangeStateError', rejectionText);
  }
  const row = await modelStore(writer).get(definition.name, name);
  const newName = readNewName(change);
  const displacement = (await findDisplacements(writer, [change], () => row)).get(change.change_id);
  if (displacement) checkModel(change, displacement, settings);
  if (newName !== null) await checkNames(writer, change, row, newName);
  else if (row === null && readFollowedRename(change)) {
    const rejectionText = `Change ${change.change_id} cannot be applied: model '${name}' of ${change.category}, whose references it updates, no longer exists.`;
    throw new ChangeRefused('PendingChangeConflictError', rejectionText);
  } else if (settings.applyConflicts === 'reject') checkBase(change, row);

  const recordFormat = formatOf(definition, settings.canonicalFormat);
  const before = row && viewsOf(row);
  const isDelete = change.operation === 'delete';
  const restoredState = isDelete ? null : await readRestoredViews(writer, change);
  // Earlier releases accepted URLs that contain API keys.
  const [keyProblem] = isDelete
    ? []
    : findKeyProblems([change.payload, restoredState?.v2, restoredState?.legacy], []);
  if (keyProblem) {
    const rejectionText = `Change ${change.change_id} cannot be applied: ${keyProblem.loc.slice(1).join('.')}: ${keyProblem.msg}`;
    throw new ChangeRefused('PendingChangePayloadError', rejectionText);
  }
  const baselines = definition.onlyKnownBaselines
    ? await readBaselines(writer, categories)
    : categories.baselines;
  const sources = { live: before, restored: restoredState, now: act.now, baselines };
  const after = isDelete ? null : computeViewsAfterApply(change, requirePayload(change), sources);
  const problem =
    (after && findLifecycleProblem(after.v2)) ??
    (await findBaselineProblem(writer, before?.v2 ?? null, after?.v2 ?? null, categories)) ??
    (await findLicensingProblem(writer, before?.v2 ?? null, after?.v2 ?? null, restoredState !== null));
  if (problem !== null) {
    const rejectionText = `Change ${change.change_id} cannot be applied: ${problem}`;
    throw new ChangeRefused('PendingChangeConflictError', rejectionText);
  }
  const toShownRecord = (views: ModelViews | null) =>
    views && createShownRecord(definition, name, recordFormat, views);
  const actor = { userId: act.actor.userId, requestId: jobId, change, now: act.now };
  const write = { category: definition.name, name, before, after, domain: recordFormat, ...actor };
  // First half of a rename. The second half, in the same savepoint, creates the model under its new name.
  if (newName !== null) await writeLiveRecord(writer, { ...write, after: null }, append);
  const restoredPlace = restoredState && !before ? await findRestoredPlace(writer, change) : null;
  let appliedChange = change;
  await writeLiveRecord(
    writer,
    newName === null
      ? { ...write, restoredPlace }
      : {
          ...write,
          name: newName,
          before: null,
          restoredPlace: row && { position: row.position },
          renamedFrom: name,
        },
    append,
    (eventId) => {
      const event = createApplyEvent(change, { jobId, title, eventId }, act);
      const states = { before_state: toShownRecord(before), after_state: toShownRecord(after) };
      appliedChange = { ...advanceChange(change, event), ...states };
      return [toAuditEvent(event)];
    },
  );
  if (before && (isDelete || newName !== null)) {
    const modelMove = { category: definition.name, name, to: newName };
    await updateCatalogues(
      writer,
      applying.kinds,
      modelMove,
      { ...act, jobId, change: newName === null ? change : null },
      append,
    );
  }
  await changeStore(writer).putApplied(appliedChange);
  return appliedChange;
}

/**
 * Checks that the model of a rename exists and that no other model has the new name.
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
  if (row === null) refuse(`model '${model_name}' of ${category}, which it renames, no longer exists`);
  if (await modelStore(reader).get(category, to)) refuse(`model '${to}' of ${category} already exists`);
}

/**
 * Refuses a change whose model was renamed, replaced or re-created after the proposal. If the deployment
 * accepts stale changes, a rename of a re-created model is allowed.
 * @throws ChangeRefused
 */
function checkModel(
  change: StoredChange,
  displacement: Displacement,
  { applyConflicts }: Pick<Settings, 'applyConflicts'>,
): void {
  if (displacement.kind === 'recreated' && applyConflicts === 'upsert') return;
  throw new ChangeRefused(
    'PendingChangeConflictError',
    `Change ${change.change_id} cannot be applied: ${describeDisplacement(change, displacement)}`,
  );
}

function requirePayload({ change_id, operation, payload }: StoredChange): JsonObject {
  if (payload !== null) return payload;
  throw new ChangeRefused(
    'PendingChangePayloadError',
    `Change ${change_id} (${operation}) is missing payload data.`,
  );
}

/**
 * Checks that the live record is still the base of the change. Accepts a delete of a deleted record.
 * @throws ChangeRefused for a stale change
 */
function checkBase(change: StoredChange, row: ModelRow | null): void {
  if (change.operation === 'delete' && row === null) return;
  if (hashInFormat(change.payload_format, row) === change.base_hash) return;
  throw new ChangeRefused(
    'PendingChangeConflictError',
    `Change ${change.change_id} is stale: model '${change.model_name}' of ${change.category} was written since the change was proposed (apply_conflicts=reject).`,
  );
}
