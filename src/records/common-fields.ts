import type { z } from 'zod';
import { fileName } from './file-name.ts';
import {
  absentOrNull,
  laxArray,
  laxBoolean,
  laxCount,
  laxEnum,
  laxInt,
  laxLiteral,
  laxMap,
  laxObject,
  laxString,
  withoutNulls,
} from './lax.ts';
import { licensingFields } from './licensing/assignment.ts';
import { lifecycle } from './lifecycle.ts';

const modelDomains = ['image', 'text', 'video', 'audio', 'rendered_3d'] as const;
const modelPurposes = [
  'generation',
  'post_processing',
  'auxiliary_or_patch',
  'feature_extractor',
  'safety_checker',
  'miscellaneous',
] as const;

export const recordSchemaVersion = '2.0.0';
/** Placeholder for the hash of a download entry that is not computed yet. */
export const unknownHash = 'FIXME';

/** Returns whether this `sha256sum` of a download entry is unknown: `FIXME` or empty. */
export function isUnknownHash(sha256sum: unknown): boolean {
  return sha256sum === unknownHash || sha256sum === '';
}

const downloadEntry = laxObject({
  file_name: fileName().meta({
    description:
      "Name the horde uses for the file; may contain folders. A relative path: no '..', no backslash, no drive.",
  }),
  file_url: laxString(),
  sha256sum: laxString().default(unknownHash),
  content_hash: absentOrNull(laxString()),
  file_purpose: absentOrNull(laxString()).meta({
    description: 'Kind of component, e.g. vae or text_encoders. Absent for the primary file.',
  }),
  known_slow_download: absentOrNull(laxBoolean()),
  size_bytes: absentOrNull(laxCount()),
})
  .transform(withoutNulls)
  .meta({ id: 'DownloadRecord' });

const config = laxObject({
  download: laxArray(downloadEntry).default(() => []),
  embedded_component_hashes: absentOrNull(laxMap(laxString())),
})
  .transform(withoutNulls)
  .meta({ id: 'GenericModelRecordConfig' });

const metadata = laxObject({
  schema_version: laxString().default(recordSchemaVersion),
  created_at: absentOrNull(laxInt()).meta({ description: 'Unix seconds. Set by the server.' }),
  updated_at: absentOrNull(laxInt()).meta({ description: 'Unix seconds. Set by the server.' }),
  created_by: absentOrNull(laxString()).meta({ description: 'Set by the server.' }),
  updated_by: absentOrNull(laxString()).meta({ description: 'Set by the server.' }),
})
  .transform(withoutNulls)
  .meta({ id: 'GenericModelRecordMetadata' });

const finetuneSeries = laxObject({
  name: laxString(),
  version: absentOrNull(laxString()),
  author: absentOrNull(laxString()),
  description: absentOrNull(laxString()),
  homepage: absentOrNull(laxString()),
})
  .transform(withoutNulls)
  .meta({ id: 'FineTuneSeriesInfo' });

const modelClassification = laxObject({
  domain: laxEnum(modelDomains).meta({ id: 'MODEL_DOMAIN', description: 'The medium of a model.' }),
  purpose: laxEnum(modelPurposes).meta({ id: 'MODEL_PURPOSE', description: 'The purpose of a model.' }),
}).meta({ id: 'ModelClassification' });

export type Classification = z.infer<typeof modelClassification>;

/**
 * Returns the fields of every model, in declaration order, which is the order of output and of reported
 * problems.
 */
export function commonFields(category: string, classification: Classification) {
  return {
    // Accepts only the category's own name: otherwise the record would later be read as one of another
    // category.
    record_type: laxLiteral([category]).default(category),
    name: laxString(),
    description: absentOrNull(laxString()),
    version: absentOrNull(laxString()).meta({ description: 'Version of the model, not of its baseline.' }),
    finetune_series: absentOrNull(finetuneSeries),
    metadata: metadata.default(() => ({ schema_version: recordSchemaVersion })),
    config: config.default(() => ({ download: [] })),
    model_classification: modelClassification.default(() => ({ ...classification })),
    size_on_disk_bytes: absentOrNull(laxCount()),
    lifecycle: absentOrNull(lifecycle),
    renamed_from: absentOrNull(laxArray(laxString({ min: 1 }), { max: 20 })).meta({
      description: 'Earlier names of the model, latest first.',
    }),
    licensing: licensingFields.stored,
  };
}

/** Returns the schema of a list of tags, which are trimmed. The list may be null or absent. */
export function trimmedTags() {
  return absentOrNull(laxArray(laxString().trim()));
}

export function stringList() {
  return absentOrNull(laxArray(laxString()));
}
