import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { readJsonMembers } from '../../kernel/json-members.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import {
  type CanonicalFormat,
  type CategoryDefinition,
  ConversionError,
  type LegacyRecord,
} from '../../records/categories/category.ts';
import { contentHash } from '../../records/hash.ts';
import { isProjectedLicensing } from '../../records/licensing/assignment.ts';
import type { ModelTexts } from '../../records/model-views.ts';
import { hasBackendPrefix } from '../../records/text-names/index.ts';
import type { CategoryModels } from './replica-copy.ts';

/**
 * The records of a category in one view, by model name: the stored JSON texts, in the order of the primary's
 * body.
 */
export type ViewTexts = ReadonlyMap<string, string>;

/**
 * Parses the v2 body of a category into the texts to be stored, by model name. Omits fields that the primary
 * adds to stored records (`RECORD_PROJECTIONS`).
 * @throws SyntaxError when the body is not a JSON object of records
 */
export function parseV2Texts({ name: category }: Pick<CategoryDefinition, 'name'>, body: string): ViewTexts {
  const texts = new Map<string, string>();
  for (const [name, text] of readJsonMembers(body)) {
    const record = parseRecord(name, text);
    for (const field of projectedFields[category] ?? []) delete record[field];
    if (isProjectedLicensing(record.licensing)) delete record.licensing;
    texts.set(name, JSON.stringify(record));
  }
  return texts;
}

/** The fields that the primary adds to v2 records, by category. */
const projectedFields: Readonly<Record<string, readonly string[]>> = { text_generation: ['guidance'] };

/**
 * Parses the v1 body of a category into the legacy texts to be stored, by model name. The body contains each
 * text model several times, also under names with a backend prefix. Skips the entries with a prefix.
 *
 * @throws SyntaxError when the body is not a JSON object of records
 */
export function parseLegacyTexts({ legacy }: CategoryDefinition, body: string): ViewTexts {
  const texts = new Map<string, string>();
  for (const [name, text] of readJsonMembers(body)) {
    const record = parseRecord(name, text);
    if (!legacy?.fileName.endsWith('.csv')) texts.set(name, JSON.stringify(record));
    else if (!hasBackendPrefix(name))
      texts.set(name, JSON.stringify(legacy.fromBody(record as LegacyRecord, null)));
  }
  return texts;
}

/**
 * Parses the text of a record.
 * @throws SyntaxError when the text is not a JSON object
 */
function parseRecord(name: string, text: string): JsonObject {
  const record: unknown = JSON.parse(text);
  if (isJsonObject(record)) return record;
  throw new SyntaxError(`the record of ${JSON.stringify(name)} is not an object`);
}

/**
 * Joins the v2 view and the v1 view of a category into models. A model that is only in the v2 view gets no
 * legacy record. A model that is only in the v1 view is dropped when v2 is the canonical format. Otherwise
 * its legacy record is converted to v2; if that is impossible, the model is dropped.
 */
export function joinViews(
  definition: CategoryDefinition,
  v2: ViewTexts,
  legacy: ViewTexts,
  {
    canonicalFormat,
    baselines,
  }: { readonly canonicalFormat: CanonicalFormat; readonly baselines: KnownBaselines },
): CategoryModels {
  const models = new Map<string, ModelTexts>();
  for (const [name, text] of v2) models.set(name, createModelTexts(text, legacy.get(name) ?? null));
  if (canonicalFormat === 'v2') return models;
  for (const [name, text] of legacy) {
    if (models.has(name)) continue;
    const convertedText = convertToV2(definition, name, text, baselines);
    if (convertedText !== null) models.set(name, createModelTexts(convertedText, text));
  }
  return models;
}

function createModelTexts(v2: string, legacy: string | null): ModelTexts {
  return {
    v2,
    legacy,
    v2_hash: contentHash(v2),
    legacy_hash: legacy === null ? null : contentHash(legacy),
  };
}

/** Converts the text of a legacy record to v2; null when v2 cannot express the record. */
function convertToV2(
  { legacy }: CategoryDefinition,
  name: string,
  text: string,
  baselines: KnownBaselines,
): string | null {
  try {
    const record = legacy?.toV2(name, JSON.parse(text) as LegacyRecord, null, baselines);
    return record ? JSON.stringify(record) : null;
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
}
