import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { recordDelta } from '../../records/diff.ts';
import {
  formatOf,
  type ModelViews,
  sameViews,
  textsOf,
  viewsOf,
  withoutServerMetadata,
} from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import type { NewAuditEvent } from '../audit/index.ts';
import { type ModelRow, metadataStore, modelEvent, modelOperation, modelStore } from '../catalog/index.ts';
import type { SourceModel, SourceProblem } from './reference-source.ts';
import { sameCreation, viewsOfSource } from './source-views.ts';

/** One model that the import writes. */
export interface ImportedModel {
  readonly category: string;
  readonly name: string;
  readonly operation: 'create' | 'update' | 'delete';
  /** The top-level fields that change, of an update. */
  readonly fields: readonly string[];
}

/** A model that the import writes, and the event of that. */
export interface PlannedWrite {
  readonly imported: ImportedModel;
  readonly event: NewAuditEvent;
  /** Of a model that is new. */
  readonly position: number | null;
  /** Null when the model goes. */
  readonly texts: Pick<ModelRow, 'v2' | 'legacy' | 'v2_hash' | 'legacy_hash'> | null;
}

/** What the files change in one category. True for as long as its content version is the same. */
export interface CategoryPlan {
  readonly definition: CategoryDefinition;
  readonly version: number;
  readonly writes: readonly PlannedWrite[];
  readonly unchanged: number;
  readonly problems: readonly SourceProblem[];
}

/** Runs over one state of what is stored. */
export type Read = <T>(work: (reader: Tx) => Promise<T>) => Promise<T>;

export interface PlanOptions {
  readonly canonicalFormat: CanonicalFormat;
  readonly now: number;
  readonly userId: string;
  /** The names that the category's files have, when the models that they do not have are to be deleted. */
  readonly prune: ReadonlySet<string> | null;
  /** Called for each model that is looked at. */
  readonly onModel: () => void;
}

/** Makes all that can be made without the write lock: records, texts, hashes, what the audit trail says of them. */
export async function planCategory(
  read: Read,
  definition: CategoryDefinition,
  models: readonly SourceModel[],
  options: PlanOptions,
): Promise<CategoryPlan> {
  const { name: category } = definition;
  const { now, userId, prune, onModel } = options;
  const { rows, version, created } = await read(async (reader) => ({
    rows: await modelStore(reader).list(category),
    version: (await modelStore(reader).versions()).get(category) ?? 0,
    created: (await metadataStore(reader).get(category))?.total_creates ?? 0,
  }));
  const live = new Map(rows.map((row) => [row.name, row]));
  const plan = {
    ...{ definition, version, unchanged: 0 },
    writes: [] as PlannedWrite[],
    problems: [] as SourceProblem[],
  };
  const domain = formatOf(definition, options.canonicalFormat);
  // Behind all that are there and all that were: the place of a model that is gone is not given to another.
  let end = Math.max((rows.at(-1)?.position ?? -1) + 1, created);
  const write = (
    name: string,
    row: ModelRow | undefined,
    before: ModelViews | null,
    after: ModelViews | null,
  ) => {
    const place = after === null ? (row?.position ?? null) : before === null ? end++ : null;
    const made = { category, name, before, after, domain, userId, requestId: null, change: null, now };
    const fields = before && after ? changedFields(before, after) : [];
    plan.writes.push({
      imported: { category, name, operation: modelOperation(made), fields },
      event: modelEvent(made, place === null ? null : { position: place }),
      position: before === null ? place : null,
      texts: after && textsOf(after),
    });
  };
  const fileOf = new Map<string, string>();
  for (const model of models) {
    const earlier = fileOf.get(model.name);
    fileOf.set(model.name, model.file);
    const row = live.get(model.name);
    const before = row ? viewsOf(row) : null;
    const after = earlier
      ? { reason: `is in ${earlier} as well: leave one` }
      : viewsOfSource(model, before, now);
    if ('reason' in after) plan.problems.push({ file: model.file, name: model.name, reason: after.reason });
    else if (before && sameViews(before, after) && sameCreation(before, after)) plan.unchanged += 1;
    else write(model.name, row, before, after);
    onModel();
  }
  for (const row of prune ? rows : []) if (!prune?.has(row.name)) write(row.name, row, viewsOf(row), null);
  return plan;
}

function changedFields(before: ModelViews, after: ModelViews): string[] {
  const v2 = recordDelta(withoutServerMetadata(before.v2), withoutServerMetadata(after.v2));
  const legacy = recordDelta(before.legacy ?? {}, after.legacy ?? {});
  return [...new Set([...Object.keys(v2), ...Object.keys(legacy)])];
}
