import type { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import type { KnownBaselines } from '../baselines/known-baselines.ts';
import type { Classification } from '../common-fields.ts';

/** A stored v2 record: normalised, nulls omitted, keys in declaration order. */
export type ModelRecord = JsonObject & { record_type: string; name: string };
/** A stored legacy record. For text_generation, the row of `models.csv`, not the v1 entry. */
export type LegacyRecord = JsonObject & { name: string };

export type CanonicalFormat = 'v2' | 'legacy';

/** The definition of a category. */
export interface CategoryDefinition {
  /** The name in paths, e.g. `image_generation`. */
  readonly name: string;
  /** The OpenAPI component of the record, e.g. `ImageGenerationModelRecord`. */
  readonly recordName: string;
  /** The domain and purpose of the category's models. */
  readonly classification: Classification;
  /**
   * Returns the schema of a submitted v2 record, in a registry with these baselines. The output of the schema
   * is the stored form of the record. In API documents, the schema has the name `recordName`.
   */
  readonly record: (baselines: KnownBaselines) => z.ZodType<ModelRecord>;
  /**
   * Returns the schema of a stored record: like `record`, without the checks that apply only to submissions.
   */
  readonly stored: (baselines: KnownBaselines) => z.ZodType<ModelRecord>;
  /** Field names of the record in declaration order (the order of output and the valid `sort_by` names). */
  readonly fields: readonly string[];
  /**
   * Dotted paths whose changes reviewers must not overlook; `config.download` is always critical and not
   * listed.
   */
  readonly criticalFields: readonly string[];
  /**
   * The category whose baselines this category's models use, such as `image_generation` for LoRAs. Null: the
   * baseline of a model may be any text.
   */
  readonly baselinesOf: string | null;
  /** Whether models with an unknown baseline are refused. */
  readonly onlyKnownBaselines: boolean;
  /** The usage feed of the horde that counts this category's models; null when none does. */
  readonly usage: 'image' | 'text' | null;
  /** The legacy form, or null for categories that only v2 has. */
  readonly legacy: LegacyForm | null;
  /**
   * Whether clients get this category's models from another service. A v1 read of the category then returns
   * an empty object.
   */
  readonly managedElsewhere: boolean;
}

export interface LegacyForm {
  /**
   * The name of the category's file in the public legacy repositories: `stable_diffusion.json`, `clip.json`
   * …; `models.csv` for text.
   */
  readonly fileName: string;
  /** Other names of the category in v1 paths, such as `db.json` for text models. */
  readonly aliases: readonly string[];
  /** The OpenAPI component of a v1 body, e.g. `LegacyStableDiffusionRecord`. */
  readonly recordName: string;
  /**
   * Returns the schema of a v1 write body. Its output is the payload that is queued for review; unknown keys are
   * kept.
   */
  body(baselines: KnownBaselines): z.ZodType<LegacyRecord>;
  /**
   * Returns the schema of a v1 write body that replaces the live record `live`. The body may keep the `type`
   * of `live`, even if that type is not allowed for new records.
   */
  replacementBody(live: JsonObject, baselines: KnownBaselines): z.ZodType<LegacyRecord>;
  /** Dotted paths of a legacy record whose changes reviewers must not overlook. */
  readonly criticalFields: readonly string[];
  /**
   * Converts a stored legacy record to the v2 record. Fields that only v2 has (metadata; `nsfw` and `version`
   * of a text model …) come from `previous`, the model's previous v2 record.
   *
   * @throws ConversionError with the field whose value is not allowed in v2 (unknown baseline, unknown
   *   download entry …)
   */
  toV2(
    name: string,
    legacy: LegacyRecord,
    previous: ModelRecord | null,
    baselines: KnownBaselines,
  ): ModelRecord;
  /** Converts a v2 record to the stored legacy record; fields that only legacy has come from `previous`. */
  fromV2(
    name: string,
    record: ModelRecord,
    previous: LegacyRecord | null,
    baselines: KnownBaselines,
  ): LegacyRecord;
  /**
   * Creates the stored legacy record from an accepted v1 body: for a text model its row of `models.csv`,
   * otherwise the body without top-level nulls. Fields that a v1 body lacks come from `previous`.
   */
  fromBody(body: LegacyRecord, previous: LegacyRecord | null): LegacyRecord;
  /**
   * Returns the entries of a model in the v1 category body, in order. A text model has three entries: its
   * own, and two with a backend prefix. Any other model has one. The entries of a model differ only in
   * `name`, which is also their key.
   */
  createEntries(name: string, legacy: LegacyRecord): [name: string, entry: JsonObject][];
  /**
   * Returns a model's v1 entries in the form of release 0.1.0. Changes that release 0.1.0 applied contain
   * entries in that form.
   */
  createFormerEntries(name: string, legacy: LegacyRecord): [name: string, entry: JsonObject][];
}

/**
 * Thrown for a record that cannot be converted to the other format. `field` is a dotted path in the source
 * record; the message starts with it.
 */
export class ConversionError extends Error {
  readonly field: string;
  /** The problem, without the field name. */
  readonly reason: string;
  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`);
    this.name = 'ConversionError';
    this.field = field;
    this.reason = reason;
  }
}
