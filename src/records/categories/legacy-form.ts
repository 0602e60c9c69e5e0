import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { type KnownBaselines, memoizeByBaselines } from '../baselines/known-baselines.ts';
import { carryOver, type EntryLists } from '../carry-over.ts';
import {
  absentOrNull,
  issueOf,
  laxArray,
  laxBoolean,
  laxString,
  looseObject,
  valueError,
  withFacts,
  withoutNulls,
} from '../lax.ts';
import { parseInput } from '../parse.ts';
import {
  type CategoryDefinition,
  ConversionError,
  type LegacyForm,
  type LegacyRecord,
  type ModelRecord,
} from './category.ts';
import {
  configFromV2,
  configToV2,
  copyDownloadHashes,
  copyFileHashes,
  legacyConfigBody,
  removeUnknownHashes,
  restoreUnknownHashes,
} from './legacy-config.ts';

/** The category-specific properties of a legacy form. */
export interface JsonFormDraft {
  readonly fileName: string;
  readonly aliases?: readonly string[];
  readonly recordName: string;
  /** Schema of the `type` in v1 bodies. Stored records may have other types, as in the public files. */
  readonly type: z.ZodType<string>;
  /** The category-specific fields of a v1 body. */
  readonly fields?: z.ZodRawShape | ((baselines: KnownBaselines) => z.ZodRawShape);
  /**
   * The fields that come first in an accepted body, in this order, followed by all other fields. Absent: the
   * order of the schema.
   */
  readonly order?: readonly string[];
  /** Changes an accepted body before it is queued, for example normalises the spelling of its baseline. */
  readonly normaliseBody?: (body: JsonObject, baselines: KnownBaselines) => JsonObject;
  /**
   * Returns the category-specific fields of the v2 record for a legacy record. Null and undefined values are
   * dropped; the v2 schema then fills in its defaults.
   */
  readonly toRecord?: (legacy: JsonObject, baselines: KnownBaselines) => Record<string, unknown>;
  /**
   * Returns the legacy form of a v2 record. Null and undefined values are dropped. Fields that v2 does not
   * have are then added from the stored legacy record.
   */
  readonly toLegacy: (record: ModelRecord, baselines: KnownBaselines) => Record<string, unknown>;
  /** The legacy name of each v2 field that has another name in legacy records. */
  readonly legacyNames?: Readonly<Record<string, string>>;
  readonly criticalFields: readonly string[];
}

const legacyLists: EntryLists = {
  'config.files': { key: 'path', byteKeys: ['md5sum'] },
  'config.download': { key: 'file_name', byteKeys: [] },
};
const recordLists: EntryLists = {
  'config.download': { key: 'file_name', byteKeys: ['size_bytes'] },
};

/** Creates the legacy form of a category whose public file is a JSON object of records. */
export function createJsonForm(draft: JsonFormDraft): (stored: CategoryDefinition['stored']) => LegacyForm {
  return (createSchema) => {
    const convert = (name: string, legacy: JsonObject, baselines: KnownBaselines): ModelRecord =>
      parseStoredRecord(
        createSchema(baselines),
        convertToV2(name, legacy, draft, baselines),
        draft.legacyNames,
      );
    const convertBack = (record: ModelRecord, baselines: KnownBaselines) =>
      withoutNulls(draft.toLegacy(record, baselines)) as LegacyRecord;
    const body = memoizeByBaselines((baselines) => createBodySchema(draft, convert, baselines));
    return {
      fileName: draft.fileName,
      aliases: draft.aliases ?? [],
      recordName: draft.recordName,
      body,
      replacementBody: ({ type }, baselines) =>
        typeof type !== 'string' || draft.type.safeParse(type).success
          ? body(baselines)
          : createBodySchema({ ...draft, type: z.union([z.literal(type), draft.type]) }, convert, baselines),
      criticalFields: draft.criticalFields,
      toV2(name, legacy, previous, baselines) {
        const convertedRecord = convert(name, legacy, baselines);
        if (!previous) return convertedRecord;
        const base = convert(name, convertBack(previous, baselines), baselines);
        return parseStoredRecord(
          createSchema(baselines),
          carryOver(previous, base, convertedRecord, recordLists),
          draft.legacyNames,
        );
      },
      fromV2(name, record, previous, baselines) {
        const convertedLegacy = convertBack(record, baselines);
        if (!previous) return convertedLegacy;
        const base = convertBack(convert(name, previous, baselines), baselines);
        const legacy = carryOver(previous, base, convertedLegacy, legacyLists) as LegacyRecord;
        return isJsonObject(legacy.config) ? { ...legacy, config: copyFileHashes(legacy.config) } : legacy;
      },
      fromBody(body, previous) {
        const legacy = withoutNulls(body) as LegacyRecord;
        if (!isJsonObject(legacy.config)) return legacy;
        const storedConfig = previous?.config;
        const configWithUnknownHashes = restoreUnknownHashes(legacy.config, storedConfig);
        const config = copyDownloadHashes(configWithUnknownHashes, storedConfig);
        // The body's config has only known keys, so the unknown keys of the stored config are added.
        return {
          ...legacy,
          config: { ...config, ...(isJsonObject(storedConfig) && pickUnknownKeys(storedConfig)) },
        };
      },
      createEntries: (name, legacy) => [[name, removeUnknownHashes(legacy)]],
      // Release 0.1.0 returned `FIXME` as stored.
      createFormerEntries: (name, legacy) => [[name, legacy]],
    };
  };
}

function convertToV2(
  name: string,
  legacy: JsonObject,
  draft: JsonFormDraft,
  baselines: KnownBaselines,
): JsonObject {
  const { description, version } = legacy;
  const commonValues = { name: legacy.name ?? name, description, version, config: configToV2(legacy.config) };
  return withoutNulls({ ...commonValues, ...draft.toRecord?.(legacy, baselines) }) as JsonObject;
}

export function convertCommonFields(record: ModelRecord) {
  const { name, description, version, config } = record;
  return { name, description, version, config: configFromV2(isJsonObject(config) ? config : {}) };
}

function pickUnknownKeys(config: JsonObject): JsonObject {
  const { files: _files, download: _download, embedded_component_hashes: _hashes, ...others } = config;
  return others;
}

/**
 * Returns the fields of every v1 body.
 * @param type the schema of `type` in the body
 */
export function commonBodyFields(type: z.ZodType<string | null | undefined>) {
  return {
    name: laxString(),
    type,
    description: absentOrNull(laxString()),
    version: absentOrNull(laxString()),
    style: absentOrNull(laxString()),
    nsfw: absentOrNull(laxBoolean()),
    download_all: absentOrNull(laxBoolean()),
    config: legacyConfigBody,
    available: absentOrNull(laxBoolean()),
    features_not_supported: absentOrNull(laxArray(laxString())),
  };
}

/**
 * JSON Schema that requires a `file_name` in every download, because a download without one cannot be
 * converted to v2.
 */
const everyDownloadNamed = {
  allOf: [
    {
      properties: {
        config: {
          properties: {
            download: { items: { required: ['file_name'], properties: { file_name: { type: 'string' } } } },
          },
        },
      },
    },
  ],
};

function createBodySchema(
  draft: JsonFormDraft,
  convert: (name: string, legacy: JsonObject, baselines: KnownBaselines) => ModelRecord,
  baselines: KnownBaselines,
): z.ZodType<LegacyRecord> {
  const fields = typeof draft.fields === 'function' ? draft.fields(baselines) : draft.fields;
  const shape = { ...commonBodyFields(draft.type), ...fields };
  const order = draft.order ?? [];
  return withFacts(looseObject(shape), everyDownloadNamed)
    .transform((input, ctx) => {
      const bodyFields = withoutNulls(input) as LegacyRecord;
      const body = orderKeys(
        draft.normaliseBody?.(bodyFields, baselines) ?? bodyFields,
        order,
      ) as LegacyRecord;
      reportUnconvertible(() => convert(body.name, body, baselines), body, ctx);
      return body;
    })
    .meta({ id: draft.recordName });
}

/**
 * Reports a body that cannot be converted to v2 as an issue. The body is then refused when it is submitted,
 * not when the change is applied.
 */
export function reportUnconvertible(
  convert: () => unknown,
  body: JsonObject,
  ctx: z.core.$RefinementCtx,
): void {
  try {
    convert();
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    const path = error.field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    ctx.issues.push(issueOf(valueError(error.reason), body, path));
  }
}

function orderKeys(object: JsonObject, order: readonly string[]): JsonObject {
  const orderedKeys = order.filter((key) => Object.hasOwn(object, key));
  const remainingKeys = Object.keys(object).filter((key) => !order.includes(key));
  return Object.fromEntries(
    [...orderedKeys, ...remainingKeys].map((key) => [key, object[key] as JsonObject[string]]),
  );
}

/**
 * Validates a record that was converted to v2, and returns its stored form.
 *
 * @param legacyNames the legacy names of fields that have another name in v2, by v2 name; used in the error
 * @throws ConversionError with the legacy field when the record is not valid in v2
 */
export function parseStoredRecord(
  schema: z.ZodType<ModelRecord>,
  candidate: JsonObject,
  legacyNames: Readonly<Record<string, string>> = {},
): ModelRecord {
  const result = parseInput(schema, candidate, 'body');
  if (result.ok) return result.value;
  const problem = result.problems[0];
  const [field = 'record', ...rest] = (problem?.loc ?? []).slice(1).map(String);
  const path = [legacyNames[field] ?? field, ...rest].join('.');
  throw new ConversionError(path, `${problem?.msg}, got ${JSON.stringify(problem?.input)}`);
}
