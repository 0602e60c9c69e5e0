import type { Tx } from '../../store/tx.ts';
import {
  type AuditEvent,
  auditStore,
  type ConcernedChange,
  type EventListener,
  subjectOf,
} from '../audit/index.ts';
import { isMove, modelStore } from '../catalog/index.ts';
import { type ChangeHead, changeStore, isStale, readableEvents } from '../queue/index.ts';
import { correctionOf, type Notice, type NoticeChange, noticeOf } from './notice.ts';
import { inboxStore } from './store.ts';
import type { InboxEntry } from './tables.ts';

/**
 * Creates the listener for new audit events, which runs in the transaction that appends them. It stores the
 * inbox entries about these events. It also changes or removes earlier entries that quote an edited or
 * deleted comment.
 * @param approverIds ids of the accounts that may approve proposals
 */
export function notifyInboxes(approverIds: readonly string[]): EventListener {
  const approvers = new Set(approverIds);
  return async (writer, events, changes = []) => {
    const queueEvents = readableEvents(events.filter((event) => subjectOf(event) === 'queue'));
    const notices = queueEvents.flatMap((event) => noticeOf(event) ?? []);
    const inbox = inboxStore(writer);
    const writes = Map.groupBy(
      events.filter((event) => subjectOf(event) === 'model'),
      ({ change_id }) => change_id,
    );
    await inbox.add(await entriesOf(writer, notices, changes, writes, approvers));
    await inbox.add(await conflictsOf(writer, writes.get(null) ?? []));
    for (const { comment_id, excerpt } of queueEvents.flatMap((event) => correctionOf(event) ?? [])) {
      if (excerpt === null) await inbox.forget(comment_id);
      else await inbox.reword(comment_id, excerpt);
    }
  };
}

/**
 * Writes of models, by the id of the queued change that made them. Writes that no queued change made have the
 * key null.
 */
type Writes = ReadonlyMap<number | null, readonly AuditEvent[]>;

/**
 * Creates the entries about the events of these notices: at most one for each account, event and change, and
 * none for the account that caused the event.
 */
async function entriesOf(
  reader: Tx,
  notices: readonly Notice[],
  knownChanges: readonly ConcernedChange[],
  writes: Writes,
  approvers: ReadonlySet<string>,
): Promise<InboxEntry[]> {
  const changes = await changesOf(reader, notices, knownChanges);
  const rivals = await rivalsOf(reader, notices, writes);
  const holders = await holdersOf(reader, notices);
  const actors = await actorsOf(reader, notices);
  return notices.flatMap((notice) => {
    const change = notice.change ?? changes.get(notice.change_id);
    if (!change) return [];
    const entries: InboxEntry[] = [];
    if (notice.requestor) entries.push(entryOf(notice, change, change.requested_by, 'requested'));
    const otherApprovers = [...approvers].filter((id) => id !== change.requested_by);
    const reviewers = otherApprovers.filter((id) => actors.get(notice.change_id)?.has(id));
    const allReviewers =
      notice.approvers || (notice.reviewers === 'orAll' && reviewers.length === 0) ? otherApprovers : [];
    const activeReviewers = notice.reviewers ? reviewers : [];
    for (const id of new Set([...allReviewers, ...activeReviewers]))
      entries.push(entryOf(notice, change, id, 'reviews'));
    for (const concernedChange of [...(rivals.get(notice) ?? []), ...(holders.get(notice) ?? [])]) {
      const conflictNotice = { ...notice, kind: 'conflict', change_id: concernedChange.change_id } as const;
      entries.push(entryOf(conflictNotice, concernedChange, concernedChange.requested_by, 'requested'));
    }
    return entries.filter(({ user_id }) => user_id !== notice.actor);
  });
}

type Subjects = Pick<Notice, 'event_id' | 'change_id' | 'kind' | 'at' | 'actor' | 'actorName' | 'excerpt'>;

function entryOf(
  { event_id, change_id, kind, at, actor, actorName, excerpt }: Subjects,
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
 * Returns, by id, the changes referenced by notices without a description. Loads changes that are not in
 * memory.
 */
async function changesOf(
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
 * Lists, for each notice of an applied change, the stale open changes to the models that the applied change
 * wrote, under each name that it wrote. A change is listed only if it is stale at the end of the transaction.
 * A change proposed in the same transaction after the apply is not stale.
 */
async function rivalsOf(
  reader: Tx,
  notices: readonly Notice[],
  writes: Writes,
): Promise<ReadonlyMap<Notice, ChangeHead[]>> {
  const rivals = new Map<Notice, ChangeHead[]>();
  const appliedWrites = notices.flatMap((notice) => {
    const ownWrites = (notice.rivals && writes.get(notice.change_id)) || [];
    return ownWrites.map(({ category, model_name }) => ({ notice, category, model_name }));
  });
  for (const [category, categoryWrites] of Map.groupBy(appliedWrites, (write) => write.category)) {
    const names = [...new Set(categoryWrites.map(({ model_name }) => model_name))];
    const byName = Map.groupBy(await staleChanges(reader, category, names), ({ model_name }) => model_name);
    for (const { notice, model_name } of categoryWrites) {
      rivals.set(notice, [...(rivals.get(notice) ?? []), ...(byName.get(model_name) ?? [])]);
    }
  }
  return rivals;
}

/** Maximum number of applied changes of a model that `holdersOf` reads, the latest first. */
const maxListedChanges = 20;

/**
 * Returns, for each proposal of the bridge with a conflict, the change that it probably conflicts with: the
 * newest applied change of the same model that another account proposed. Omits notices without such a change.
 */
async function holdersOf(reader: Tx, notices: readonly Notice[]): Promise<ReadonlyMap<Notice, ChangeHead[]>> {
  const holders = new Map<Notice, ChangeHead[]>();
  for (const notice of notices) {
    if (!notice.holder || !notice.change) continue;
    const { category, model_name } = notice.change;
    const filter = { categories: [category], model_name_exact: model_name, statuses: ['applied'] } as const;
    const ids = await changeStore(reader).latestIds(filter, { offset: 0, limit: maxListedChanges });
    const heads = await changeStore(reader).heads(ids);
    const last = heads.findLast(({ requested_by }) => requested_by !== notice.actor);
    if (last) holders.set(notice, [last]);
  }
  return holders;
}

/**
 * Returns, by change id, the accounts that have acted on the change. Reads only changes whose notices go to
 * reviewers.
 */
async function actorsOf(
  reader: Tx,
  notices: readonly Notice[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const ids = notices.flatMap(({ reviewers, change_id }) => (reviewers ? change_id : []));
  const actors = new Map<number, Set<string>>();
  if (ids.length === 0) return actors;
  for (const { change_id, user_id } of await auditStore(reader).actorsOf(ids)) {
    const userIds = actors.get(change_id) ?? new Set();
    actors.set(change_id, userIds.add(user_id));
  }
  return actors;
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
 * Creates an entry for each open change that these writes have made stale. The entry is for the account that
 * proposed the change. A change is stale when it is based on another record than the live one. Skips changes
 * that were proposed by the account that made the write.
 */
export async function conflictsOf(reader: Tx, writes: readonly DirectWrite[]): Promise<InboxEntry[]> {
  const entries: InboxEntry[] = [];
  for (const [category, own] of Map.groupBy(writes, (write) => write.category)) {
    // If a model was written several times, only the last write counts. A move changes no record.
    const last = new Map(own.filter((write) => !isMove(write)).map((write) => [write.model_name, write]));
    for (const change of await staleChanges(reader, category, [...last.keys()])) {
      const write = last.get(change.model_name);
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
      entries.push(entryOf(conflictNotice, change, requested_by, 'requested'));
    }
  }
  return entries;
}

async function staleChanges(reader: Tx, category: string, names: readonly string[]): Promise<ChangeHead[]> {
  const openChanges = await changeStore(reader).open(category, names);
  if (openChanges.length === 0) return [];
  const live = await modelStore(reader).hashes(category, [
    ...new Set(openChanges.map(({ model_name }) => model_name)),
  ]);
  const stale = openChanges.filter((change) => isStale(change, live.get(change.model_name) ?? null));
  // A rename is not stale while its model is live, because it keeps the live record.
  const renames = await changeStore(reader).newNames(stale.map(({ change_id }) => change_id));
  return stale.filter(({ change_id, model_name }) => !(renames.has(change_id) && live.has(model_name)));
}
