import type { JsonObject } from '../../kernel/json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { categoryOf } from '../../records/categories/index.ts';
import { createShownRecord, viewsOf } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import { type ModelHashes, modelStore } from '../catalog/index.ts';
import { isOpen } from './change-rules.ts';
import { type Displacement, findDisplacements, isOutdated } from './displacements.ts';
import { findEqualProposals, readOtherOpenChanges } from './other-changes.ts';
import type { ChangeHead, ListedChange } from './pending-change.ts';
import { createProposalDiff, type ProposalDiff } from './proposal-diff.ts';
import { computeProposedViews } from './proposed-views.ts';

/** The v2 records of a model: live, and after a change. Null when there is none. */
export interface RecordPair {
  readonly live: JsonObject | null;
  readonly record: JsonObject | null;
}

/**
 * The comparison of a change with the live model and with the model's other pending and approved changes. All
 * are read in one snapshot of the database.
 */
export interface ComparedChange {
  readonly diff: ProposalDiff;
  /** The live record in the change's format. */
  readonly current: JsonObject | null;
  readonly records: RecordPair;
  /** How the model of a pending or approved change was displaced; null when the model kept its name. */
  readonly displaced: Displacement | null;
  /** False for an applied or rejected change. */
  readonly stale: boolean;
  /**
   * The other pending and approved changes of the model, in ascending order of id; empty for an applied or
   * rejected change.
   */
  readonly others: readonly ChangeHead[];
  /** Ids of the model's other pending and approved changes with the same proposal. */
  readonly same: readonly number[];
}

/** Compares changes with the live records. Reads the records in one query. */
export async function compareChanges(
  reader: Tx,
  changes: readonly ListedChange[],
  baselines: KnownBaselines,
): Promise<ReadonlyMap<ListedChange, ComparedChange>> {
  const liveByKey = await readLiveModels(reader, changes);
  const findLiveModel = (change: ListedChange) => liveByKey.get(createModelKey(change)) ?? null;
  const displacementById = await findDisplacements(reader, changes, findLiveModel);
  const otherChanges = await readOtherOpenChanges(reader, changes.filter(isOpen));
  const equalProposals = await findEqualProposals(reader, otherChanges);
  const comparisonByChange = new Map<ListedChange, ComparedChange>();
  for (const change of changes) {
    const row = findLiveModel(change);
    const displacement = displacementById.get(change.change_id) ?? null;
    comparisonByChange.set(change, {
      ...(await compareChange(reader, change, row, baselines)),
      displaced: displacement,
      stale: isOutdated(change, row, displacement),
      others: otherChanges.get(change) ?? [],
      same: equalProposals.get(change) ?? [],
    });
  }
  return comparisonByChange;
}

/** Returns the v2 record after a change; null when it deletes its model or v2 cannot express the record. */
export async function readProposedRecord(
  reader: Tx,
  change: ListedChange,
  baselines: KnownBaselines,
): Promise<JsonObject | null> {
  const row = (await readLiveModels(reader, [change])).get(createModelKey(change));
  return (await computeProposedViews(reader, change, row ? viewsOf(row) : null, baselines)).v2;
}

async function compareChange(
  reader: Tx,
  change: ListedChange,
  row: LiveModel | null,
  baselines: KnownBaselines,
): Promise<Pick<ComparedChange, 'diff' | 'current' | 'records'>> {
  const { model_name: name, operation, payload_format: format } = change;
  const definition = categoryOf(change.category);
  const live = row && viewsOf(row);
  const currentRecord = live && createShownRecord(definition, name, format, live);
  const { proposed, v2, after } = await computeProposedViews(reader, change, live, baselines);
  const diff = createProposalDiff({
    definition,
    name,
    operation,
    format,
    current: currentRecord,
    proposed,
    live,
    after,
  });
  return { diff, current: currentRecord, records: { live: live?.v2 ?? null, record: v2 } };
}

type LiveModel = Parameters<typeof viewsOf>[0] & ModelHashes;

async function readLiveModels(
  reader: Tx,
  changes: readonly Pick<ListedChange, 'category' | 'model_name'>[],
): Promise<ReadonlyMap<string, LiveModel>> {
  const rowByKey = new Map<string, LiveModel>();
  for (const [category, changesOfCategory] of Map.groupBy(changes, (change) => change.category)) {
    const rows = await modelStore(reader).getMany(
      category,
      changesOfCategory.map(({ model_name }) => model_name),
    );
    for (const row of rows) rowByKey.set(createModelKey({ category, model_name: row.name }), row);
  }
  return rowByKey;
}

function createModelKey({ category, model_name }: Pick<ListedChange, 'category' | 'model_name'>): string {
  return `${category}\0${model_name}`;
}
