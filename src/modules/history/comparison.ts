import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { contentHash } from '../../records/hash.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore, Replay, type TrailProblem } from '../audit/index.ts';
import {
  type CategoryMetadataRow,
  ModelReplay,
  type ModelRow,
  metadataStore,
  modelStore,
  type ReplayedCategory,
  type ReplayedTotals,
} from '../catalog/index.ts';
import { CatalogueReplay, listCatalogueDifferences } from '../catalogues/index.ts';
import { counterStore, mayHaveValue } from '../counters/index.ts';
import { findFileEventProblem } from '../files/index.ts';
import {
  aliasStore,
  familyStore,
  type GroupEntryKind,
  GroupReplay,
  nameSchemaStore,
} from '../names/index.ts';
import { changeStore, findDifferingParts, jobStore, QueueReplay } from '../queue/index.ts';
import { findRequestDifferences, RequestReplay } from '../requests/index.ts';

/** Number of changes read by one query. */
const pageSize = 500;

/**
 * Lists the differences between the database and the state rebuilt from the replayed events. Compares live
 * models byte for byte in both views, their positions and times, metadata, content versions, every queued
 * change, the stored results of apply calls, the open batch, the id counters, entries about groups, the
 * catalogues, and requests for models. Also lists missing triggers that protect the trail. Sorts the list by
 * the contradicted event, earliest first.
 */
export async function compareWithStore(reader: Tx, replay: ReplayedTrail): Promise<TrailProblem[]> {
  const problems: TrailProblem[] = [];
  for await (const problem of differences(reader, replay)) problems.push(problem);
  const order = ({ event_id }: TrailProblem) => event_id ?? Number.MAX_SAFE_INTEGER;
  return problems.sort((a, b) => order(a) - order(b));
}

async function* differences(reader: Tx, replay: ReplayedTrail): AsyncGenerator<TrailProblem> {
  for (const guard of await auditStore(reader).missingGuards()) {
    yield { event_id: null, text: `the audit trail is not protected against changes: ${guard} is missing` };
  }
  if (replay.gap !== null) return;
  const metadata = new Map((await metadataStore(reader).all()).map((row) => [row.category, row]));
  const categoryNames = [...(await modelStore(reader).counts()).keys(), ...replay.models.categories.keys()];
  for (const category of new Set(categoryNames)) yield* modelDifferences(reader, replay, category);
  for (const category of new Set([...metadata.keys(), ...categoryNames])) {
    const totals = replay.models.categories.get(category)?.totals;
    yield* metadataDifferences(metadata.get(category) ?? null, category, totals);
  }
  yield* versionDifferences(reader, replay);
  yield* changeDifferences(reader, replay);
  yield* jobDifferences(reader, replay);
  yield* groupDifferences(reader, replay);
  yield* listCatalogueDifferences(reader, replay.catalogues);
  yield* findRequestDifferences(reader, replay.requests);
  yield* counterDifferences(reader, replay);
}

async function* modelDifferences(
  reader: Tx,
  replay: ReplayedTrail,
  category: string,
): AsyncGenerator<TrailProblem> {
  const replayedCategory = replay.models.categories.get(category);
  const expectedModels = new Map(replayedCategory?.models);
  const rows = await modelStore(reader).list(category);
  for (const row of rows) {
    const model = expectedModels.get(row.name);
    expectedModels.delete(row.name);
    const modelText = `model '${row.name}' of ${category}`;
    if (!model) {
      yield { event_id: null, text: `${modelText} is live, but no event records it` };
      continue;
    }
    const { shown_hashes: _, event_id, ...facts } = model;
    const live = {
      created_at: row.created_at,
      updated_at: row.updated_at,
      v2_hash: contentHash(row.v2),
      legacy_hash: row.legacy === null ? null : contentHash(row.legacy),
    };
    const differingKeys = listDifferingKeys(facts, live);
    const storedHashes = { v2_hash: row.v2_hash, legacy_hash: row.legacy_hash };
    if (differingKeys.length > 0)
      yield {
        event_id,
        text: `${modelText} differs from what event ${event_id} says: ${differingKeys.join(', ')}`,
      };
    else if (listDifferingKeys(storedHashes, live).length > 0) {
      yield { event_id, text: `${modelText} is stored with hashes that are not those of its content` };
    }
  }
  for (const [name, { event_id }] of expectedModels) {
    yield { event_id, text: `model '${name}' of ${category} is not live, but event ${event_id} wrote it` };
  }
  if (replayedCategory) yield* orderDifference(rows, replayedCategory, category);
}

/**
 * Compares the order of the models that both the database and the events have. Yields the first wrong
 * position.
 */
function* orderDifference(
  rows: readonly ModelRow[],
  { order, models }: ReplayedCategory,
  category: string,
): Generator<TrailProblem> {
  const storedNames = rows.map(({ name }) => name).filter((name) => order.has(name));
  const live = new Set(storedNames);
  const misplacedName = [...order]
    .filter((name) => live.has(name))
    .find((name, at) => storedNames[at] !== name);
  if (misplacedName === undefined) return;
  const event_id = models.get(misplacedName)?.event_id ?? null;
  yield {
    event_id,
    text: `model '${misplacedName}' of ${category} has another position than the events state`,
  };
}

function* metadataDifferences(
  row: CategoryMetadataRow | null,
  category: string,
  totals: ReplayedTotals | undefined,
): Generator<TrailProblem> {
  if (!totals && (!row || isUntouched(row))) return;
  if (!totals || !row) {
    yield {
      event_id: null,
      text: `${category} must have both metadata and events, or neither; found only one of them`,
    };
    return;
  }
  const { version: _, ...replayedTotals } = totals;
  // No event records when the row was created, and `last_updated` is never earlier than that.
  const last_updated = Math.max(replayedTotals.last_updated, row.initialization_time);
  const expectedTotals = { ...replayedTotals, last_updated };
  const storedTotals = Object.fromEntries(
    Object.keys(expectedTotals).map((key) => [key, row[key as keyof typeof row]]),
  );
  const differingKeys = listDifferingKeys(expectedTotals, storedTotals as JsonObject);
  if (differingKeys.length > 0) {
    yield {
      event_id: null,
      text: `the metadata of ${category} differs from what its events give: ${differingKeys.join(', ')}`,
    };
  }
}

/** Returns whether nothing was ever written to the category. */
function isUntouched(row: CategoryMetadataRow): boolean {
  const { initialization_time: createdAt, last_updated, last_successful_operation } = row;
  const counts = row.total_creates + row.total_updates + row.total_deletes;
  return (
    row.last_operation_type === null &&
    counts === 0 &&
    last_updated === createdAt &&
    last_successful_operation === createdAt
  );
}

async function* versionDifferences(reader: Tx, replay: ReplayedTrail): AsyncGenerator<TrailProblem> {
  const storedVersions = await modelStore(reader).versions();
  const replayedCategories = replay.models.categories;
  for (const category of new Set([...storedVersions.keys(), ...replayedCategories.keys()])) {
    const [actual, expected] = [
      storedVersions.get(category) ?? 0,
      replayedCategories.get(category)?.totals.version ?? 0,
    ];
    if (actual === expected) continue;
    const text = `the content version of ${category} is ${actual}, but the events give ${expected}`;
    yield { event_id: null, text };
  }
}

async function* jobDifferences(reader: Tx, replay: ReplayedTrail): AsyncGenerator<TrailProblem> {
  const expectedJobs = new Map(replay.queue.jobs);
  let lastJobId = '';
  for (;;) {
    const page = await jobStore(reader).list(lastJobId, pageSize);
    for (const { job_id, calls, created_at } of page) {
      const replayedJob = expectedJobs.get(job_id);
      expectedJobs.delete(job_id);
      if (!replayedJob) {
        yield { event_id: null, text: `apply job '${job_id}' is stored, but no event records it` };
      } else if (
        !sameJson({ calls: replayedJob.calls, created_at: replayedJob.created_at }, { calls, created_at })
      ) {
        const { event_id } = replayedJob;
        const text = `apply job '${job_id}' differs from what its events up to ${event_id} say`;
        yield { event_id, text };
      }
    }
    const last = page.at(-1);
    if (!last) break;
    lastJobId = last.job_id;
  }
  for (const [job, { event_id }] of expectedJobs) {
    const text = `apply job '${job}' is no longer stored, but event ${event_id} records it`;
    yield { event_id, text };
  }
}

async function* changeDifferences(reader: Tx, replay: ReplayedTrail): AsyncGenerator<TrailProblem> {
  const expectedChanges = new Map(replay.queue.changes);
  const ids = await changeStore(reader).ids({});
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = ids.slice(start, start + pageSize);
    // Compares ids first, because a row without a body exists but cannot be read as a change.
    for (const id of page) {
      if (!expectedChanges.has(id))
        yield { event_id: null, text: `change ${id} is in the queue, but no event records it` };
    }
    for (const id of await changeStore(reader).findMisfolded(page)) {
      const event_id = expectedChanges.get(id)?.event_id ?? null;
      yield { event_id, text: `the search name of change ${id} is not the name of its model` };
    }
    for (const change of await changeStore(reader).getMany(page)) {
      const replayedChange = expectedChanges.get(change.change_id);
      if (!replayedChange) continue;
      expectedChanges.delete(change.change_id);
      const head = replay.queue.headOf(replayedChange);
      const differingKeys = [
        ...listDifferingKeys({ ...head }, { ...change }),
        ...findDifferingParts(change, replayedChange.hashes),
      ];
      if (differingKeys.length === 0) continue;
      const { event_id } = replayedChange;
      const text = `change ${change.change_id} differs from what its events up to ${event_id} say: ${differingKeys.join(', ')}`;
      yield { event_id, text };
    }
  }
  for (const [id, { event_id }] of expectedChanges) {
    yield {
      event_id,
      text: `change ${id} is not in the queue, but nothing after event ${event_id} removed it`,
    };
  }
}

async function* groupDifferences(reader: Tx, replay: ReplayedTrail): AsyncGenerator<TrailProblem> {
  const storedEntries: Readonly<Record<GroupEntryKind, readonly (readonly [string, JsonObject])[]>> = {
    alias: (await aliasStore(reader).all()).map((entry) => [entry.canonical, { ...entry }]),
    family: (await familyStore(reader).all()).map((entry) => [entry.family_name, { ...entry }]),
    name_schema: (await nameSchemaStore(reader).all()).map((entry) => [entry.group_name, entry]),
  };
  for (const kind of Object.keys(storedEntries) as GroupEntryKind[]) {
    const expectedEntries = new Map(replay.groups.entries[kind]);
    for (const [name, entry] of storedEntries[kind]) {
      const replayedEntry = expectedEntries.get(name);
      expectedEntries.delete(name);
      if (replayedEntry && sameJson({ ...replayedEntry.entry }, entry)) continue;
      yield {
        event_id: replayedEntry?.event_id ?? null,
        text: `the ${kind} entry '${name}' differs from what its events say`,
      };
    }
    for (const [name, { event_id }] of expectedEntries) {
      yield { event_id, text: `the ${kind} entry '${name}' is missing, but event ${event_id} wrote it` };
    }
  }
}

async function* counterDifferences(reader: Tx, replay: ReplayedTrail): AsyncGenerator<TrailProblem> {
  const readCounter = counterStore(reader).current;
  const replayedCounters = { ...replay.queue.counters, request: replay.requests.lastId };
  for (const [name, expected] of Object.entries(replayedCounters)) {
    const actualValue = await readCounter(name as keyof typeof replayedCounters);
    if (!mayHaveValue(actualValue, expected))
      yield { event_id: null, text: `${name} is ${actualValue}, but the events give ${expected}` };
  }
  const [expectedBatch, actualBatch] = [replay.queue.openBatch, await changeStore(reader).openBatch()];
  if (actualBatch !== expectedBatch)
    yield { event_id: null, text: `open_batch is ${actualBatch}, but the events give ${expectedBatch}` };
}

/** Lists the keys of `expectedValues` whose values are different in `storedValues`. */
function listDifferingKeys(expectedValues: JsonObject, storedValues: JsonObject): string[] {
  return Object.keys(expectedValues).filter((key) => !sameJson(expectedValues[key], storedValues[key]));
}

/**
 * Replays a trail and rebuilds the state from its events: live models, the queue, entries about groups,
 * requests for models. Stores hashes instead of records, so that its memory grows with the number of live
 * models and changes, not with the length of the trail.
 */
export class ReplayedTrail extends Replay {
  readonly models: ModelReplay;
  readonly queue: QueueReplay;
  readonly groups: GroupReplay;
  readonly requests: RequestReplay;
  readonly catalogues: CatalogueReplay;

  constructor() {
    const [models, queue, groups] = [new ModelReplay(), new QueueReplay(), new GroupReplay()];
    const [requests, catalogues] = [new RequestReplay(), new CatalogueReplay()];
    super({
      model: (event) => models.take(event),
      queue: (event) => queue.take(event, models.lastWrite),
      group: (event) => groups.take(event),
      catalogue: (event) => catalogues.take(event),
      request: (event) => requests.take(event),
      // Evidence about files is stored with the records and not rebuilt from events.
      file: findFileEventProblem,
    });
    this.models = models;
    this.queue = queue;
    this.groups = groups;
    this.requests = requests;
    this.catalogues = catalogues;
  }
}
