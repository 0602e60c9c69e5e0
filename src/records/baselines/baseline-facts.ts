/** The category whose records are baselines. Not every deployment has it. */
export const baselineCategory = 'baseline';

/**
 * The facts in the record of a baseline, without the fields that all records have. docs/baselines.md explains them.
 */
export interface BaselineFacts {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly family?: string;
  readonly native_resolution?: number;
  readonly since?: string;
  readonly spellings?: readonly string[];
  readonly legacy_spelling?: string;
  readonly civitai_names?: readonly string[];
  readonly hub_names?: readonly string[];
  readonly hub_tags?: readonly string[];
  readonly unet_configs?: readonly string[];
  readonly modelspec_architectures?: readonly string[];
  readonly kohya_versions?: readonly string[];
  readonly gguf_architectures?: readonly string[];
  readonly fingerprints?: readonly string[];
  readonly lora_fingerprints?: readonly string[];
  readonly storages?: readonly string[];
  readonly name_hints?: readonly string[];
  readonly replaced_by?: string;
  readonly notes?: string;
}

/** Reads the facts of a record of `baselineCategory`, which the schema of that category has checked. */
export function factsOf(record: object): BaselineFacts {
  return record as BaselineFacts;
}
