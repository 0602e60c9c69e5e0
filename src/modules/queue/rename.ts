import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CategoryDefinition, ModelRecord } from '../../records/categories/category.ts';
import { formerNames } from '../../records/lifecycle.ts';
import { type ModelViews, type Stamp, viewsAfter } from '../../records/model-views.ts';
import type { ListedChange } from './pending-change.ts';

/** Largest number of former names that a record keeps. */
const maxNames = 20;

/** The names of a rename. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
  /** Whether the rename undoes an earlier one: `from` is then not kept among the former names. */
  readonly isUndoing: boolean;
}

export function renamingMetadata(to: string): JsonObject {
  return { renames_to: to };
}

/** Returns the name to which a change renames its model; null for a change that does not rename it. */
export function renamedTo({ request_metadata }: Pick<ListedChange, 'request_metadata'>): string | null {
  const to = request_metadata?.renames_to;
  return typeof to === 'string' ? to : null;
}

/** Returns the names of a change that renames its model; null for other changes. */
export function renamingOf(change: Pick<ListedChange, 'model_name' | 'request_metadata'>): Renaming | null {
  const to = renamedTo(change);
  const isUndoing = typeof change.request_metadata?.reverts_batch_id === 'number';
  return to === null ? null : { from: change.model_name, to, isUndoing };
}

/**
 * Returns a live record under a new name, with the old name among its former names. The record is not parsed: it
 * is live, and nobody proposes anything else of it.
 */
export function renamedRecord(
  { fields }: Pick<CategoryDefinition, 'fields'>,
  live: ModelRecord,
  { from, to, isUndoing }: Renaming,
): ModelRecord {
  const former = [...(isUndoing ? [] : [from]), ...formerNames(live)].filter(
    (name, at, all) => name !== to && all.indexOf(name) === at,
  );
  const kept = Object.entries({ ...live, name: to }).filter(([key]) => key !== 'renamed_from');
  if (former.length === 0) return Object.fromEntries(kept) as ModelRecord;
  // Stored records have their keys in the order of the schema.
  const at = fields.indexOf('renamed_from');
  const behind = kept.findIndex(([key]) => fields.indexOf(key) > at);
  const names: [string, JsonValue] = ['renamed_from', former.slice(0, maxNames)];
  const entries: [string, JsonValue][] = kept;
  return Object.fromEntries(
    entries.toSpliced(behind === -1 ? entries.length : behind, 0, names),
  ) as ModelRecord;
}

/** Returns both views of a live model once it is renamed. All but the names stays as it is. */
export function renamedViews(
  definition: CategoryDefinition,
  live: ModelViews,
  renaming: Renaming,
  stamp: Stamp,
  baselines: KnownBaselines,
): ModelViews {
  const record = renamedRecord(definition, live.v2, renaming);
  return viewsAfter(definition, renaming.from, { format: 'v2', record }, live, stamp, baselines);
}
