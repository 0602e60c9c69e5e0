import { type Pages, readInPages } from '../../kernel/concurrency/pages.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { ConversionError } from '../../records/categories/category.ts';
import { type Categories, categoryOf } from '../../records/categories/index.ts';
import { keepLicensing } from '../../records/licensing/assignment.ts';
import {
  createShownRecord,
  type ModelViews,
  type ProposedRecord,
  removeServerMetadata,
  restoreViews,
  viewsAfter,
  viewsOf,
} from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import { isChangeSet } from './change-sets.ts';
import type { ListedChange, StoredChange } from './pending-change.ts';
import { followRename, readFollowedRename, readNewName, readRenaming, renameViews } from './rename.ts';
import { isWholeRecord, readRestoredEventId } from './request-metadata.ts';
import { readRestoredViews } from './restored-model.ts';
import { changeStore, createSizeReader } from './store.ts';

/** The records of a model after a queued change is applied to the current live record. */
export interface ProposedViews {
  /** The record in the format of the change, as it will be visible in that format; null for a delete. */
  readonly proposed: JsonObject | null;
  /** The v2 record; null for a delete, for a change set, and when the legacy payload cannot be converted to v2. */
  readonly v2: JsonObject | null;
  /**
   * Both views of the model after the apply; null for a delete, and when the payload cannot be converted to
   * the other format.
   */
  readonly after: ModelViews | null;
}

/**
 * Returns the records that will be live after the change is applied.
 * @param live both views of the live model; null when the model does not exist
 */
export async function computeProposedViews(
  reader: Tx,
  change: ListedChange,
  live: ModelViews | null,
  baselines: KnownBaselines,
): Promise<ProposedViews> {
  const { payload, payload_format: format, model_name: name, operation } = change;
  if (operation === 'delete' || payload === null || isChangeSet(change)) {
    return { proposed: null, v2: null, after: null };
  }
  const restoredState = await readRestoredViews(reader, change);
  const after = convertChange(change, payload, { live, restored: restoredState, baselines });
  const renaming = readRenaming(change);
  if (renaming) {
    if (!after) return { proposed: null, v2: null, after };
    const v2 = removeServerMetadata(after.v2);
    const showUnderNewName = () => createShownRecord(categoryOf(change.category), renaming.to, format, after);
    return { proposed: format === 'v2' ? v2 : showUnderNewName(), v2, after };
  }
  if (format === 'v2') {
    // Proposals of v2 clients are shown as submitted, without the metadata that the server will set.
    const record = chooseProposedRecord(change, payload, live);
    const v2 = keepLicensing(record, live?.v2 ?? null, categoryOf(change.category).fields);
    return { proposed: v2, v2, after };
  }
  const proposedRecord = after
    ? createShownRecord(categoryOf(change.category), name, format, after)
    : payload;
  return { proposed: proposedRecord, v2: after?.v2 ?? null, after };
}

/**
 * Returns both views of the model after the change is applied. A rename changes only the names and ignores
 * its payload, unless it restores an earlier state.
 * @param record the payload of the change, which is not null
 * @param sources.restored both views of the earlier state to restore; null: apply the payload
 * @param sources.now Unix seconds for the metadata that the server sets: the time of the apply, or of the
 *   proposal for a preview
 * @throws ConversionError when the record cannot be converted to the other format
 */
export function computeViewsAfterApply(
  change: Pick<
    StoredChange,
    'category' | 'model_name' | 'payload_format' | 'request_metadata' | 'requested_username'
  >,
  record: JsonObject,
  sources: ViewSources & { readonly now: number },
): ModelViews {
  const { live, restored, now, baselines } = sources;
  const stamp = { by: change.requested_username, now };
  const [definition, name, renaming] = [categoryOf(change.category), change.model_name, readRenaming(change)];
  if (restored) return restoreViews(restored, live, stamp);
  if (renaming) {
    if (!live)
      throw new Error(`Model '${name}' of ${change.category}, which the change renames, does not exist`);
    return renameViews(definition, live, renaming, stamp, baselines);
  }
  const proposedRecord = toProposedRecord(change, chooseProposedRecord(change, record, live));
  return viewsAfter(definition, name, proposedRecord, live, stamp, baselines);
}

/**
 * Returns the record that a change proposes: its payload or, if the change follows a rename, the live record
 * with the new name in its references. Such a change preserves the edits that became live after its proposal.
 */
function chooseProposedRecord(
  change: Pick<StoredChange, 'category' | 'request_metadata'>,
  payload: JsonObject,
  live: ModelViews | null,
): JsonObject {
  const rename = readFollowedRename(change);
  if (!rename || !live) return payload;
  return removeServerMetadata(followRename(categoryOf(change.category), live.v2, rename) ?? live.v2);
}

/** The inputs, besides the change, to compute the resulting views of a model. */
interface ViewSources {
  readonly live: ModelViews | null;
  readonly restored: ModelViews | null;
  readonly baselines: KnownBaselines;
}

function convertChange(change: ListedChange, record: JsonObject, sources: ViewSources): ModelViews | null {
  if (sources.live === null && readNewName(change) !== null) return null;
  try {
    return computeViewsAfterApply(change, record, { ...sources, now: change.requested_at });
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
}

/**
 * Converts the payload of a change to the argument for `viewsAfter`: the record, its format, and whether it
 * is a complete legacy record.
 * @param record the payload of the change, which is not null
 */
export function toProposedRecord(
  change: Pick<StoredChange, 'payload_format' | 'request_metadata'>,
  record: JsonObject,
): ProposedRecord {
  return { format: change.payload_format, record, isComplete: isWholeRecord(change) };
}

/** Creates the service that lists proposed records, for testers who use models before they are live. */
export function createPendingViews({
  store,
  categories,
}: {
  readonly store: Store;
  readonly categories: Pick<Categories, 'baselines'>;
}) {
  return {
    /**
     * Lists the proposed v2 records of a category, from its pending and approved creates and updates. A model
     * with several such changes is listed once, with the most recently updated change. Skips legacy payloads
     * that cannot be converted. Selects the changes when called, but reads their records later, page by page.
     */
    pending: async (category: string): Promise<Pages<readonly [name: string, record: JsonObject]>> => {
      const ids = await store.read((reader) => findLatestChangeIds(reader, category));
      return readInPages(ids, createSizeReader(store), (page) =>
        store.read((reader) => readPendingRecords(reader, category, page, categories.baselines)),
      );
    },
  };
}

async function readPendingRecords(
  reader: Tx,
  category: string,
  ids: readonly number[],
  baselines: KnownBaselines,
): Promise<[name: string, record: JsonObject][]> {
  const changes = new Map(
    (await changeStore(reader).listed(ids)).map((change) => [change.change_id, change]),
  );
  const names = [...changes.values()].map(({ model_name }) => model_name);
  const rows = await modelStore(reader).getMany(category, names);
  const viewsByName = new Map(rows.map((row) => [row.name, viewsOf(row)]));
  return ids.flatMap((id) => {
    const change = changes.get(id);
    const record =
      change && createPendingRecord(change, viewsByName.get(change.model_name) ?? null, baselines);
    return record ? [[readNewName(change) ?? change.model_name, record]] : [];
  });
}

/**
 * Returns, for each model, the id of the most recently updated change among its pending and approved creates
 * and updates. Models are in the order of their first such change.
 */
async function findLatestChangeIds(reader: Tx, category: string): Promise<number[]> {
  const ids = await changeStore(reader).ids({
    categories: [category],
    statuses: ['pending', 'approved'],
    operations: ['create', 'update'],
    resource_kinds: ['model_reference'],
  });
  const latestByName = new Map<string, { id: number; at: number }>();
  for (const { change_id: id, model_name, updated_at: at } of await changeStore(reader).heads(ids)) {
    const latestChange = latestByName.get(model_name);
    // Ids ascend, so the later of two changes in the same second wins.
    if (!latestChange || at >= latestChange.at) latestByName.set(model_name, { id, at });
  }
  return Array.from(latestByName.values(), ({ id }) => id);
}

function createPendingRecord(
  change: ListedChange,
  live: ModelViews | null,
  baselines: KnownBaselines,
): JsonObject | null {
  const { payload } = change;
  const changesOnlyName = readNewName(change) !== null && readRestoredEventId(change) === null;
  if (payload === null) return null;
  if (change.payload_format === 'v2' && !changesOnlyName)
    return keepLicensing(
      chooseProposedRecord(change, payload, live),
      live?.v2 ?? null,
      categoryOf(change.category).fields,
    );
  const after = convertChange(change, payload, { live, restored: null, baselines });
  return after && removeServerMetadata(after.v2);
}
