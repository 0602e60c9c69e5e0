import type { Clock } from '../../kernel/clock.ts';
import { readInPages } from '../../kernel/concurrency/pages.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore } from '../audit/index.ts';
import {
  type ChangeHead,
  changeStore,
  parseQueueEvent,
  readPurgedChangeIds,
  readPurgedChanges,
  readQueueEvents,
  readStoredFacts,
} from '../queue/index.ts';
import { listBatchIds, readBatchSummaries, readBatchSummary } from './batches.ts';
import { auditChange } from './http-shapes.ts';

/** Maximum number of splits followed back to find the origin of a batch. */
const maxSplits = 50;

/** A part of a list: the items from `offset`, at most `limit`. Without a limit, the rest of the list. */
interface Part {
  readonly offset: number;
  readonly limit?: number | undefined;
}

/**
 * Views of the queue's audit trail: pending changes, batches, and the changes of one batch. `domain` limits
 * each view to the changes queued under this canonical format. For a long list, the ids are read at the time
 * of the call, and the changes page by page as the caller consumes the list. So a change is shown in its
 * latest state, and is skipped if it no longer belongs in the list.
 */
export function createAuditViews(store: Store, clock: Clock) {
  const readSizes = (ids: readonly number[]) =>
    store.read((reader) => auditStore(reader).queueEventBytes(ids));

  return {
    /** Lists pending changes, the latest first. `total_pending` also counts those outside `part`. */
    current: async (domain: CanonicalFormat, part: Part) => {
      const ids = await store.read((reader) => changeStore(reader).ids({ statuses: ['pending'], domain }));
      const readPage = (page: readonly number[]) =>
        store.read(async (reader) => {
          const heads = await changeStore(reader).heads(page);
          const pendingHeads = heads.filter(({ status }) => status === 'pending');
          const sortedHeads = pendingHeads.sort(
            (a, b) => b.requested_at - a.requested_at || b.change_id - a.change_id,
          );
          return withEvents(reader, sortedHeads, []);
        });
      return {
        domain,
        pending_changes: readInPages(slicePart(ids.toReversed(), part), readSizes, readPage),
        total_pending: ids.length,
        generated_at: clock.now(),
      };
    },

    /** Lists batches, newest first. With `cursor`, lists only batches whose ids are below it. */
    batches: (domain: CanonicalFormat, cursor: number | null, limit: number) =>
      store.read(async (reader) => {
        const ids = await listBatchIds(reader, domain, cursor ?? Number.MAX_SAFE_INTEGER, limit + 1);
        const pageIds = ids.slice(0, limit);
        return {
          domain,
          batches: await readBatchSummaries(reader, domain, pageIds),
          next_cursor: ids.length > limit ? (pageIds.at(-1) ?? null) : null,
        };
      }),

    /**
     * Returns the changes of a batch, ordered by ascending id, and a summary of the batch. The summary also
     * counts changes outside `part`.
     * @throws RegistryError `not_found` when there is no such batch
     */
    batch: async (batchId: number, domain: CanonicalFormat, part: Part) => {
      const { summary, ids, splits } = await store.read(async (reader) => ({
        summary: await readBatchSummary(reader, batchId, domain),
        ids: [
          ...(await changeStore(reader).ids({ batch_id: batchId, domain })),
          ...(await readPurgedChangeIds(reader, batchId, domain)),
        ].sort((a, b) => a - b),
        splits: await readSplits(reader, batchId),
      }));
      const readPage = (page: readonly number[]) =>
        store.read(async (reader) => {
          const heads = await changeStore(reader).heads(page);
          const storedIds = new Set(heads.map(({ change_id }) => change_id));
          const purgedHeads = await readPurgedChanges(
            reader,
            page.filter((id) => !storedIds.has(id)),
          );
          const changes = [...heads, ...purgedHeads].filter(({ batch_id }) => batch_id === batchId);
          return withEvents(
            reader,
            changes.sort((a, b) => a.change_id - b.change_id),
            splits,
          );
        });
      return { summary, changes: readInPages(slicePart(ids, part), readSizes, readPage) };
    },
  };
}

function slicePart(ids: readonly number[], { offset, limit = ids.length }: Part): readonly number[] {
  return ids.slice(offset, offset + limit);
}

interface Split {
  readonly event: AuditEvent;
  readonly moved: ReadonlySet<number>;
}

/**
 * Lists the splits that may have moved changes into a batch. The first is the split that created this batch
 * from another batch; the next is the split that created that other batch, and so on.
 */
async function readSplits(reader: Tx, batchId: number): Promise<Split[]> {
  const splits: Split[] = [];
  let id = batchId;
  while (splits.length < maxSplits) {
    const [event]: AuditEvent[] = await auditStore(reader).events({ batch_id: id }, 1);
    const splitEvent = event?.action === 'batch_split' ? parseQueueEvent(event) : null;
    if (!event || !splitEvent || 'problem' in splitEvent || splitEvent.action !== 'batch_split') break;
    splits.push({ event, moved: new Set(splitEvent.reassigned_change_ids) });
    id = splitEvent.original_batch_id;
  }
  return splits;
}

async function withEvents(reader: Tx, changes: readonly ChangeHead[], splits: readonly Split[]) {
  const eventsByChange = await readQueueEvents(
    reader,
    changes.map(({ change_id }) => change_id),
  );
  return changes.map((change) => {
    const splitEvents = splits.filter(({ moved }) => moved.has(change.change_id)).map(({ event }) => event);
    const events = [...(eventsByChange.get(change.change_id) ?? []), ...splitEvents];
    return auditChangeOf(
      change,
      events.sort((a, b) => a.event_id - b.event_id),
    );
  });
}

type ShownField = Exclude<keyof typeof auditChange.shape, 'events'>;
const shownFields = Object.keys(auditChange.shape).filter((key): key is ShownField => key !== 'events');

/** Returns a change as the audit views show it, with its events in the queue. */
function auditChangeOf(change: ChangeHead, events: readonly AuditEvent[]) {
  return {
    ...(Object.fromEntries(shownFields.map((key) => [key, change[key]])) as Pick<ChangeHead, ShownField>),
    events: events.flatMap(({ event_id, timestamp, action, logical_user_id, ...event }) =>
      action === null
        ? []
        : [{ event_id, timestamp, action, logical_user_id, payload: readStoredFacts(event) }],
    ),
  };
}
