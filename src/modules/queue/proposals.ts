import { randomUUID } from 'node:crypto';
import { type Bounds, bounds as defaultBounds } from '../../kernel/bounds.ts';
import type { Caller, RetryKey } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { DraftNote } from '../../records/draft-note.ts';
import { createShownRecord, type ModelViews } from '../../records/model-views.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import { type AppendEvents, appendEvents } from '../audit/index.ts';
import { type ModelRow, modelStore } from '../catalog/index.ts';
import type { ChangeSetKinds } from '../catalogues/index.ts';
import { expectVersion, hashInFormat, toPublicChange } from './change-rules.ts';
import {
  type ChangeSetProposal,
  examineChangeSet,
  isChangeSet,
  previewChangeSet,
  reviseChangeSet,
} from './change-sets.ts';
import { advanceChange } from './change-steps.ts';
import { findDisplacements } from './displacements.ts';
import { examineWrite, listBackendVariants, parseRevision, type RequestedWrite } from './examine-write.ts';
import { runIdempotently } from './idempotency.ts';
import { createAct, createEnqueueEvent, createReviseEvent, type QueueAct } from './make-events.ts';
import {
  modelResource,
  type NewChange,
  type PendingChange,
  pickRequestorColumns,
  type RequestorColumns,
  type StoredChange,
} from './pending-change.ts';
import { toAuditEvent } from './queue-event.ts';
import { createRenameMetadata, readNewName } from './rename.ts';
import { createDraftMetadata, createRevisedMetadata, wholeRecordMetadata } from './request-metadata.ts';
import { changeStore, readChangeFor } from './store.ts';
import { computeBodyBytes, type SubmittedBody } from './store-rows.ts';

/** A write to queue. */
export interface Proposal extends RequestedWrite, RequestorColumns {
  /** The operation id under which the write was proposed; stored in `request_metadata`. */
  readonly route: string;
  /**
   * Additional members for `request_metadata`. When absent, the notes of the requestor's draft are stored
   * instead, if the record was created from a draft.
   */
  readonly requestMetadata?: JsonObject;
}

export interface QueueOptions {
  readonly deadline?: Caller['deadline'];
  readonly retry?: RetryKey | undefined;
}

/** A proposal to queue: a write of a model, or a change set of a catalogue. */
export type AnyProposal = Proposal | ChangeSetProposal;

export type MakeProposals = (reader: Tx) => Promise<readonly AnyProposal[]>;

/** A write to queue, or a function that creates it from the stored data. */
export type ProposalSource = AnyProposal | ((reader: Tx) => Promise<AnyProposal>);

/** Returns the write to queue. If `source` is a function, calls it in this transaction. */
export async function resolveProposal(reader: Tx, source: ProposalSource): Promise<AnyProposal> {
  return typeof source === 'function' ? source(reader) : source;
}

/**
 * Returns the notes of the draft from which the account `owner` created a record; null when there is no such
 * draft.
 */
type FindDraftNotes = (reader: Tx, owner: string, record: JsonObject) => Promise<readonly DraftNote[] | null>;

interface ProposingParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly categories: Categories;
  readonly settings: Pick<Settings, 'canonicalFormat'> & Partial<Pick<Settings, 'requireLicensing'>>;
  readonly bounds?: Bounds;
  readonly append?: AppendEvents;
  /** The kinds of change sets that can be proposed. Default: none. */
  readonly kinds?: ChangeSetKinds;
  /** Returns a new UUID for the name of a change set. */
  readonly newUuid?: () => string;
  /**
   * Finds the notes of the draft that a record was created from. Absent when the deployment has no drafts.
   */
  readonly findDraftNotes?: FindDraftNotes;
}

export type Proposals = ReturnType<typeof createProposals>;

/**
 * Creates the service that queues proposed writes, and new versions of them, as pending changes. All methods
 * throw the errors of `examineWrite`; the methods that queue also throw `too_many_waiting`.
 */
export function createProposals({
  store,
  clock,
  categories,
  settings,
  bounds = defaultBounds,
  append = appendEvents,
  findDraftNotes = findNoDraftNotes,
  kinds = new Map(),
  newUuid = randomUUID,
}: ProposingParts) {
  const { requireLicensing = false } = settings;
  const enqueue = async (writer: WriteTx, proposal: AnyProposal): Promise<PendingChange> => {
    const act = createAct(settings, clock, proposal.caller);
    const change =
      'changeSet' in proposal
        ? await examineChangeSet(writer, proposal, { ...act, kinds, newUuid })
        : (await examineProposal(writer, proposal, { ...act, categories, findDraftNotes, requireLicensing }))
            .change;
    await checkOpenChanges(writer, proposal.caller, { ...bounds, now: act.now }, change);
    const storedChange = await changeStore(writer).insert(change);
    await append(writer, [toAuditEvent(createEnqueueEvent(storedChange, act))]);
    return toPublicChange(storedChange);
  };

  const proposeAllAndAnswer = <Answer extends object>(
    source: readonly AnyProposal[] | MakeProposals,
    { deadline, retry, answer }: QueueOptions & { readonly answer: (changes: PendingChange[]) => Answer },
  ): Promise<Answer> =>
    store.write(
      (writer) =>
        runIdempotently(writer, retry, clock.now(), async () => {
          const proposals = typeof source === 'function' ? await source(writer) : source;
          const changes: PendingChange[] = [];
          for (const proposal of proposals) changes.push(await enqueue(writer, proposal));
          return answer(changes);
        }),
      deadline,
    );

  return {
    /**
     * Queues a write as a pending change. Does not modify the live record. If `source` is a function, it is
     * called in the transaction that queues the write, but not for a retry.
     */
    propose: (
      source: ProposalSource,
      { deadline, retry }: QueueOptions = chooseQueueOptions(source),
    ): Promise<PendingChange> =>
      store.write(
        (writer) =>
          runIdempotently(writer, retry, clock.now(), async () =>
            enqueue(writer, await resolveProposal(writer, source)),
          ),
        deadline,
      ),
    /**
     * Queues several writes atomically, and returns their changes. If `source` is a function, it creates the
     * writes in the transaction that queues them.
     */
    proposeAll: (
      source: readonly AnyProposal[] | MakeProposals,
      options?: QueueOptions,
    ): Promise<PendingChange[]> => proposeAllAndAnswer(source, { ...options, answer: (changes) => changes }),
    /**
     * Like `proposeAll`, but returns the result of `answer` for the queued changes. A retry with the same key
     * returns the stored result.
     */
    proposeAllAndAnswer,
    /**
     * Creates the change of a proposal like `propose`, but does not store it. Returns the change, the live
     * record and the proposed record.
     */
    preview: (proposal: Proposal) =>
      store.read((reader) =>
        examineProposal(reader, proposal, {
          now: clock.now(),
          domain: settings.canonicalFormat,
          categories,
          findDraftNotes,
          requireLicensing,
        }),
      ),
    /**
     * Creates the change of a change set like `propose`, but does not store it. Returns its diff with the
     * current catalogue, and its findings.
     */
    previewChangeSet: (proposal: ChangeSetProposal) =>
      store.read(async (reader) => {
        const context = { now: clock.now(), domain: settings.canonicalFormat, kinds, newUuid };
        return previewChangeSet(reader, kinds, await examineChangeSet(reader, proposal, context));
      }),
    /**
     * Replaces a proposal with a new version, based on the current live record. The change keeps its id, and
     * has to be approved again. If the model of an update was renamed since, the new version applies to the
     * renamed model, and its record must have the new name.
     *
     * @throws the errors of `expectRevisable` and `parseRevision`; RegistryError `not_found`, `conflict` when the
     *   change does not have the expected version, `bad_request` when the new version equals the old one
     */
    revise: createRevise({ store, clock, categories, settings, bounds, append, findDraftNotes, kinds }),
  };
}

function chooseQueueOptions(source: ProposalSource): QueueOptions {
  return typeof source === 'function' ? {} : { deadline: source.caller.deadline, retry: source.retry };
}

const findNoDraftNotes: FindDraftNotes = async () => null;

async function examineProposal(
  reader: Tx,
  proposal: Proposal,
  {
    now,
    domain,
    categories,
    findDraftNotes,
    requireLicensing,
  }: Pick<QueueAct, 'now' | 'domain'> &
    Pick<ProposingParts, 'categories'> & {
      readonly findDraftNotes: FindDraftNotes;
      readonly requireLicensing: boolean;
    },
) {
  const { name, operation, format, caller } = proposal;
  const { target, row, before, payload, after } = await examineWrite(reader, proposal, {
    now,
    categories,
    requireLicensing,
  });
  const { definition } = target;
  const toShownRecord = (views: ModelViews | null) =>
    views && createShownRecord(definition, name, format, views);
  const currentRecord = toShownRecord(before);
  const change: NewChange = {
    category: definition.name,
    model_name: name,
    operation,
    payload: payload ?? currentRecord,
    requested_by: caller.userId,
    requested_username: caller.username,
    requested_at: now,
    ...pickRequestorColumns(proposal),
    request_metadata: {
      route: proposal.route,
      ...(proposal.whole && wholeRecordMetadata),
      ...(proposal.renamesTo !== undefined && createRenameMetadata(proposal.renamesTo)),
      ...(proposal.requestMetadata ??
        (after && createDraftMetadata(await findDraftNotes(reader, caller.userId, after.v2)))),
    },
    related_models: listBackendVariants(target),
    domain,
    payload_format: format,
    base_hash: hashInFormat(format, row),
    ...modelResource,
  };
  return { change, current: currentRecord, proposed: toShownRecord(after), live: before, after };
}

/**
 * Seconds for which the bytes of a withdrawn change still count towards its account's limit. The audit trail
 * keeps these bytes, so a withdrawal frees no space.
 */
const withdrawnRetentionSeconds = 86_400;

/**
 * Checks the limits on the requestor's pending and approved changes. Approvers have no limits, because they
 * empty the queue themselves.
 *
 * @param isRevision whether the proposal is a new version of a pending or approved change; then only the
 *   limit on bytes applies
 * @throws RegistryError `too_many_waiting` (429)
 */
async function checkOpenChanges(
  reader: Tx,
  { userId, isApprover }: Caller,
  { waitingChanges, waitingBytes, now }: Bounds & { readonly now: number },
  body: SubmittedBody,
  isRevision = false,
): Promise<void> {
  if (isApprover) return;
  const totalsOfOpenChanges = await changeStore(reader).waiting(userId, now - withdrawnRetentionSeconds);
  if (!isRevision && totalsOfOpenChanges.changes >= waitingChanges) {
    throw createTooManyError(
      `You already have ${totalsOfOpenChanges.changes} open changes; an account may have ${waitingChanges}.`,
    );
  }
  const bytes = computeBodyBytes(body);
  if (totalsOfOpenChanges.bytes + bytes > waitingBytes) {
    throw createTooManyError(
      `Your open changes would exceed the limit of ${waitingBytes} bytes for an account: the proposal has ${bytes} bytes, and your open changes have ${totalsOfOpenChanges.bytes} bytes, including earlier versions and changes withdrawn within a day (${Math.max(0, waitingBytes - totalsOfOpenChanges.bytes)} bytes are left).`,
    );
  }
}

function createTooManyError(why: string): RegistryError {
  return new RegistryError(
    'too_many_waiting',
    `Nothing was queued. ${why} Try again when open changes are applied, rejected or purged.`,
  );
}

export const maxVersions = 20;

interface Revision {
  readonly changeId: number;
  /** The new record from the client, in the format of the change. */
  readonly record: Readonly<Record<string, unknown>>;
  /**
   * The version that the requestor edited; the call is refused when the change has another version. Absent or
   * null: no check.
   */
  readonly expectedVersion?: number | null | undefined;
  readonly caller: Caller;
  readonly retry?: RetryKey | undefined;
}

/**
 * If the model of an update was renamed after the proposal, returns the model under its new name; null
 * otherwise.
 */
async function findRenamedModel(reader: Tx, change: StoredChange): Promise<ModelRow | null> {
  const { category, model_name, change_id, operation } = change;
  if (operation !== 'update') return null;
  const row = await modelStore(reader).get(category, model_name);
  const displacement = (await findDisplacements(reader, [change], () => row)).get(change_id);
  if (displacement?.kind !== 'renamed' || !displacement.isLive) return null;
  return modelStore(reader).get(category, displacement.to);
}

function createRevise({
  store,
  clock,
  categories,
  settings,
  bounds,
  append,
  findDraftNotes,
  kinds,
}: Required<Omit<ProposingParts, 'newUuid'>>) {
  const createRevision = async (
    writer: WriteTx,
    change: StoredChange,
    submittedRecord: Revision['record'],
    { caller, now }: { readonly caller: Caller; readonly now: number },
  ) => {
    if (isChangeSet(change)) return reviseChangeSet(writer, change, submittedRecord, { now, caller, kinds });
    const { category, operation, payload_format: format } = change;
    const renamedModel = await findRenamedModel(writer, change);
    const name = renamedModel?.name ?? change.model_name;
    const record = parseRevision(change, renamedModel, submittedRecord, categories);
    const write = { category, operation, name, record, format, caller };
    const { target, row, payload, after } = await examineWrite(writer, write, {
      now,
      categories,
      requireLicensing: settings.requireLicensing ?? false,
    });
    const draftNotes = after && (await findDraftNotes(writer, caller.userId, after.v2));
    return {
      ...pickRequestorColumns(change),
      model_name: name,
      related_models: listBackendVariants(target),
      payload,
      base_hash: hashInFormat(format, row),
      request_metadata: { ...createRevisedMetadata(change), ...createDraftMetadata(draftNotes) },
    };
  };

  return async ({
    changeId,
    record: submittedRecord,
    expectedVersion,
    caller,
    retry,
  }: Revision): Promise<PendingChange & { version: number }> => {
    return store.write(
      (writer) =>
        runIdempotently(writer, retry, clock.now(), async () => {
          const change = expectRevisable(await readChangeFor(writer, changeId, caller), caller);
          expectVersion(change, expectedVersion);
          const act = createAct(settings, clock, caller);
          const revision = await createRevision(writer, change, submittedRecord, { caller, now: act.now });
          const isUnchanged = sameJson(revision.payload ?? undefined, change.payload ?? undefined);
          if (revision.base_hash === change.base_hash && isUnchanged) {
            throw new RegistryError(
              'bad_request',
              `The record equals version ${change.version} of change ${changeId}: no new version was created.`,
            );
          }
          const event = createReviseEvent(change, revision, act);
          const revisedChange = { ...advanceChange(change, event), ...revision };
          await checkOpenChanges(writer, caller, { ...bounds, now: act.now }, revisedChange, true);
          await changeStore(writer).revise(revisedChange);
          await append(writer, [toAuditEvent(event)]);
          return { ...toPublicChange(revisedChange), version: revisedChange.version };
        }),
      caller.deadline,
    );
  };
}

/**
 * Returns the change if the caller may revise it: the caller is its requestor, and it is pending or approved.
 * Deletions, renames and changes with `maxVersions` versions cannot be revised.
 * @throws RegistryError `bad_request` when the caller may not revise the change
 */
function expectRevisable(change: StoredChange, caller: Caller): StoredChange {
  const { change_id: id, status, operation, version } = change;
  const refuse = (why: string) => {
    throw new RegistryError('bad_request', why);
  };
  if (change.requested_by !== caller.userId) {
    refuse(`Change ${id} was proposed by ${change.requested_username}: only they can revise it.`);
  }
  if (status !== 'pending' && status !== 'approved')
    refuse(`Change ${id} is already decided (status=${status}).`);
  if (operation === 'delete')
    refuse(`Change ${id} deletes a model and cannot be revised. Withdraw it instead.`);
  if (readNewName(change) !== null)
    refuse(`Change ${id} renames a model and cannot be revised. Withdraw it and propose a new one.`);
  if (version >= maxVersions)
    refuse(`Change ${id} already has ${version} versions, the maximum. Withdraw it and propose a new one.`);
  return change;
}
