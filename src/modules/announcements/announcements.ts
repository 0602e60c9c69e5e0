import { type ModelRecord as ReadRecord, recordChanges } from '#client';
import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import type { CanonicalFormat, ModelRecord } from '../../records/categories/category.ts';
import type { ModelViews } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore, type PagedAuditFilter } from '../audit/index.ts';
import { isModelEvent, isRename, viewsAfterEvent, viewsBeforeEvent } from '../catalog/index.ts';
import { type BatchSummary, batchIds, batchSummaries } from '../history/index.ts';
import type { UsageLevels } from '../insight/index.ts';
import { wantedByChange } from '../requests/index.ts';

/** A write of a live model, as the feeds show it. */
export interface WriteAnnouncement {
  readonly model: ModelAnnouncement;
  /** Unix seconds of the write. */
  readonly at: number;
  readonly eventId: number;
  /** SHA-256 (hex) of the write's audit event. No other event has it, not even in another registry. */
  readonly hash: string;
}

/**
 * A list of announcements, the newest first. Until the audit trail gets another event, all callers get the
 * same object.
 */
export interface Announced<T> {
  /** SHA-256 (hex) of the first event of the trail. It identifies the registry, whatever its address is. */
  readonly registry: string;
  readonly items: readonly T[];
}

const mostItems = 50;
/**
 * Number of the trail's latest events in which new models are searched for. When new models are rare, a
 * search without this bound would read the whole trail.
 */
const newModelsWithin = 20_000;
/**
 * Number of batches read at a time. Several reads may be needed, because batches without an applied change
 * are not announced.
 */
const batchesAtOnce = 50;
const mostBatchPages = 4;

export type Announcements = ReturnType<typeof createAnnouncements>;

/**
 * Makes lists of the writes that people who follow the registry may want to know about, newest first. The
 * entries do not say who proposed or approved a write.
 */
export function createAnnouncements({
  store,
  usage,
  categories,
  settings,
}: {
  readonly store: Pick<Store, 'read'>;
  readonly usage: UsageLevels;
  readonly categories: readonly string[];
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
}) {
  const kept = new Map<string, { readonly head: string; readonly announced: Announced<unknown> }>();
  const flights = new SingleFlight<Announced<unknown>>();

  /**
   * Gives the list with the name `what`. Computes it again only when the audit trail has another event,
   * however many callers ask for it.
   */
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

  const writes = async (
    reader: Tx,
    filter: PagedAuditFilter,
    isMeant: (event: AuditEvent) => boolean = () => true,
  ) => {
    const items: WriteAnnouncement[] = [];
    for await (const event of newestWrites(reader, filter)) {
      if (!isMeant(event)) continue;
      const item = await announcementOf(reader, event, usage);
      if (item) items.push(item);
      if (items.length === mostItems) break;
    }
    return items;
  };

  return {
    /** Gives the latest applied batches, at most 50. */
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

    /**
     * Gives the latest new models, at most 50. Searches only the latest 20,000 events of the trail. A model
     * that got another name does not count as new.
     */
    newModels: () =>
      announced('new models', categories, async (reader, head) => {
        const latest = { of_models: true, after: Math.max(0, head - newModelsWithin) } as const;
        const isNew = (event: AuditEvent) => categories.includes(event.category) && !isRename(event);
        return writes(reader, { ...latest, operation: 'create' }, isNew);
      }),

    /** Gives the latest writes of a category's models, at most 50. */
    ofCategory: (category: string) =>
      announced(`category ${category}`, [category], (reader) => writes(reader, { category })),
  };
}

async function announcementOf(
  reader: Tx,
  event: AuditEvent,
  usage: Pick<UsageLevels, 'of'>,
): Promise<WriteAnnouncement | null> {
  const { category, model_name: name, timestamp: at, event_id: eventId, hash } = event;
  const shown = { before: await viewsBeforeEvent(reader, event), after: viewsAfterEvent(event) };
  const model = modelAnnouncement({ category, name }, shown, usage.of(category, name));
  const asked = event.change_id === null ? undefined : await wantedByChange(reader, [event.change_id]);
  return model && { model: { ...model, askedBy: asked?.get(event.change_id ?? 0) }, at, eventId, hash };
}

/**
 * The bounds of one read of events, and the largest number of reads (`mostPages`). A read may find few writes
 * or none, because it also takes events that are not about models.
 */
const atOnce = { rows: 50, bytes: 1024 * 1024 };
const mostPages = 8;

/** Yields the writes of live models that match a filter, the newest first. */
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

/** What an applied batch changed, as followers see it. */
export interface BatchAnnouncement {
  readonly batch_id: number;
  /**
   * SHA-256 (hex) of the event of the batch's first write; null when the batch wrote nothing. It identifies
   * the batch. The batch id does not: after an older backup is restored, another batch may get the same id.
   */
  readonly hash: string | null;
  readonly title: string | null;
  /** Unix seconds at which a change of the batch was last applied. */
  readonly applied_at: number;
  /** The models whose records the batch changed, in the order of their first writes, at most 20. */
  readonly models: readonly ModelAnnouncement[];
  /** How many of the batch's writes are about models beyond the first 20. */
  readonly more: number;
}

/** Largest number of models of a batch that are announced. */
const mostModels = 20;
/** The bounds of one read of a batch's events. */
const most = { rows: 40, bytes: 1024 * 1024 };

/**
 * Gives what an applied batch changed in each model, from before its first write to after its last.
 * @param applied_at the summary's `applied_at`; the caller has checked that it is not null
 */
export async function batchAnnouncement(
  reader: Tx,
  { batch_id, batch_title, applied_change_count }: BatchSummary,
  applied_at: number,
  usage: Pick<UsageLevels, 'of'>,
): Promise<BatchAnnouncement> {
  const { events, cut } = await auditStore(reader).page({ of_models: true, batch_id }, most);
  const spans = new Map<string, { first: AuditEvent; last: AuditEvent; writes: number }>();
  for (const event of events.filter(isModelEvent)) {
    const key = `${event.category}\0${event.model_name}`;
    const { first = event, writes = 0 } = spans.get(key) ?? {};
    spans.set(key, { first, last: event, writes: writes + 1 });
  }
  const told = [...spans.values()].slice(0, mostModels);
  const models: ModelAnnouncement[] = [];
  const asked = await wantedByChange(
    reader,
    told.flatMap(({ first, last }) => [first.change_id ?? [], last.change_id ?? []].flat()),
  );
  for (const { first, last } of told) {
    const end = cut ? await lastWrite(reader, batch_id, last) : last;
    const { category, model_name: name } = first;
    const shown = { before: await viewsBeforeEvent(reader, first), after: viewsAfterEvent(end) };
    const said = modelAnnouncement({ category, name }, shown, usage.of(category, name));
    const askedBy = asked.get(end.change_id ?? 0) ?? asked.get(first.change_id ?? 0);
    if (said) models.push(said.change === 'removed' ? said : { ...said, askedBy });
  }
  const all = cut ? applied_change_count : events.length;
  const more = Math.max(0, all - told.reduce((sum, { writes }) => sum + writes, 0));
  return { batch_id, hash: events[0]?.hash ?? null, title: batch_title, applied_at, models, more };
}

/**
 * Gives the models that a batch, or some of its changes, has written, each as its category and name. A model
 * that the batch has both created and deleted is left out. A renamed model is there under both names.
 *
 * @param among ids of the changes; absent: all of the batch
 */
export async function modelsWritten(
  reader: Tx,
  batch_id: number,
  among?: ReadonlySet<number>,
): Promise<ReadonlySet<string>> {
  const spans = new Map<string, { created: boolean; deleted: boolean }>();
  for (let after = 0; ; ) {
    const { events, cut } = await auditStore(reader).page({ of_models: true, batch_id, after }, most);
    for (const event of events.filter(isModelEvent)) {
      if (among && !among.has(event.change_id ?? 0)) continue;
      const { category, model_name, operation } = event;
      const key = JSON.stringify([category, model_name]);
      const created = spans.get(key)?.created ?? operation === 'create';
      spans.set(key, { created, deleted: operation === 'delete' });
    }
    const last = events.at(-1);
    if (!cut || !last) break;
    after = last.event_id;
  }
  return new Set([...spans].flatMap(([key, { created, deleted }]) => (created && deleted ? [] : key)));
}

/**
 * Gives the last write of a model in a batch.
 * @param known a write of the model in that batch
 */
async function lastWrite(reader: Tx, batch_id: number, known: AuditEvent): Promise<AuditEvent> {
  const { category, model_name } = known;
  const ofModel = { batch_id, category, model_name, after: known.event_id };
  const { events } = await auditStore(reader).page(ofModel, { ...most, rows: 5 }, 'descending');
  return events.find(isModelEvent) ?? known;
}

/** A change of a model, as followers see it, without names of people. */
export interface ModelAnnouncement {
  readonly category: string;
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
  /**
   * What was changed in the model, in words, the most important first. Empty when the model was added or
   * removed, and when the changed fields are unknown.
   */
  readonly what: readonly string[];
  /**
   * The uses of the model in the last month, rounded down to one significant digit. Null when they are
   * unknown or zero, and when the model was removed.
   */
  readonly monthlyUses: number | null;
  /** The number of accounts that had requested the model. Absent when the change fulfilled no request. */
  readonly askedBy?: number | undefined;
}

/** Largest number of changed fields whose names an announcement shows. The other fields are only counted. */
const namedFields = 6;

const ofFile = {
  hash: 'hash of a file',
  added: 'a new file',
  removed: 'a file less',
  address: 'address of a file',
  text: 'details of a file',
} as const;

/**
 * Gives the announcement of a write; null when readers see no change. `before` and `after` are the model as
 * readers see it, or null when they do not see it. `before` is undefined when the audit trail does not show
 * it.
 */
function modelAnnouncement(
  model: Pick<ModelAnnouncement, 'category' | 'name'>,
  { before, after }: { readonly before: ModelViews | null | undefined; readonly after: ModelViews | null },
  usage: ReturnType<UsageLevels['of']>,
): ModelAnnouncement | null {
  const { category, name } = model;
  const said = (change: ModelAnnouncement['change'], what: readonly string[]): ModelAnnouncement => ({
    category,
    name,
    change,
    what,
    monthlyUses: after && usage && usage !== 'unknown' ? roughly(usage.month) : null,
  });
  if (after === null) return before === null ? null : said('removed', []);
  if (before === null) return said('added', []);
  if (before === undefined) return said('changed', []);
  const what = whatChanged(before.v2, after.v2);
  return what.length === 0 ? null : said('changed', what);
}

function whatChanged(before: ModelRecord, after: ModelRecord): string[] {
  const { files, fields } = recordChanges(before as unknown as ReadRecord, after as unknown as ReadRecord);
  const kinds = new Set(files.map(({ kind }) => kind));
  const filesSaid = Object.entries(ofFile).flatMap(([kind, words]) =>
    kinds.has(kind as keyof typeof ofFile) ? [words] : [],
  );
  const named = fields.slice(0, namedFields).map((field) => field.replaceAll('_', ' '));
  const more = fields.length - named.length;
  return [...filesSaid, ...named, ...(more > 0 ? [`${more} more fields`] : [])];
}

/**
 * Rounds down to one significant digit, so that an announcement does not change with each use of the model.
 */
function roughly(uses: number): number | null {
  if (uses <= 0) return null;
  const unit = 10 ** Math.floor(Math.log10(uses));
  return Math.floor(uses / unit) * unit;
}
