/** The category whose records are baselines. Not every deployment has it. */
export const baselineCategory = 'baseline';

/** What the record of a baseline states. docs/baselines.md explains the fields. */
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

/** Gives a record of `baselineCategory` its type. Checks nothing: the schema of the category has done so. */
export function factsOf(record: object): BaselineFacts {
  return record as BaselineFacts;
}
