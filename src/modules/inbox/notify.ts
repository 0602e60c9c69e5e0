import type { Tx } from '../../store/tx.ts';
import {
  type AuditEvent,
  auditStore,
  type ConcernedChange,
  type EventListener,
  subjectOf,
} from '../audit/index.ts';
import { isMove, modelStore } from '../catalog/index.ts';
import { type ChangeHead, changeStore, isStale, parseReadableEvents } from '../queue/index.ts';
import { createNotice, findCorrection, type Notice, type NoticeChange } from './notice.ts';
import { inboxStore } from './store.ts';
import type { InboxEntry } from './tables.ts';

/**
 * Creates the listener for new audit events. It runs in the transaction that appends the events. It stores the
 * inbox entries about the events. When a comment was edited or deleted, it also changes or removes the entries
 * that quote the comment.
 * @param approverIds ids of the accounts that may approve proposals
 */
export function notifyInboxes(approverIds: readonly string[]): EventListener {
  const approvers = new Set(approverIds);
  return async (writer, events, changes = []) => {
    const queueEvents = parseReadableEvents(events.filter((event) => subjectOf(event) === 'queue'));
    const notices = queueEvents.flatMap((event) => createNotice(event) ?? []);
    const inbox = inboxStore(writer);
    const writes = Map.groupBy(
      events.filter((event) => subjectOf(event) === 'model'),
      ({ change_id }) => change_id,
    );
    await inbox.add(await createEntries(writer, notices, changes, writes, approvers));
    await inbox.add(await createConflictEntries(writer, writes.get(null) ?? []));
    for (const { comment_id, excerpt } of queueEvents.flatMap((event) => findCorrection(event) ?? [])) {
      if (excerpt === null) await inbox.removeEntries(comment_id);
      else await inbox.setExcerpt(comment_id, excerpt);
    }
  };
}

/**
 * Writes of models, by the id of the queued change that they belong to. The key is null for writes without a
 * queued change.
 */
type Writes = ReadonlyMap<number | null, readonly AuditEvent[]>;

/**
 * Creates the entries about the events of these notices: at most one for each account, event and change, and
 * none for the account that caused the event.
 */
async function createEntries(
  reader: Tx,
  notices: readonly Notice[],
  knownChanges: readonly ConcernedChange[],
  writes: Writes,
  approvers: ReadonlySet<string>,
): Promise<InboxEntry[]> {
  const changes = await readChanges(reader, notices, knownChanges);
  const rivalsByNotice = await findStaleRivals(reader, notices, writes);
  const appliedByNotice = await findConflictingChanges(reader, notices);
  const actorsByChange = await readActors(reader, notices);
  return notices.flatMap((notice) => {
    const change = notice.change ?? changes.get(notice.change_id);
    if (!change) return [];
    const entries: InboxEntry[] = [];
    if (notice.requestor) entries.push(createEntry(notice, change, change.requested_by, 'requested'));
    const otherApprovers = [...approvers].filter((id) => id !== change.requested_by);
    const reviewers = otherApprovers.filter((id) => actorsByChange.get(notice.change_id)?.has(id));
    const allReviewers =
      notice.approvers || (notice.reviewers === 'activeOrAll' && reviewers.length === 0)
        ? otherApprovers
        : [];
    const activeReviewers = notice.reviewers ? reviewers : [];
    for (const id of new Set([...allReviewers, ...activeReviewers]))
      entries.push(createEntry(notice, change, id, 'reviews'));
    for (const concernedChange of [
      ...(rivalsByNotice.get(notice) ?? []),
      ...(appliedByNotice.get(notice) ?? []),
    ]) {
      const conflictNotice = { ...notice, kind: 'conflict', change_id: concernedChange.change_id } as const;
      entries.push(createEntry(conflictNotice, concernedChange, concernedChange.requested_by, 'requested'));
    }
    return entries.filter(({ user_id }) => user_id !== notice.actor);
  });
}

type EntryFacts = Pick<Notice, 'event_id' | 'change_id' | 'kind' | 'at' | 'actor' | 'actorName' | 'excerpt'>;

function createEntry(
  { event_id, change_id, kind, at, actor, actorName, excerpt }: EntryFacts,
  { category, model_name, operation }: NoticeChange,
  user_id: string,
  because: InboxEntry['because'],
): InboxEntry {
  return {
    event_id,
    change_id,
    user_id,
    kind,
    because,
    at,
    actor_id: actor,
    actor_username: actorName,
    category,
    model_name,
    operation,
    excerpt,
    request_id: null,
    read_at: null,
  };
}

/**
 * Returns the changes of the notices, by id. Omits changes that a notice already describes. Loads changes that
 * are not among `knownChanges`.
 */
async function readChanges(
  reader: Tx,
  notices: readonly Notice[],
  knownChanges: readonly ConcernedChange[],
): Promise<ReadonlyMap<number, ConcernedChange>> {
  const changes = new Map(knownChanges.map((change) => [change.change_id, change]));
  const ids = notices.flatMap(({ change, change_id }) => (change || changes.has(change_id) ? [] : change_id));
  if (ids.length === 0) return changes;
  for (const head of await changeStore(reader).heads([...new Set(ids)])) changes.set(head.change_id, head);
  return changes;
}

/**
 * Finds the open changes that became stale because a change was applied. Returns them by the notice of the
 * applied change. They are changes to the models that the applied change wrote, under the old or the new name. A
 * change is stale if it is based on another record than the live one at the end of the transaction.
 */
async function findStaleRivals(
  reader: Tx,
  notices: readonly Notice[],
  writes: Writes,
): Promise<ReadonlyMap<Notice, ChangeHead[]>> {
  const rivalsByNotice = new Map<Notice, ChangeHead[]>();
  const appliedWrites = notices.flatMap((notice) => {
    const ownWrites = (notice.staleProposers && writes.get(notice.change_id)) || [];
    return ownWrites.map(({ category, model_name }) => ({ notice, category, model_name }));
  });
  for (const [category, categoryWrites] of Map.groupBy(appliedWrites, (write) => write.category)) {
    const names = [...new Set(categoryWrites.map(({ model_name }) => model_name))];
    const staleByName = Map.groupBy(
      await findStaleChanges(reader, category, names),
      ({ model_name }) => model_name,
    );
    for (const { notice, model_name } of categoryWrites) {
      rivalsByNotice.set(notice, [
        ...(rivalsByNotice.get(notice) ?? []),
        ...(staleByName.get(model_name) ?? []),
      ]);
    }
  }
  return rivalsByNotice;
}

/** Maximum number of applied changes of a model that `findConflictingChanges` reads, the latest first. */
const maxListedChanges = 20;

/**
 * Finds the applied changes with which proposals of the bridge conflict. For each proposal, this is the newest
 * applied change to the same model that another account proposed. Omits notices without such a change.
 */
async function findConflictingChanges(
  reader: Tx,
  notices: readonly Notice[],
): Promise<ReadonlyMap<Notice, ChangeHead[]>> {
  const appliedByNotice = new Map<Notice, ChangeHead[]>();
  for (const notice of notices) {
    if (!notice.appliedProposer || !notice.change) continue;
    const { category, model_name } = notice.change;
    const filter = { categories: [category], model_name_exact: model_name, statuses: ['applied'] } as const;
    const ids = await changeStore(reader).latestIds(filter, { offset: 0, limit: maxListedChanges });
    const heads = await changeStore(reader).heads(ids);
    const appliedChange = heads.findLast(({ requested_by }) => requested_by !== notice.actor);
    if (appliedChange) appliedByNotice.set(notice, [appliedChange]);
  }
  return appliedByNotice;
}

/**
 * Returns the accounts that have acted on each change, by change id. Omits changes whose notices do not go to
 * reviewers.
 */
async function readActors(
  reader: Tx,
  notices: readonly Notice[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const ids = notices.flatMap(({ reviewers, change_id }) => (reviewers ? change_id : []));
  const actorsByChange = new Map<number, Set<string>>();
  if (ids.length === 0) return actorsByChange;
  for (const { change_id, user_id } of await auditStore(reader).actorsOf(ids)) {
    const userIds = actorsByChange.get(change_id) ?? new Set();
    actorsByChange.set(change_id, userIds.add(user_id));
  }
  return actorsByChange;
}

/** A write of a model that did not come from the queue: an import, or a write without review. */
type DirectWrite = Pick<
  AuditEvent,
  | 'event_id'
  | 'timestamp'
  | 'domain'
  | 'category'
  | 'model_name'
  | 'operation'
  | 'logical_user_id'
  | 'payload'
>;

/**
 * Creates an entry for each open change that these writes have made stale. A change is stale if it is based on
 * another record than the live one. The entry is for the account that proposed the change. If this account
 * also made the write, no entry is created.
 */
export async function createConflictEntries(
  reader: Tx,
  writes: readonly DirectWrite[],
): Promise<InboxEntry[]> {
  const entries: InboxEntry[] = [];
  for (const [category, categoryWrites] of Map.groupBy(writes, (write) => write.category)) {
    // If a model was written several times, only the last write counts. A move changes no record.
    const lastWrites = new Map(
      categoryWrites.filter((write) => !isMove(write)).map((write) => [write.model_name, write]),
    );
    for (const change of await findStaleChanges(reader, category, [...lastWrites.keys()])) {
      const write = lastWrites.get(change.model_name);
      if (!write || change.requested_by === write.logical_user_id) continue;
      const { change_id, requested_by } = change;
      const { event_id, timestamp: at, logical_user_id: actor } = write;
      const conflictNotice = {
        event_id,
        change_id,
        kind: 'conflict',
        at,
        actor,
        actorName: null,
        excerpt: null,
      } as const;
      entries.push(createEntry(conflictNotice, change, requested_by, 'requested'));
    }
  }
  return entries;
}

async function findStaleChanges(
  reader: Tx,
  category: string,
  names: readonly string[],
): Promise<ChangeHead[]> {
  const openChanges = await changeStore(reader).open(category, names);
  if (openChanges.length === 0) return [];
  const liveHashes = await modelStore(reader).hashes(category, [
    ...new Set(openChanges.map(({ model_name }) => model_name)),
  ]);
  const staleHeads = openChanges.filter((change) =>
    isStale(change, liveHashes.get(change.model_name) ?? null),
  );
  // A rename is not stale while its model is live, because it keeps the live record.
  const renames = await changeStore(reader).newNames(staleHeads.map(({ change_id }) => change_id));
  return staleHeads.filter(
    ({ change_id, model_name }) => !(renames.has(change_id) && liveHashes.has(model_name)),
  );
}
