import type { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import type { Classification } from '../common-fields.ts';

/** A stored v2 record: normalised, nulls omitted, keys in declaration order. */
export type ModelRecord = JsonObject & { record_type: string; name: string };
/** A stored legacy record. For text_generation it is the row of `models.csv`, not the rendered entry. */
export type LegacyRecord = JsonObject & { name: string };

export type CanonicalFormat = 'v2' | 'legacy';

/** Everything the registry knows of one category. One file per category gives one of these. */
export interface CategoryDefinition {
  /** The name in paths, e.g. `image_generation`. */
  readonly name: string;
  /** The OpenAPI component of the record, e.g. `ImageGenerationModelRecord`. */
  readonly recordName: string;
  /** What its models are for; null for a reference category, which has none. */
  readonly classification: Classification | null;
  /**
   * Whether its records are no models but what models are described by, such as baselines. They go the way of
   * models: proposed, reviewed, kept in the trail, followed by replicas. They are no part of what is said about
   * models: lists of categories, search over all of them, statistics, files, v1.
   */
  readonly isReference: boolean;
  /**
   * Lax validation, coercion and normalising of a v2 record; gives the stored form. Registered as
   * `recordName`.
   */
  readonly record: z.ZodType<ModelRecord>;
  /** The same for a record that is already stored: without the checks made of a submission only. */
  readonly stored: z.ZodType<ModelRecord>;
  /** Field names of the record in declaration order (the order of output, and the valid `sort_by` names). */
  readonly fields: readonly string[];
  /**
   * Dotted paths whose change a reviewer must not overlook; `config.download` is always one and is not
   * listed.
   */
  readonly criticalFields: readonly string[];
  /** The category whose baselines its models name one of, under the known spellings; null where any text is one. */
  readonly baselinesOf: string | null;
  /** Whether its models may name known baselines only. */
  readonly onlyKnownBaselines: boolean;
  /** Which usage feed of the horde speaks of this category's models, if any. */
  readonly usage: 'image' | 'text' | null;
  /** The legacy form, or null for categories that only v2 has. */
  readonly legacy: LegacyForm | null;
  /**
   * Clients look these models up elsewhere and know it: v1 answers them with an empty object where it has
   * nothing.
   */
  readonly managedElsewhere: boolean;
}

export interface LegacyForm {
  /**
   * File in the public legacy repositories: `stable_diffusion.json`, `clip.json` …; `models.csv` for text.
   */
  readonly fileName: string;
  /** Other names of the category in v1 paths, and of its file: `stable_diffusion`, `db.json`. */
  readonly aliases: readonly string[];
  /** The OpenAPI component of a v1 body, e.g. `LegacyStableDiffusionRecord`. */
  readonly recordName: string;
  /** Lax validation of a v1 write body. Gives the payload that is queued, unknown keys kept. */
  readonly body: z.ZodType<LegacyRecord>;
  /** The same for a body that replaces this record: it may keep a `type` that new records may not have. */
  bodyOver(live: JsonObject): z.ZodType<LegacyRecord>;
  /** As `criticalFields` of the category, for diffs of legacy records. */
  readonly criticalFields: readonly string[];
  /**
   * The v2 record of a stored legacy record. What only v2 knows (metadata, text nsfw and version …) is taken
   * from `previous`, the v2 record the model had so far.
   * @throws ConversionError naming the field, when v2 has no form for it (unknown baseline, unknown download
   * entry …)
   */
  toV2(name: string, legacy: LegacyRecord, previous: ModelRecord | null): ModelRecord;
  /** The stored legacy record of a v2 record; what only legacy knows is taken from `previous`. */
  fromV2(name: string, record: ModelRecord, previous: LegacyRecord | null): LegacyRecord;
  /**
   * The stored legacy record of an accepted v1 body: for text the row of the CSV, elsewhere the body
   * without nulls at the top level. `previous` keeps what a body cannot say.
   */
  fromBody(name: string, body: LegacyRecord, previous: LegacyRecord | null): LegacyRecord;
  /**
   * The entries of the v1 category body, in order: one, or three for text (backend-prefixed variants). Of
   * several, each differs from the others in its `name` alone, which is its key.
   */
  view(name: string, legacy: LegacyRecord): [name: string, entry: JsonObject][];
  /** The same as 0.1.0 made it, where that was otherwise: changes that it applied keep such entries. */
  formerView?(name: string, legacy: LegacyRecord): [name: string, entry: JsonObject][];
}

/**
 * A record that one side cannot express. `field` is a dotted path in the source record; the message starts
 * with it.
 */
export class ConversionError extends Error {
  readonly field: string;
  /** What is wrong, without the field. */
  readonly reason: string;
  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`);
    this.name = 'ConversionError';
    this.field = field;
    this.reason = reason;
  }
}
