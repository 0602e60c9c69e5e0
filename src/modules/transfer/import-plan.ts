import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import {
  type CanonicalFormat,
  type CategoryDefinition,
  ConversionError,
  type LegacyRecord,
  type ModelRecord,
} from '../../records/categories/category.ts';
import { describeUnknownBaseline } from '../../records/categories/unknown-baseline.ts';
import { createDelta } from '../../records/diff.ts';
import { findKeyProblems } from '../../records/files/refuse-keys.ts';
import { keepLicensing, licenseIdsOf, licensingOf } from '../../records/licensing/assignment.ts';
import { checkBackendPrefix, checkModelName } from '../../records/model-name.ts';
import {
  formatOf,
  type ModelViews,
  normaliseStored,
  removeServerMetadata,
  sameViews,
  stampMetadata,
  textsOf,
  viewsOf,
} from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import type { NewAuditEvent } from '../audit/index.ts';
import {
  createModelEvent,
  indexFormerNames,
  type ModelPlace,
  type ModelRow,
  metadataStore,
  modelOperation,
  modelStore,
  planOrder,
} from '../catalog/index.ts';
import { findAssignmentProblem, type Licenses, readLicenses } from '../catalogues/index.ts';
import type { SourceModel, SourceProblem } from './reference-source.ts';
import {
  csvKeys,
  type DoubtfulRow,
  findPossiblyPresent,
  isCsv,
  isModelName,
} from './repository-files/record-file.ts';

/** The effect of the import on one model, for the report. */
export interface ImportedModel {
  readonly category: string;
  readonly name: string;
  readonly operation: 'create' | 'update' | 'delete';
  /**
   * The top-level fields that an update changes. Includes `place` if the update moves the model. Empty for
   * other operations.
   */
  readonly fields: readonly string[];
}

/** The planned creation, update or deletion of one model, with its audit event. */
export interface PlannedWrite {
  readonly imported: ImportedModel;
  readonly event: NewAuditEvent;
  /** Position of a new model in the category; null for an update or a delete. */
  readonly position: number | null;
  /** The texts to store, with their hashes; null for a delete. */
  readonly texts: Pick<ModelRow, 'v2' | 'legacy' | 'v2_hash' | 'legacy_hash'> | null;
}

/**
 * The planned writes for importing one category. They are valid only while the category's content version is
 * still `version`.
 */
export interface CategoryPlan {
  readonly definition: CategoryDefinition;
  readonly version: number;
  readonly writes: readonly PlannedWrite[];
  /**
   * The names of all models in their order after the writes; null if no model moves and all new models are
   * last.
   */
  readonly order: readonly string[] | null;
  readonly unchanged: number;
  readonly problems: readonly SourceProblem[];
  /** Warnings about the models in the files that are live under another name. They are not created again. */
  readonly renameWarnings: readonly SourceProblem[];
}

/** Runs `work` with a reader that sees a consistent snapshot of the database. */
export type StoreReader = <T>(work: (reader: Tx) => Promise<T>) => Promise<T>;

export interface PlanOptions {
  readonly canonicalFormat: CanonicalFormat;
  /** The baselines that the models may name. */
  readonly baselines: KnownBaselines;
  readonly now: number;
  readonly userId: string;
  /** The names in the category's files. The import deletes all other models. Null: it deletes no model. */
  readonly namesToKeep: ReadonlySet<string> | null;
  /**
   * Rows of the files that may contain further models (see `DoubtfulRow`). The import does not delete a model
   * whose name may be in such a row.
   */
  readonly doubtfulRows: readonly DoubtfulRow[];
  /** Called once for each model in the files, to report progress. */
  readonly onModel: () => void;
}

/**
 * Plans the import of one category's models: creates the records, texts, hashes and audit events. Writes
 * nothing to the database.
 */
export async function planCategory(
  readStore: StoreReader,
  definition: CategoryDefinition,
  models: readonly SourceModel[],
  options: PlanOptions,
): Promise<CategoryPlan> {
  const { name: category } = definition;
  const { baselines, now, userId, namesToKeep, onModel } = options;
  const { rows, version, createdCount, licenses } = await readStore(async (reader) => ({
    licenses: await readLicenses(reader),
    rows: await modelStore(reader).list(category),
    version: (await modelStore(reader).versions()).get(category) ?? 0,
    createdCount: (await metadataStore(reader).get(category))?.total_creates ?? 0,
  }));
  const liveRows = new Map(rows.map((row) => [row.name, row]));
  const plan = {
    ...{ definition, version, unchanged: 0 },
    writes: [] as PlannedWrite[],
    problems: [] as SourceProblem[],
    renameWarnings: [] as SourceProblem[],
  };
  // A former name in the files refers to a separate model if the files also contain the current name. The
  // same applies if the import prunes, because the files then list all models.
  const namesInFiles = new Set(models.map(({ name }) => name));
  const currentNameByFormer = indexFormerNames(
    namesToKeep ? [] : rows.filter(({ name }) => !namesInFiles.has(name)),
  );
  const format = formatOf(definition, options.canonicalFormat);
  // The position after all current and former models, because positions of deleted models are not reused.
  let nextPosition = Math.max((rows.at(-1)?.position ?? -1) + 1, createdCount);
  const addWrite = (name: string, before: ModelViews | null, after: ModelViews | null, place: ModelPlace) => {
    const modelWrite = {
      category,
      name,
      before,
      after,
      domain: format,
      userId,
      requestId: null,
      change: null,
      now,
    };
    const isMoved = before !== null && place.predecessor !== undefined;
    const fields =
      before && after ? [...listChangedFields(before, after), ...(isMoved ? ['place'] : [])] : [];
    plan.writes.push({
      imported: { category, name, operation: modelOperation(modelWrite), fields },
      event: createModelEvent(modelWrite, place),
      position: before === null ? (place.position ?? null) : null,
      texts: after && textsOf(after),
    });
  };
  /** The models of the files, in their order. `after` is null if the record does not change. */
  const modelsInFiles = new Map<
    string,
    { readonly before: ModelViews | null; readonly after: ModelViews | null }
  >();
  const fileByModel = new Map<string, string>();
  const doubtfulRows = [...options.doubtfulRows];
  for (const model of models) {
    const earlierFile = fileByModel.get(model.name);
    fileByModel.set(model.name, model.file);
    const row = liveRows.get(model.name);
    const before = row ? viewsOf(row) : null;
    const after = earlierFile
      ? { reason: `is in ${earlierFile} as well: remove it from one of the files` }
      : (findKeyProblem(model) ?? convertSourceModel(model, before, { now, baselines, licenses }));
    if ('reason' in after) {
      plan.problems.push({ file: model.file, name: model.name, reason: after.reason });
      const parts = isJsonObject(model.record) ? [String(model.record.name)] : [];
      if (!isModelName(model.name)) doubtfulRows.push({ name: null, parts });
    } else if (!before && currentNameByFormer.has(model.name)) {
      const reason = `was renamed to '${currentNameByFormer.get(model.name)}': it is not created again`;
      plan.renameWarnings.push({ file: model.file, name: model.name, reason });
      const renamedRow = liveRows.get(currentNameByFormer.get(model.name) ?? '');
      if (renamedRow) modelsInFiles.set(renamedRow.name, { before: viewsOf(renamedRow), after: null });
    } else if (before && sameViews(before, after) && haveSameCreation(before, after)) {
      plan.unchanged += 1;
      modelsInFiles.set(model.name, { before, after: null });
    } else modelsInFiles.set(model.name, { before, after });
    onModel();
  }
  const absentRows = namesToKeep ? rows.filter((row) => !namesToKeep.has(row.name)) : [];
  const absentNames = absentRows.map(({ name }) => name);
  const possiblyPresentNames = findPossiblyPresent({ doubtfulRows }, absentNames);
  const rowsToDelete = new Map(
    absentRows.filter(({ name }) => !possiblyPresentNames.has(name)).map((row) => [row.name, row]),
  );
  const remainingNames = rows.map(({ name }) => name).filter((name) => !rowsToDelete.has(name));
  const { order, predecessorByName } = planOrder(remainingNames, [...modelsInFiles.keys()]);
  for (const [name, { before, after }] of modelsInFiles) {
    const predecessor = predecessorByName.get(name);
    if (after === null && predecessor === undefined) continue;
    if (after === null && namesInFiles.has(name)) plan.unchanged -= 1;
    const position = before === null ? nextPosition++ : undefined;
    addWrite(name, before, after ?? before, {
      ...(position !== undefined && { position }),
      ...(predecessor !== undefined && { predecessor }),
    });
  }
  let previousModelName: string | null = null;
  for (const row of rows) {
    if (rowsToDelete.has(row.name))
      addWrite(row.name, viewsOf(row), null, {
        position: row.position,
        formerPredecessor: previousModelName,
      });
    else previousModelName = row.name;
  }
  return { ...plan, order: predecessorByName.size > 0 ? order : null };
}

/** Returns why a record with credentials in a URL is not imported; null for any other record. */
function findKeyProblem({ record }: SourceModel): { reason: string } | null {
  const problems = findKeyProblems(record, []);
  if (problems.length === 0) return null;
  return { reason: problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') };
}

function listChangedFields(before: ModelViews, after: ModelViews): string[] {
  const v2Delta = createDelta(removeServerMetadata(before.v2), removeServerMetadata(after.v2));
  const legacyDelta = createDelta(before.legacy ?? {}, after.legacy ?? {});
  return [...new Set([...Object.keys(v2Delta), ...Object.keys(legacyDelta)])];
}

interface ConversionContext {
  readonly now: number;
  readonly baselines: KnownBaselines;
  /** The licence definitions that models may name. If absent, models have no licences. */
  readonly licenses?: Licenses;
}

/** Converts a record of a file to both formats. Returns the reason if the record cannot be imported. */
export function convertSourceModel(
  model: SourceModel,
  live: ModelViews | null,
  context: ConversionContext,
): ModelViews | { reason: string } {
  const { definition, name, format } = model;
  try {
    checkModelName(name);
    checkBackendPrefix({ definition, name, operation: 'create', format });
    const views =
      format === 'v2' ? convertV2Record(model, live, context) : convertLegacyRecord(model, live, context);
    if ('reason' in views) return views;
    const baselineProblem = describeUnknownBaseline(views.v2, live?.v2 ?? null, context.baselines);
    if (baselineProblem !== null) return { reason: `baseline: ${baselineProblem}` };
    // Licences that were deprecated after their assignment are accepted.
    const licenseIds = licenseIdsOf(licensingOf(views.v2));
    const licenseProblem = context.licenses
      ? findAssignmentProblem(context.licenses, licenseIds, licenseIds)
      : null;
    return licenseProblem === null ? views : { reason: `licensing: ${licenseProblem}` };
  } catch (error) {
    if (error instanceof ConversionError || error instanceof RegistryError) return { reason: error.message };
    throw error;
  }
}

function convertV2Record(
  { definition, name, record }: SourceModel,
  live: ModelViews | null,
  { now, baselines }: ConversionContext,
) {
  const parsed = normaliseStored(definition, name, record, baselines);
  if (!parsed.ok) {
    return {
      reason: parsed.problems
        .map(({ loc, msg }) => `${loc.slice(1).join('.') || 'record'}: ${msg}`)
        .join('; '),
    };
  }
  const v2 = setMetadata(keepLicensing(parsed.value, live?.v2 ?? null, definition.fields), live, now);
  return { v2, legacy: definition.legacy?.fromV2(name, v2, live?.legacy ?? null, baselines) ?? null };
}

function convertLegacyRecord(
  { definition, name, record, columns }: SourceModel,
  live: ModelViews | null,
  { now, baselines }: ConversionContext,
) {
  if (!isJsonObject(record)) return { reason: 'record: Input should be a JSON object' };
  if (!definition.legacy) return { reason: `${definition.name} has no legacy form` };
  const legacy = {
    ...record,
    ...pickFieldsOutsideFiles(definition, { record, columns }, live),
  } as LegacyRecord;
  const v2 = definition.legacy.toV2(name, legacy, live?.v2 ?? null, baselines);
  return { v2: setMetadata(v2, live, now), legacy };
}

/**
 * Returns the fields that an imported text model retains from the live model. The file cannot contain them:
 * `models.csv` has few columns, and the JSON generated from it shows defaults for all other fields.
 */
function pickFieldsOutsideFiles(
  { legacy: form }: CategoryDefinition,
  { record, columns = [] }: { readonly record: JsonObject; readonly columns?: readonly string[] | undefined },
  live: ModelViews | null,
): JsonObject {
  if (!form || !isCsv(form)) return {};
  const unlistedFields = Object.entries(live?.legacy ?? {}).filter(
    ([key]) => !Object.hasOwn(record, key) && !csvKeys.has(key) && !columns.includes(key),
  );
  return Object.fromEntries(unlistedFields);
}

/**
 * Sets a record's metadata: the times and authors of its creation and last update. A record of a file has
 * both times only if it comes from another registry. The metadata is chosen as follows:
 *
 * - The file lacks a time: the metadata is set as by other writes.
 * - The model is new: all metadata comes from the file.
 * - The live model has no author of its creation, and was created later than the model in the file: the
 *   creation comes from the file. The last update comes from the file only if the live model has no author of
 *   its last update either.
 * - Otherwise: the metadata is set as by other writes.
 */
function setMetadata(record: ModelRecord, live: ModelViews | null, now: number): ModelRecord {
  const fileTimes = readMetadata(record);
  const isExport = isRegistryExport(record);
  if (!live) return isExport ? record : stampMetadata(record, null, { now, by: null });
  const liveTimes = readMetadata(live.v2);
  if (
    !isExport ||
    liveTimes.created_by !== undefined ||
    !isEarlier(fileTimes.created_at, liveTimes.created_at)
  ) {
    return stampMetadata(record, live.v2, { now, by: null });
  }
  return liveTimes.updated_by === undefined ? record : stampMetadata(record, record, { now, by: null });
}

/**
 * Returns whether a record of a file comes from another registry: it has the times that only a registry sets.
 */
export function isRegistryExport(record: JsonObject): boolean {
  const { created_at, updated_at } = readMetadata(record);
  return created_at !== undefined && updated_at !== undefined;
}

function isEarlier(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return typeof a === 'number' && (typeof b !== 'number' || a < b);
}

function haveSameCreation(left: ModelViews, right: ModelViews): boolean {
  const [a, b] = [readMetadata(left.v2), readMetadata(right.v2)];
  return a.created_at === b.created_at && a.created_by === b.created_by;
}

function readMetadata({ metadata }: JsonObject): JsonObject {
  return isJsonObject(metadata) ? metadata : {};
}
