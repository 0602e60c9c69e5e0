import type { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import { type KnownBaselines, memoizeByBaselines } from '../baselines/known-baselines.ts';
import { carryOver } from '../carry-over.ts';
import { stringList, trimmedTags } from '../common-fields.ts';
import { absentOrNull, laxBoolean, laxCount, laxString, looseObject, withoutNulls } from '../lax.ts';
import { generationSettings, settingMap } from '../setting-value.ts';
import { groupOfName } from '../text-names/parse.ts';
import type { CategoryDefinition, LegacyForm, LegacyRecord, ModelRecord } from './category.ts';
import { defineCategory } from './define-category.ts';
import { commonBodyFields, parseStoredRecord, reportUnconvertible } from './legacy-form.ts';
import { cleanTags, entriesOf, removeEmptyValues, rowOfBody, type TextRow } from './text/row.ts';
import { usageFields } from './text/usage-fields.ts';

const criticalFields = ['baseline', 'nsfw', 'url', 'parameters'];

export const textGeneration = defineCategory({
  name: 'text_generation',
  recordName: 'TextGenerationModelRecord',
  classification: { domain: 'text', purpose: 'generation' },
  fields: {
    baseline: absentOrNull(laxString()),
    parameters: laxCount(),
    nsfw: laxBoolean().default(false),
    style: absentOrNull(laxString()),
    display_name: absentOrNull(laxString()),
    url: absentOrNull(laxString()),
    tags: trimmedTags(),
    instruct_format: absentOrNull(laxString()),
    settings: absentOrNull(settingMap()),
    text_model_group: absentOrNull(laxString()).meta({ description: 'Default: derived from the name.' }),
    name_schema_exception: absentOrNull(laxString()),
    ...usageFields,
  },
  submittedFields: {
    parameters: laxCount({ gt: 0 }).meta({
      description: 'Number of parameters. Also accepted as parameters_count.',
    }),
    settings: absentOrNull(generationSettings()),
  },
  aliases: { parameters_count: 'parameters' },
  criticalFields,
  usage: 'text',
  legacy: createTextForm,
});

function createTextForm(createSchema: CategoryDefinition['stored']): LegacyForm {
  const convert = (name: string, row: JsonObject, baselines: KnownBaselines) =>
    parseStoredRecord(createSchema(baselines), convertToV2(name, row));
  const body = memoizeByBaselines((baselines) =>
    createBodySchema((name, row) => convert(name, row, baselines)),
  );
  return {
    fileName: 'models.csv',
    aliases: ['db.json'],
    recordName: 'LegacyTextGenerationRecord',
    body,
    replacementBody: (_live, baselines) => body(baselines),
    criticalFields,
    toV2(name, row, previous, baselines) {
      const convertedRecord = convert(name, row, baselines);
      if (!previous) return convertedRecord;
      const base = convert(name, convertToRow(previous), baselines);
      return parseStoredRecord(createSchema(baselines), carryOver(previous, base, convertedRecord));
    },
    fromV2(name, record, previous, baselines) {
      const convertedRow = convertToRow(record);
      if (!previous) return convertedRow;
      return carryOver(previous, convertToRow(convert(name, previous, baselines)), convertedRow) as TextRow;
    },
    fromBody: rowOfBody,
    createEntries: entriesOf,
    // Release 0.1.0 returned the defaults of `version` and `nsfw`, regardless of the row.
    createFormerEntries: (name, { version: _version, nsfw: _nsfw, ...row }) => entriesOf(name, row),
  };
}

function convertToV2(name: string, row: JsonObject): JsonObject {
  const { version, display_name, url, baseline, description, style, instruct_format, settings } = row;
  // An empty cell means unknown, so the v2 record omits the field.
  const fields = { version, display_name, url, baseline, description, style, instruct_format, settings };
  return {
    name: row.name ?? name,
    ...removeEmptyValues(fields),
    parameters: row.parameters ?? 0,
    nsfw: row.nsfw ?? false,
    tags: row.tags ?? [],
    text_model_group: groupOfName(name),
  };
}

function convertToRow(record: ModelRecord): TextRow {
  const { name, display_name, url, baseline, description, style, instruct_format } = record;
  const { tags, settings, version, nsfw } = record;
  const strings = { display_name, url, baseline, description, style };
  const optionalFields = removeEmptyValues({ ...strings, tags, instruct_format, settings, version, nsfw });
  return { name, parameters: record.parameters ?? 0, ...optionalFields };
}

function createBodySchema(convert: (name: string, row: JsonObject) => ModelRecord): z.ZodType<LegacyRecord> {
  return looseObject({
    ...commonBodyFields(absentOrNull(laxString())),
    model_name: absentOrNull(laxString()),
    baseline: absentOrNull(laxString()),
    parameters: laxCount({ gt: 0 }),
    display_name: absentOrNull(laxString()),
    url: absentOrNull(laxString()),
    tags: stringList().transform((tags) => tags && cleanTags(tags)),
    instruct_format: absentOrNull(laxString()),
    settings: absentOrNull(generationSettings()),
  })
    .transform((fields, ctx) => {
      const body = withoutNulls(fields) as LegacyRecord;
      reportUnconvertible(() => convert(body.name, rowOfBody(body, null)), body, ctx);
      return body;
    })
    .meta({ id: 'LegacyTextGenerationRecord' });
}
