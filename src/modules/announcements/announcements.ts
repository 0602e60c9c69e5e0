import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore, type PagedAuditFilter } from '../audit/index.ts';
import { isModelEvent, viewsAfterEvent, viewsBeforeEvent } from '../catalog/index.ts';
import { batchIds, batchSummaries } from '../history/index.ts';
import type { UsageLevels } from '../insight/index.ts';
import { type BatchAnnouncement, batchAnnouncement } from './batch-announcement.ts';
import { type ModelAnnouncement, modelAnnouncement } from './model-announcement.ts';

/** One write of a live model. */
export interface WriteAnnouncement {
  readonly model: ModelAnnouncement;
  /** Unix seconds. */
  readonly at: number;
  /** SHA-256 (hex) of the event: tells it from every other event of every registry. */
  readonly hash: string;
}

/** Some announcements. As long as nothing is written it is the same object. */
export interface Announced<T> {
  /** The hash of the first event: tells this registry from all others, wherever it is served. */
  readonly registry: string;
  readonly items: readonly T[];
}

/** What people are told who follow the registry: few and short, newest first, of nobody's doing. */
export interface Announcements {
  /** The latest applied batches, at most 50. */
  batches(): Promise<Announced<BatchAnnouncement>>;
  /** The latest new models, at most 50, among the latest 20,000 events of the trail. */
  newModels(): Promise<Announced<WriteAnnouncement>>;
  /** What happened latest to the models of a category, at most 50. */
  ofCategory(category: string): Promise<Announced<WriteAnnouncement>>;
}

const mostItems = 50;
/** How many events back new models are looked for: there may be none for a long while. */
const newModelsWithin = 20_000;
/** How many batches are looked at; those of which nothing is applied do not count. */
const batchesAtOnce = 50;
const mostBatchPages = 4;

export interface AnnouncementsOptions {
  readonly store: Pick<Store, 'read'>;
  readonly usage: UsageLevels;
  /** Names of all categories. */
  readonly categories: readonly string[];
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
}

export function createAnnouncements(options: AnnouncementsOptions): Announcements {
  const { store, usage, categories, settings } = options;
  const kept = new Map<string, { readonly head: string; readonly announced: Announced<unknown> }>();
  const flights = new SingleFlight<Announced<unknown>>();

  /** Computed once for each state of the trail, however many ask. */
  const announced = async <T>(
    what: string,
    ofCategories: readonly string[],
    read: (reader: Tx, head: number) => Promise<T[]>,
  ): Promise<Announced<T>> => {
    const { hash } = await store.read((reader) => auditStore(reader).head());
    const known = kept.get(what);
    if (known?.head === hash) return known.announced as Announced<T>;
    const run = async () => {
      await usage.prepare(ofCategories);
      return store.read(async (reader) => {
        const head = await auditStore(reader).head();
        const [first] = await auditStore(reader).events({}, 1);
        const items = await read(reader, head.event_id);
        const fresh = { registry: first?.hash ?? head.hash, items };
        kept.set(what, { head: head.hash, announced: fresh });
        return fresh;
      });
    };
    return (await flights.run(`${what} ${hash}`, run)) as Announced<T>;
  };

  const writes = async (reader: Tx, filter: PagedAuditFilter) => {
    const items: WriteAnnouncement[] = [];
    for await (const event of newestWrites(reader, filter)) {
      const item = await announcementOf(reader, event, usage);
      if (item) items.push(item);
      if (items.length === mostItems) break;
    }
    return items;
  };

  return {
    batches: () =>
      announced('batches', categories, async (reader) => {
        const items: BatchAnnouncement[] = [];
        let below = Number.MAX_SAFE_INTEGER;
        for (let page = 0; page < mostBatchPages && items.length < mostItems; page += 1) {
          const ids = await batchIds(reader, settings.canonicalFormat, below, batchesAtOnce);
          for (const summary of await batchSummaries(reader, settings.canonicalFormat, ids)) {
            if (summary.applied_at === null || items.length === mostItems) continue;
            items.push(await batchAnnouncement(reader, summary, summary.applied_at, usage));
          }
          if (ids.length < batchesAtOnce) break;
          below = ids.at(-1) ?? 0;
        }
        return items.sort((a, b) => b.applied_at - a.applied_at || b.batch_id - a.batch_id);
      }),

    newModels: () =>
      announced('new models', categories, (reader, head) =>
        writes(reader, {
          of_models: true,
          operation: 'create',
          after: Math.max(0, head - newModelsWithin),
        }),
      ),

    ofCategory: (category) =>
      announced(`category ${category}`, [category], (reader) => writes(reader, { category })),
  };
}

async function announcementOf(
  reader: Tx,
  event: AuditEvent,
  usage: Pick<UsageLevels, 'of'>,
): Promise<WriteAnnouncement | null> {
  const { category, model_name: name, timestamp: at, hash } = event;
  const before = await viewsBeforeEvent(reader, event);
  const after = viewsAfterEvent(event);
  const model = modelAnnouncement({ category, name }, before, after, usage.of(category, name));
  return model && { model, at, hash };
}

/** How much is read at a time, and how often: among these events some may be about no model. */
const atOnce = { rows: 50, bytes: 1024 * 1024 };
const mostPages = 8;

/** The latest writes of live models that a filter matches, newest first, one by one as they are taken. */
async function* newestWrites(reader: Tx, filter: PagedAuditFilter): AsyncGenerator<AuditEvent> {
  let behind = filter;
  for (let page = 0; page < mostPages; page += 1) {
    const { events, cut } = await auditStore(reader).page(behind, atOnce, 'descending');
    yield* events.filter(isModelEvent);
    const last = events.at(-1);
    if (!last || !cut) return;
    behind = { ...filter, upto: last.event_id - 1 };
  }
}
