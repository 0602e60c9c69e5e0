import { isJsonObject, type JsonObject } from '../kernel/json.ts';
import { sameJson } from '../kernel/same-json.ts';
import type { KnownBaselines } from './baselines/known-baselines.ts';
import type {
  CanonicalFormat,
  CategoryDefinition,
  LegacyRecord,
  ModelRecord,
} from './categories/category.ts';
import { recordSchemaVersion } from './common-fields.ts';
import { contentHash } from './hash.ts';
import { withoutNulls } from './lax.ts';
import { keepLicensing } from './licensing/assignment.ts';
import { type ParseResult, parseInput } from './parse.ts';

/**
 * A model's record in the forms of both API versions; `legacy` (v1) is null if the category has no legacy
 * form.
 */
export interface ModelViews {
  readonly v2: ModelRecord;
  readonly legacy: LegacyRecord | null;
}

/** The stored JSON texts of a model, and the SHA-256 (hex) of each. */
export interface ModelTexts {
  readonly v2: string;
  readonly legacy: string | null;
  readonly v2_hash: string;
  readonly legacy_hash: string | null;
}

export interface ProposedRecord {
  readonly format: CanonicalFormat;
  readonly record: JsonObject;
  /**
   * True when `record` is a complete legacy record, such as an entry of a public file; it is then stored
   * unchanged. Otherwise a legacy `record` is the body of a v1 request, and fields that such bodies lack come
   * from the live model. Has no effect on a v2 record.
   */
  readonly isComplete?: boolean;
}

export function viewsOf(texts: Pick<ModelTexts, 'v2' | 'legacy'>): ModelViews {
  return {
    v2: JSON.parse(texts.v2) as ModelRecord,
    legacy: texts.legacy === null ? null : (JSON.parse(texts.legacy) as LegacyRecord),
  };
}

export function textsOf(views: ModelViews): ModelTexts {
  const v2 = JSON.stringify(views.v2);
  const legacy = views.legacy === null ? null : JSON.stringify(views.legacy);
  return { v2, legacy, v2_hash: contentHash(v2), legacy_hash: legacy === null ? null : contentHash(legacy) };
}

/**
 * Returns the format of a category's records in a deployment: v2 for a category without a legacy form,
 * otherwise the deployment's canonical format.
 */
export function formatOf(definition: CategoryDefinition, canonicalFormat: CanonicalFormat): CanonicalFormat {
  return definition.legacy === null ? 'v2' : canonicalFormat;
}

/**
 * Returns the v2 and legacy views of a model after a proposed record is applied. Fields that the proposed
 * record cannot contain come from the live model. These are the fields that only the other view has, and the
 * fields that v1 requests lack. `licensing` also comes from the live model if a proposed v2 record has none.
 *
 * @param live the model before the change; null when it does not exist yet
 * @param stamp the proposer and the time, for the server's own metadata
 * @throws ConversionError when the record cannot be converted to the other view
 */
export function viewsAfter(
  definition: CategoryDefinition,
  name: string,
  proposedRecord: ProposedRecord,
  live: ModelViews | null,
  stamp: Stamp,
  baselines: KnownBaselines,
): ModelViews {
  const { legacy: form } = definition;
  if (proposedRecord.format === 'v2') {
    const record = keepLicensing(proposedRecord.record as ModelRecord, live?.v2 ?? null, definition.fields);
    const v2 = stampMetadata(record, live?.v2 ?? null, stamp);
    return { v2, legacy: form === null ? null : form.fromV2(name, v2, live?.legacy ?? null, baselines) };
  }
  if (form === null) throw new Error(`Category ${definition.name} has no legacy format`);
  const legacyRecord = proposedRecord.record as LegacyRecord;
  const legacy = proposedRecord.isComplete ? legacyRecord : form.fromBody(legacyRecord, live?.legacy ?? null);
  const v2 = form.toV2(name, legacy, live?.v2 ?? null, baselines);
  return { v2: stampMetadata(v2, live?.v2 ?? null, stamp), legacy };
}

/**
 * Returns the v2 and legacy views of a model that is restored to an earlier state. `created_at` and
 * `created_by` come from the live model or, if there is none, from the earlier state.
 *
 * @param live the current model; null when it has been deleted
 */
export function restoreViews(pastViews: ModelViews, live: ModelViews | null, stamp: Stamp): ModelViews {
  return { v2: stampMetadata(pastViews.v2, live?.v2 ?? pastViews.v2, stamp), legacy: pastViews.legacy };
}

/** Returns whether two models have equal v2 and legacy views, apart from the metadata set by the server. */
export function sameViews(a: ModelViews, b: ModelViews): boolean {
  return (
    sameJson(removeServerMetadata(a.v2), removeServerMetadata(b.v2)) &&
    sameJson(a.legacy ?? undefined, b.legacy ?? undefined)
  );
}

/**
 * Returns a model's record in the form that readers of `format` receive. v1 returns several entries for a
 * text model; the result is then the entry under the model's own name. If v1 returns no entry, the result is
 * the stored record.
 */
export function createShownRecord(
  definition: CategoryDefinition,
  name: string,
  format: CanonicalFormat,
  views: ModelViews,
): JsonObject {
  const storedRecord = format === 'v2' ? views.v2 : views.legacy;
  if (!storedRecord) throw new Error(`Model '${name}' of ${definition.name} has no legacy view`);
  return showStoredRecord(definition, name, format, storedRecord);
}

/** Like `createShownRecord`, but takes only the stored record of `format`. */
export function showStoredRecord(
  definition: CategoryDefinition,
  name: string,
  format: CanonicalFormat,
  storedRecord: JsonObject,
): JsonObject {
  if (format === 'v2') return storedRecord;
  return definition.legacy?.createEntries(name, storedRecord as LegacyRecord)[0]?.[1] ?? storedRecord;
}

/**
 * Returns the forms in which v1 returns, or has returned, a stored legacy record: the form of this release,
 * then the form of older releases if it differs.
 */
export function listLegacyForms(
  definition: CategoryDefinition,
  name: string,
  storedRecord: JsonObject,
): readonly JsonObject[] {
  const currentForm = showStoredRecord(definition, name, 'legacy', storedRecord);
  const formerForm = definition.legacy?.createFormerEntries(name, storedRecord as LegacyRecord)[0]?.[1];
  return formerForm === undefined || sameJson(formerForm, currentForm)
    ? [currentForm]
    : [currentForm, formerForm];
}

/**
 * The author and the time (Unix seconds) of a write. `by` is a username; null when there is no author, as in
 * an import.
 */
export interface Stamp {
  readonly now: number;
  readonly by: string | null;
}

/**
 * Returns the record as stored by a write, with the server's own metadata. `updated_at` and `updated_by` come
 * from this write; `created_at` and `created_by` come from the previous record, or from this write if it has
 * none. The values of these four fields in `record` are ignored.
 *
 * @param previous the record before the write, normally the live one; null when there is none
 */
export function stampMetadata(record: ModelRecord, previous: ModelRecord | null, stamp: Stamp): ModelRecord {
  const before = readMetadata(previous);
  const creation =
    before.created_at === undefined
      ? { created_at: stamp.now, created_by: stamp.by }
      : { created_at: before.created_at, created_by: before.created_by ?? null };
  return setMetadata(record, {
    created_at: creation.created_at,
    updated_at: stamp.now,
    created_by: creation.created_by,
    updated_by: stamp.by,
  });
}

/** Returns the record without the metadata set by the server, for payloads and comparisons. */
export function removeServerMetadata(record: ModelRecord): ModelRecord {
  return setMetadata(record, {});
}

function readMetadata(record: JsonObject | null): JsonObject {
  const metadata = record?.metadata;
  return isJsonObject(metadata) ? metadata : {};
}

/**
 * Replaces the `metadata` of a record by `serverFields` and the previous schema version. Omits null fields.
 * `metadata` keeps its position among the record's keys.
 */
function setMetadata(record: ModelRecord, serverFields: JsonObject): ModelRecord {
  const schemaVersion = readMetadata(record).schema_version ?? recordSchemaVersion;
  const metadata = withoutNulls({ schema_version: schemaVersion, ...serverFields }) as JsonObject;
  return { ...record, metadata };
}

/**
 * Converts a v2 record from a file to the stored form: fills in defaults, removes nulls and unknown keys, and
 * orders the keys. Keeps the server's metadata. A record without a name gets `name`. The `loc` of problems
 * begins with `body`.
 */
export function normaliseStored(
  category: CategoryDefinition,
  name: string,
  record: unknown,
  baselines: KnownBaselines,
): ParseResult<ModelRecord> {
  const namedRecord = isJsonObject(record) && !Object.hasOwn(record, 'name') ? { ...record, name } : record;
  return parseInput(category.stored(baselines), namedRecord, 'body');
}
