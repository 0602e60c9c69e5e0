import type { Caller, RetryKey } from '../../kernel/caller.ts';
import { createInputError, type FieldProblem, RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import {
  type CanonicalFormat,
  type CategoryDefinition,
  ConversionError,
  type ModelRecord,
} from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { formatUnknownBaseline, publishingHint } from '../../records/categories/unknown-baseline.ts';
import type { ChangeOperation } from '../../records/enums.ts';
import { refuseKeys } from '../../records/files/refuse-keys.ts';
import { laxObject, withoutNulls } from '../../records/lax.ts';
import { refuseNullLicensing } from '../../records/licensing/assignment.ts';
import { checkBackendPrefix, checkModelName } from '../../records/model-name.ts';
import {
  type ModelViews,
  type ProposedRecord,
  removeServerMetadata,
  restoreViews,
  type Stamp,
  viewsAfter,
  viewsOf,
} from '../../records/model-views.ts';
import { dropLongInput, parseOrThrow } from '../../records/parse.ts';
import { createBackendNames } from '../../records/text-names/backends.ts';
import { groupOfName } from '../../records/text-names/parse.ts';
import type { Tx } from '../../store/tx.ts';
import { type ModelRow, modelStore } from '../catalog/index.ts';
import { findLicensingProblem } from '../catalogues/index.ts';
import { findMissingBaseline, readBaselineProposals } from './baselines.ts';
import type { StoredChange } from './pending-change.ts';

/** A client's request to write one model. */
export interface RequestedWrite {
  readonly category: string;
  readonly operation: ChangeOperation;
  readonly name: string;
  /** The record from the client, parsed with the category's schema for `format`; null for a delete. */
  readonly record: JsonObject | null;
  /** The format of the API version that the client called. */
  readonly format: CanonicalFormat;
  /**
   * Whether `record` is a complete legacy record, which is stored unchanged. Otherwise `record` is the body
   * of a client's request. Default: false.
   */
  readonly whole?: boolean;
  readonly caller: Caller;
  readonly retry?: RetryKey | undefined;
  /** The new name when an update renames the model. The update's v2 record already has this name. */
  readonly renamesTo?: string | undefined;
  /** The v2 and legacy records of the earlier state that the write restores; absent: it restores none. */
  readonly restores?: ModelViews;
  /** The caller's condition on the live record, checked last; absent: no condition. */
  readonly precondition?: Precondition | undefined;
}

/**
 * Checks the caller's condition on the live record.
 * @param live the stored model; null when there is none
 * @throws RegistryError `precondition_failed`
 */
export type Precondition = (live: ModelRow | null, reader: Tx) => Promise<void>;

export interface ExaminedWrite {
  readonly target: WriteTarget;
  /** The stored model; null when it does not exist or is not visible in this format. */
  readonly row: ModelRow | null;
  readonly before: ModelViews | null;
  /** The record to queue if the write is proposed; null for a delete. */
  readonly payload: JsonObject | null;
  /** The v2 and legacy records as they would be if the write were made now; null for a delete. */
  readonly after: ModelViews | null;
}

/**
 * Validates a requested write. Returns the record to queue, and the v2 and legacy records after the write.
 *
 * @param at.now Unix seconds
 * @throws RegistryError `invalid_name` and `invalid_input` (422; also for an API key in a URL, even if the
 *   live record already has it), `bad_request` for a backend-prefixed text name (400), `invalid_change_set`
 *   for a deprecated or undefined licence (422), `not_found` when the model of an update or delete does not
 *   exist (404), `conflict` when the model of a create exists (409), `precondition_failed` (412)
 */
export async function examineWrite(
  reader: Tx,
  write: RequestedWrite,
  {
    now,
    categories,
    requireLicensing = false,
  }: {
    readonly now: number;
    readonly categories: Categories;
    /** Whether `licensing` is required in a v2 create. */
    readonly requireLicensing?: boolean;
  },
): Promise<ExaminedWrite> {
  const { baselines } = categories;
  const { name, operation, format, caller } = write;
  checkModelName(name);
  const definition = requireServedCategory(write.category, categories);
  const target: WriteTarget = { definition, name, operation, format };
  checkBackendPrefix(target);

  const row = hideFromFormat(format, await modelStore(reader).get(definition.name, name));
  const before = row && viewsOf(row);
  const payload = createPayload(definition, write, before);
  refuseKeys(payload);
  refuseKeys(write.restores);
  const stamp = { by: caller.username, now };
  const after =
    payload &&
    (write.restores
      ? restoreViews(write.restores, before, stamp)
      : createViewsAfterWrite(
          target,
          { format, record: payload, isComplete: write.whole ?? false },
          before,
          stamp,
          baselines,
        ));
  await checkBaseline(
    reader,
    { ...target, sent: write.record },
    before?.v2 ?? null,
    after?.v2 ?? null,
    categories,
  );
  if (requireLicensing && operation === 'create' && format === 'v2' && !write.restores && !payload?.licensing)
    throw new RegistryError(
      'invalid_change_set',
      'licensing is required: this registry takes no new model without it. NOASSERTION is allowed.',
    );
  const [old, next] = [before?.v2 ?? null, after?.v2 ?? null];
  const problem = await findLicensingProblem(reader, old, next, write.restores !== undefined);
  if (problem !== null) throw new RegistryError('invalid_change_set', problem);
  checkExistence(target, before !== null);
  if (write.renamesTo !== undefined) await checkNewName(reader, target, write.renamesTo);
  await write.precondition?.(row, reader);
  return { target, row, before, payload, after };
}

/** The error message for a change whose extra category has been disabled. */
export const formatNotServedMessage = (category: string) =>
  `The category '${category}' is not served any more.`;

function requireServedCategory(name: string, categories: Categories): CategoryDefinition {
  const definition = categories.find(name);
  if (definition) return definition;
  throw new RegistryError('bad_request', formatNotServedMessage(name));
}

/**
 * Parses the record of a new version with the schema of the change's category and format. When the model was
 * renamed since, the record must have the new name; its former names are added unless it sets `renamed_from`.
 *
 * @param renamedModel the model under its new name; null when it was not renamed
 * @throws RegistryError `bad_request` when the record has the name of another model
 */
export function parseRevision(
  { category, model_name, operation, payload_format, payload }: StoredChange,
  renamedModel: ModelRow | null,
  record: Readonly<Record<string, unknown>>,
  categories: Categories,
): JsonObject {
  const definition = requireServedCategory(category, categories);
  const { baselines } = categories;
  const { legacy } = definition;
  const isLegacy = payload_format === 'legacy' && legacy !== null;
  const schema = isLegacy ? legacy.replacementBody(payload ?? {}, baselines) : definition.record(baselines);
  if (!isLegacy && operation === 'update') refuseNullLicensing(record, ['body', 'record']);
  const formerNames = renamedModel && !isLegacy ? (viewsOf(renamedModel).v2.renamed_from ?? null) : null;
  const lacksFormerNames = (record.renamed_from ?? null) === null;
  const recordWithFormerNames =
    lacksFormerNames && formerNames !== null ? { ...record, renamed_from: formerNames } : record;
  const parsed = parseOrThrow(
    laxObject({ record: schema }),
    { record: recordWithFormerNames },
    'body',
  ).record;
  checkModelName(parsed.name);
  const name = renamedModel?.name ?? (isLegacy ? (payload?.name ?? model_name) : model_name);
  if (parsed.name === name) return parsed;
  throw new RegistryError(
    'bad_request',
    renamedModel
      ? `Model '${model_name}' of ${category} was renamed to '${renamedModel.name}' since the change was proposed: a new version must have that name, not '${parsed.name}'.`
      : 'A new version cannot change the name of the model.',
  );
}

/**
 * Checks the new name of a renamed model: it must be free, and valid for a new model.
 *
 * @throws RegistryError `invalid_name`, `bad_request`, `conflict`
 */
async function checkNewName(reader: Tx, target: WriteTarget, name: string): Promise<void> {
  checkModelName(name);
  const renamedTarget: WriteTarget = { ...target, name, operation: 'create' };
  checkBackendPrefix(renamedTarget);
  if (name === target.name) {
    throw new RegistryError('bad_request', `Model '${name}' already has this name: give a different one.`);
  }
  checkExistence(renamedTarget, (await modelStore(reader).get(target.definition.name, name)) !== null);
}

/** Returns the model if it is visible in a format: in v1, models without a legacy record are not. */
function hideFromFormat(format: CanonicalFormat, row: ModelRow | null): ModelRow | null {
  return format === 'legacy' && row?.legacy === null ? null : row;
}

function createPayload(
  definition: CategoryDefinition,
  { record, format }: RequestedWrite,
  live: ModelViews | null,
): JsonObject | null {
  if (record === null || format === 'legacy') return record;
  return createProposedRecord(definition, record as ModelRecord, live?.v2 ?? null);
}

/**
 * Creates the v2 and legacy records after a write. It is called when the write is proposed, so that the
 * requestor gets the error if the conversion fails. Without this call, only the approver would get it, when
 * the change is applied.
 * @throws RegistryError `invalid_input`, `invalid_name`
 */
function createViewsAfterWrite(
  { definition, name, format }: WriteTarget,
  proposedRecord: ProposedRecord,
  live: ModelViews | null,
  stamp: Stamp,
  baselines: KnownBaselines,
): ModelViews {
  const views = convert(
    () => viewsAfter(definition, name, proposedRecord, live, stamp, baselines),
    proposedRecord.record,
  );
  if (
    format === 'legacy' &&
    views.legacy &&
    definition.legacy?.createEntries(name, views.legacy).length === 0
  ) {
    throw new RegistryError(
      'invalid_name',
      `Model name '${name}' is a URL: legacy records of ${definition.name} cannot have such a name.`,
    );
  }
  return views;
}

function convert(conversion: () => ModelViews, record: JsonObject): ModelViews {
  try {
    return conversion();
  } catch (error) {
    if (error instanceof ConversionError)
      throw createInputError([dropLongInput(toFieldProblem(error, record))]);
    throw error;
  }
}

function toFieldProblem(error: ConversionError, record: JsonObject): FieldProblem {
  const path = error.field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return {
    type: 'value_error',
    loc: ['body', ...path],
    msg: `Value error, ${error.reason}`,
    input: readValueAt(record, path),
    ctx: { error: {} },
  };
}

/** Returns the value at a path in a record, or the last existing value on the path when it does not exist. */
function readValueAt(record: JsonObject, path: readonly (string | number)[]): JsonValue {
  let value: JsonValue = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) break;
    value = (value as Record<string | number, JsonValue>)[step] ?? null;
  }
  return value;
}

/**
 * Creates the v2 record to queue: the fields that clients may set from the client's record, the others from
 * the registry.
 */
function createProposedRecord(
  definition: CategoryDefinition,
  record: ModelRecord,
  live: ModelRecord | null,
): ModelRecord {
  const recordWithGroup = definition.fields.includes('text_model_group')
    ? addGroup(definition, record)
    : record;
  return copyCreationFields(live, removeServerMetadata(recordWithGroup));
}

function addGroup(definition: CategoryDefinition, record: ModelRecord): ModelRecord {
  if ((record.text_model_group ?? null) !== null) return record;
  const groupedRecord: JsonObject = { ...record, text_model_group: groupOfName(record.name) };
  const orderedEntries = definition.fields.flatMap((field) =>
    Object.hasOwn(groupedRecord, field) ? [[field, groupedRecord[field]]] : [],
  );
  return Object.fromEntries(orderedEntries) as ModelRecord;
}

/** Copies `created_at` and `created_by` from the live record into the record of an update. */
function copyCreationFields(live: ModelRecord | null, record: ModelRecord): ModelRecord {
  if (!isJsonObject(live?.metadata) || !isJsonObject(record.metadata)) return record;
  const { created_at = null, created_by = null } = live.metadata;
  return {
    ...record,
    metadata: { ...record.metadata, ...withoutNulls({ created_at, created_by }) } as JsonObject,
  };
}

/**
 * If a write newly sets a baseline, checks that the baseline is published or would be published by a pending
 * or approved change set.
 *
 * @throws RegistryError `invalid_input`
 */
async function checkBaseline(
  reader: Tx,
  { definition, format, sent }: WriteTarget & { readonly sent: JsonObject | null },
  before: ModelRecord | null,
  after: ModelRecord | null,
  categories: Categories,
): Promise<void> {
  const baseline = await findMissingBaseline(reader, before, after, categories);
  if (baseline === null || (await readBaselineProposals(reader)).has(baseline)) return;
  const isV2 = format === 'v2';
  const text = isV2
    ? `Unknown baseline: ${baseline}. ${publishingHint}`
    : formatUnknownBaseline(definition.name, baseline, categories.baselines);
  throw createInputError([
    dropLongInput({
      type: 'value_error',
      // Matches the existing service: in v2 this error is about the whole record.
      loc: isV2 ? ['body'] : ['body', 'baseline'],
      msg: `Value error, ${text}`,
      input: isV2 ? sent : baseline,
      ctx: { error: {} },
    }),
  ]);
}

/** The facts about a write that the checks in this file need. */
interface WriteTarget {
  readonly definition: CategoryDefinition;
  readonly name: string;
  readonly operation: ChangeOperation;
  /** The format of the API version that the client called. Some error messages depend on it. */
  readonly format: CanonicalFormat;
}

/**
 * Lists the names of a model's backend variants, which every write of the model also affects. Null for a
 * category without backend variants.
 */
export function listBackendVariants({ definition, name }: WriteTarget): string[] | null {
  return definition.name === 'text_generation' ? createBackendNames(name) : null;
}

/**
 * Checks that the name of a create is free, and that the model of an update or delete exists. Only live
 * models count, not those in queued changes.
 *
 * @throws RegistryError `conflict`, `not_found`
 */
function checkExistence(target: WriteTarget, exists: boolean): void {
  const { definition, name, operation, format } = target;
  if (operation === 'create') {
    if (!exists) return;
    throw new RegistryError(
      'conflict',
      `Model '${name}' already exists in category '${definition.name}'. Use PUT to update existing models.`,
    );
  }
  if (exists) return;
  const missingText = format === 'v2' || operation === 'delete' ? 'not found' : 'does not exist';
  const hint = operation === 'update' ? '. Use POST to create new models.' : '';
  throw new RegistryError(
    'not_found',
    `Model '${name}' ${missingText} in category '${definition.name}'${hint}`,
  );
}
