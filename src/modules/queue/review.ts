import type { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import { makeStorable } from '../../records/unstorable.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { WriteTx } from '../../store/tx.ts';
import { type AppendEvents, appendEvents } from '../audit/index.ts';
import { expectVersion, requireText, toPublicChange } from './change-rules.ts';
import { advanceChange } from './change-steps.ts';
import type { purgeBody } from './http-queries.ts';
import {
  createAct,
  createApproveEvent,
  createEndorseEvent,
  createPurgeEvent,
  createRejectEvent,
  createUnapproveEvent,
  createWithdrawEvent,
} from './make-events.ts';
import type { ChangeStatus, PendingChange, StoredChange } from './pending-change.ts';
import { anyApproval, type Policies } from './policies.ts';
import { type QueueEvent, toAuditEvent } from './queue-event.ts';
import { type RiskAtDecision, skipRiskAssessment } from './risks.ts';
import { changeStore, readChangeFor } from './store.ts';
import type { ChangeFilter } from './tables.ts';

/** An approver's decisions in one call. Duplicate change ids, and ids below 1, are ignored. */
export interface BatchRequest {
  readonly batch_title: string;
  readonly approved_ids?: readonly number[] | null | undefined;
  readonly rejected_ids?: readonly number[] | null | undefined;
  readonly reject_reason?: string | null | undefined;
  /**
   * The versions that the approver reviewed, by change id. An absent change is decided at its current
   * version.
   */
  readonly expected_versions?: Readonly<Record<string, number>> | null | undefined;
}

type PurgeBody = z.infer<ReturnType<typeof purgeBody>>;

/** The filters of a purge. A change is purged if it matches all of them. Empty filters are ignored. */
interface PurgeRequest extends Partial<Omit<PurgeBody, 'statuses' | 'categories'>> {
  /** Default: pending and approved. */
  readonly statuses?: readonly ChangeStatus[] | null | undefined;
  readonly categories?: readonly string[] | null | undefined;
}

interface DecidingParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly append?: AppendEvents;
  readonly assess?: RiskAtDecision;
  /** Called with the decided or withdrawn changes after they are stored. */
  readonly onDecided?: (changes: readonly StoredChange[]) => void;
}

export type Review = ReturnType<typeof createReview>;
export type ReviewOptions = DecidingParts & {
  readonly settings: Pick<Settings, 'canonicalFormat'>;
  /** Default: one approval by any approver is enough. */
  readonly policies?: Policies;
};

/** Creates the service to decide and purge changes. */
export function createReview({
  store,
  clock,
  settings,
  append = appendEvents,
  policies = anyApproval,
  assess = skipRiskAssessment,
  onDecided,
}: ReviewOptions) {
  return {
    /**
     * Returns the pending changes with these ids that the caller may not approve, each with the reason, in
     * ascending order of id. Ids without a change are ignored.
     */
    listNotApprovable: async (ids: readonly number[], caller: Caller) => {
      const changes = await store.read((reader) => changeStore(reader).heads(ids));
      return changes.flatMap((change) => {
        const reason = change.status === 'pending' ? policies.findApprovalRefusal(change, caller) : null;
        return reason === null ? [] : [{ change_id: change.change_id, reason }];
      });
    },

    /**
     * Approves and rejects pending changes atomically. Returns the decided changes in ascending order of id.
     *
     * @throws RegistryError `bad_request` when the request is contradictory, when a change does not exist or
     *   is not pending, or when the proposals are too large for one call; `conflict` when a change does not
     *   have the expected version
     */
    processBatch: async (request: BatchRequest, caller: Caller) => {
      const decision = parseDecision(request);
      const ids = [...decision.approvedIds, ...decision.rejectedIds];
      const risks = await assess(ids);
      const { decided, result } = await store.write(async (writer) => {
        const changes = await readPendingChanges(writer, ids);
        for (const change of changes.values()) {
          expectVersion(change, request.expected_versions?.[String(change.change_id)]);
        }
        const changesToApprove = decision.approvedIds.map((id) => changes.get(id) as StoredChange);
        const changesToReject = decision.rejectedIds.map((id) => changes.get(id) as StoredChange);
        for (const change of changesToApprove) policies.checkApproval(change, caller);
        const act = createAct(settings, clock, caller);
        const isComplete = (change: StoredChange) => policies.isComplete(change, caller);
        const completedChanges = changesToApprove.filter(isComplete);
        const batchId = completedChanges.length > 0 ? await openBatch(writer, act.now) : null;
        const reviewCall = { title: decision.title, risks };
        const createSteps = (
          selectedChanges: readonly StoredChange[],
          eventOf: (change: StoredChange) => QueueEvent,
        ) =>
          selectedChanges.map((change) => {
            const event = eventOf(change);
            return { event, after: advanceChange(change, event) };
          });
        const approvals =
          batchId === null
            ? []
            : createSteps(completedChanges, (change) =>
                createApproveEvent(change, { ...reviewCall, batchId }, act),
              );
        const endorsements = createSteps(
          changesToApprove.filter((change) => !isComplete(change)),
          (change) => createEndorseEvent(change, act),
        );
        const rejections = createSteps(changesToReject, (change) =>
          createRejectEvent(change, { ...reviewCall, batchId, reason: decision.reason }, act),
        );
        const reviewSteps = [...approvals, ...endorsements, ...rejections];
        for (const { after } of reviewSteps) await changeStore(writer).updateHead(after);
        await append(
          writer,
          reviewSteps.map(({ event }) => toAuditEvent(event)),
          reviewSteps.map(({ after }) => after),
        );
        const toPublicChanges = (selectedSteps: typeof reviewSteps) =>
          selectedSteps.map(({ after }) => toPublicChange(after));
        const result = {
          /** Number of the batch into which the call approved changes; null when it approved none. */
          batch_id: batchId,
          batch_title: decision.title,
          approved: toPublicChanges(approvals),
          rejected: toPublicChanges(rejections),
          // Approved changes that need more approvals.
          ...(endorsements.length > 0 && { endorsed: toPublicChanges(endorsements) }),
        };
        const decidedChanges = [...approvals, ...rejections].map(({ after }) => after);
        return { decided: decidedChanges, result };
      }, caller.deadline);
      onDecided?.(decided);
      return result;
    },

    /**
     * Deletes changes from the queue. Applied records stay live, and the audit trail retains all events.
     * @throws RegistryError `bad_request` when there is neither a filter nor `purge_all`
     */
    purge: async (request: PurgeRequest, caller: Caller) => {
      const filter = createPurgeFilter(request);
      if (request.dry_run === true) {
        return createPurgeResult(await store.read((reader) => changeStore(reader).ids(filter)), true);
      }
      return store.write(async (writer) => {
        const ids = await changeStore(writer).ids(filter);
        const changes = await changeStore(writer).heads(ids);
        await changeStore(writer).delete(ids);
        const act = createAct(settings, clock, caller);
        await append(
          writer,
          changes.map((change) => toAuditEvent(createPurgeEvent(change, act))),
        );
        return createPurgeResult(ids, false);
      }, caller.deadline);
    },
  };
}

export type TakeBack = ReturnType<typeof createTakeBack>;

/**
 * Creates the service to withdraw a proposal (requestor) and to revoke an approval before the change is
 * applied (approver). Each method returns the updated change.
 */
export function createTakeBack({
  store,
  clock,
  settings,
  append = appendEvents,
  assess = skipRiskAssessment,
  onDecided,
}: DecidingParts & { readonly settings: Pick<Settings, 'canonicalFormat'> }) {
  return {
    /**
     * Withdraws a pending change for its requestor: the change becomes rejected.
     * @param expected.version the version that the caller reviewed; absent: no check
     * @param expected.reason the reason to store; default: the requestor withdrew the change
     * @throws RegistryError `not_found`; `bad_request` when the caller is not the requestor, or the change is
     *   not pending; `conflict` when the change does not have the expected version
     */
    withdraw: async (
      changeId: number,
      caller: Caller,
      {
        version,
        reason = 'Withdrawn by the requestor',
      }: { readonly version?: number; readonly reason?: string } = {},
    ): Promise<PendingChange> => {
      const risks = await assess([changeId]);
      const withdrawnChange = await store.write(async (writer) => {
        const change = await readChangeFor(writer, changeId, caller);
        if (change.requested_by !== caller.userId) {
          throw new RegistryError(
            'bad_request',
            `Change ${changeId} was proposed by ${change.requested_username}: only they can withdraw it. To close it, reject it.`,
          );
        }
        requireStatus(change, 'pending');
        expectVersion(change, version);
        const act = createAct(settings, clock, caller);
        const withdrawal = { reason, risk: risks.get(changeId) };
        return takeStep(writer, change, createWithdrawEvent(change, withdrawal, act), append);
      }, caller.deadline);
      onDecided?.([withdrawnChange]);
      return toPublicChange(withdrawnChange);
    },

    /**
     * Revokes the approval of a change: it becomes pending again and leaves its batch. A batch without
     * changes ceases to exist, and its number is not reused.
     * @throws RegistryError `not_found`; `bad_request` when the change is not approved
     */
    unapprove: (changeId: number, caller: Caller): Promise<PendingChange> =>
      store.write(async (writer) => {
        const change = await readChangeFor(writer, changeId, caller);
        requireStatus(change, 'approved');
        const event = createUnapproveEvent(change, createAct(settings, clock, caller));
        return toPublicChange(await takeStep(writer, change, event, append));
      }, caller.deadline),
  };
}

function requireStatus({ change_id, status }: StoredChange, requiredStatus: StoredChange['status']): void {
  if (status === requiredStatus) return;
  throw new RegistryError('bad_request', `Change ${change_id} is not ${requiredStatus} (status=${status}).`);
}

/**
 * Appends an event about a change to the audit trail, and stores the head of the change after the event.
 * Returns the updated change.
 */
export async function takeStep(
  writer: WriteTx,
  change: StoredChange,
  event: QueueEvent,
  append: AppendEvents,
): Promise<StoredChange> {
  const updatedChange = advanceChange(change, event);
  await changeStore(writer).updateHead(updatedChange);
  await append(writer, [toAuditEvent(event)], [updatedChange]);
  return updatedChange;
}

/** Largest number of change ids in one error message. Further ids are only counted. */
const maxNamedIds = 100;

interface Decision {
  readonly title: string;
  readonly approvedIds: readonly number[];
  readonly rejectedIds: readonly number[];
  readonly reason: string;
}

function parseDecision(request: BatchRequest): Decision {
  const approvedIds = normaliseIds(request.approved_ids);
  const rejectedIds = normaliseIds(request.rejected_ids);
  if (approvedIds.length + rejectedIds.length === 0) {
    throw new RegistryError('bad_request', 'Provide at least one approved or rejected change id.');
  }
  const rejectedIdSet = new Set(rejectedIds);
  const idsInBoth = approvedIds.filter((id) => rejectedIdSet.has(id));
  if (idsInBoth.length > 0) {
    const idList = idsInBoth.slice(0, maxNamedIds).join(', ');
    const omittedText = idsInBoth.length > maxNamedIds ? ` and ${idsInBoth.length - maxNamedIds} more` : '';
    throw new RegistryError(
      'bad_request',
      `Change ids cannot be both approved and rejected: [${idList}]${omittedText}`,
    );
  }
  const reason = makeStorable(request.reject_reason ?? '').trim();
  if (rejectedIds.length > 0 && reason === '') {
    throw new RegistryError('bad_request', 'reject_reason is required when rejecting changes.');
  }
  const title = requireText('batch_title', request.batch_title);
  return { title, approvedIds, rejectedIds, reason };
}

/** Returns the distinct ids that are at least 1, ascending. */
function normaliseIds(ids: readonly number[] | null | undefined): number[] {
  return [...new Set(ids ?? [])].filter((id) => id > 0).sort((a, b) => a - b);
}

async function readPendingChanges(
  writer: WriteTx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredChange>> {
  const sizes = await changeStore(writer).bodyFacts(ids);
  const totalBytes = Array.from(sizes.values(), (facts) => facts.bytes).reduce((sum, each) => sum + each, 0);
  checkTotalSize(totalBytes, 'The proposals', 'decide them in several, which approve into the same batch');
  const storedChanges = await changeStore(writer).getMany(ids);
  const changes = new Map(storedChanges.map((change) => [change.change_id, change]));
  for (const id of ids) {
    const change = changes.get(id);
    if (!change) throw new RegistryError('bad_request', `Change ${id} does not exist.`);
    if (change.status !== 'pending') {
      throw new RegistryError('bad_request', `Change ${id} is not pending (status=${change.status}).`);
    }
  }
  return changes;
}

/** Returns the id of the open batch. Opens a new batch when no change is approved. */
async function openBatch(writer: WriteTx, now: number): Promise<number> {
  return (await changeStore(writer).openBatch()) ?? (await changeStore(writer).openNextBatch(now));
}

function createPurgeFilter({ purge_all, dry_run: _, ...request }: PurgeRequest): ChangeFilter {
  const { statuses, categories, requested_by, model_name: name, ...rest } = request;
  rest satisfies NoOtherKeys;
  const model_name = name?.trim() ?? '';
  const filter: ChangeFilter = {
    ...(statuses && statuses.length > 0 && { statuses }),
    ...(categories && categories.length > 0 && { categories }),
    ...(requested_by && requested_by.length > 0 && { requested_by }),
    ...(model_name !== '' && { model_name }),
  };
  if (Object.keys(filter).length === 0 && purge_all !== true) {
    throw new RegistryError(
      'bad_request',
      'Provide at least one filter or set purge_all=true to clear the entire queue.',
    );
  }
  return { statuses: ['pending', 'approved'], ...filter };
}

function createPurgeResult(ids: number[], dry_run: boolean) {
  return { removed_count: ids.length, removed_change_ids: ids, dry_run };
}

const mebibyte = 1024 * 1024;

/**
 * Largest total size, in bytes, of the records that one call may read. A call holds its records in memory
 * until it ends, and needs several times their size. `checkTotalSize` therefore refuses a larger call before
 * the call reads any records.
 */
const maxPendingBytes = 32 * mebibyte;

/**
 * Refuses a call whose records exceed `maxPendingBytes` in total.
 * @param bytes UTF-8 length of the records
 * @param what the records, as a plural noun for the message
 * @param alternative advice for the caller, for the message
 * @throws RegistryError `bad_request`
 */
export function checkTotalSize(bytes: number, what: string, alternative: string): void {
  if (bytes <= maxPendingBytes) return;
  throw new RegistryError(
    'bad_request',
    `${what} have ${Math.ceil(bytes / mebibyte)} MiB in total; one call handles at most ${maxPendingBytes / mebibyte} MiB: ${alternative}.`,
  );
}
