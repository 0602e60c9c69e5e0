import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CategoryDefinition, ModelRecord } from '../../records/categories/category.ts';
import { formerNames, replacementOf } from '../../records/lifecycle.ts';
import { type ModelViews, type Stamp, viewsAfter } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import type { ListedChange } from './pending-change.ts';

/** Largest number of former names in a record. */
const maxNames = 20;

/** The names of a rename. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
  /** Whether the rename undoes an earlier one; `from` is then not added to the former names. */
  readonly isUndoing: boolean;
}

export function createRenameMetadata(to: string): JsonObject {
  return { renames_to: to };
}

/** Returns the new name if a change renames its model; null otherwise. */
export function readNewName({ request_metadata }: Pick<ListedChange, 'request_metadata'>): string | null {
  const to = request_metadata?.renames_to;
  return typeof to === 'string' ? to : null;
}

/** Returns the old and new name if a change renames its model; null otherwise. */
export function readRenaming(change: Pick<ListedChange, 'model_name' | 'request_metadata'>): Renaming | null {
  const to = readNewName(change);
  const isUndoing = typeof change.request_metadata?.reverts_batch_id === 'number';
  return to === null ? null : { from: change.model_name, to, isUndoing };
}

/**
 * Returns a live record under a new name, with the old name among its former names. Does not parse the
 * record, because it is already live.
 */
export function renameRecord(
  { fields }: Pick<CategoryDefinition, 'fields'>,
  live: ModelRecord,
  { from, to, isUndoing }: Renaming,
): ModelRecord {
  const previousNames = [...(isUndoing ? [] : [from]), ...formerNames(live)].filter(
    (name, at, all) => name !== to && all.indexOf(name) === at,
  );
  const entries: [string, JsonValue][] = Object.entries({ ...live, name: to }).filter(
    ([key]) => key !== 'renamed_from',
  );
  if (previousNames.length === 0) return Object.fromEntries(entries) as ModelRecord;
  // Stored records have their keys in the order of the schema.
  const formerNamesIndex = fields.indexOf('renamed_from');
  const nextIndex = entries.findIndex(([key]) => fields.indexOf(key) > formerNamesIndex);
  const renamedFromEntry: [string, JsonValue] = ['renamed_from', previousNames.slice(0, maxNames)];
  return Object.fromEntries(
    entries.toSpliced(nextIndex === -1 ? entries.length : nextIndex, 0, renamedFromEntry),
  ) as ModelRecord;
}

/** Returns both views of a live model after a rename. Only the names change. */
export function renameViews(
  definition: CategoryDefinition,
  live: ModelViews,
  renaming: Renaming,
  stamp: Stamp,
  baselines: KnownBaselines,
): ModelViews {
  const record = renameRecord(definition, live.v2, renaming);
  return viewsAfter(definition, renaming.from, { format: 'v2', record }, live, stamp, baselines);
}

/** Largest number of records whose references are updated for one rename. */
const maxFollowers = 500;

/**
 * The old and the new name of a renamed model. They are stored in the `request_metadata` of each change that
 * updates a reference to the model.
 */
export type FollowedRename = Pick<Renaming, 'from' | 'to'>;

export function createFollowMetadata({ from, to }: FollowedRename): JsonObject {
  return { follows_rename: { from, to } };
}

/**
 * If a change updates a reference to a renamed model, returns the old and the new name of that model;
 * undefined otherwise.
 */
export function readFollowedRename({
  request_metadata,
}: Pick<ListedChange, 'request_metadata'>): FollowedRename | undefined {
  const storedNames = request_metadata?.follows_rename;
  if (!isJsonObject(storedNames)) return undefined;
  const { from, to } = storedNames;
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined;
}

/**
 * Returns a record with its references to a renamed model updated to the new name: its replacement and, for
 * text models, its baseline. Null when it does not reference the model.
 */
export function followRename(
  { usage }: Pick<CategoryDefinition, 'usage'>,
  record: ModelRecord,
  { from, to }: FollowedRename,
): ModelRecord | null {
  const hasReplacement = replacementOf(record) === from;
  const hasBaseline = usage === 'text' && record.baseline === from;
  if (!hasReplacement && !hasBaseline) return null;
  return {
    ...record,
    ...(hasBaseline && { baseline: to }),
    ...(hasReplacement && { lifecycle: { ...(record.lifecycle as JsonObject), replaced_by: to } }),
  };
}

/**
 * Returns the other records of a category that reference a renamed model (see `followRename`), with their
 * references updated to the new name.
 *
 * @throws RegistryError `bad_request` when more than `maxFollowers` records reference it
 */
export async function readFollowers(
  reader: Tx,
  definition: Pick<CategoryDefinition, 'name' | 'usage'>,
  { from, to }: FollowedRename,
): Promise<ModelRecord[]> {
  const followers: ModelRecord[] = [];
  for (const row of await modelStore(reader).list(definition.name)) {
    if (row.name === from || !row.v2.includes(JSON.stringify(from))) continue;
    const follower = followRename(definition, JSON.parse(row.v2) as ModelRecord, { from, to });
    if (follower) followers.push({ ...follower, name: row.name });
  }
  if (followers.length <= maxFollowers) return followers;
  throw new RegistryError(
    'bad_request',
    `At most ${maxFollowers} records can follow a rename, but ${followers.length} name '${from}': propose the rename without follow.`,
  );
}
