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

type Spelled = Pick<BaselineFacts, 'name' | 'category' | 'spellings' | 'legacy_spelling'>;

/**
 * Says that another baseline of the same model category has the name or a spelling of this baseline; null
 * when none has.
 */
export function takenSpelling(baseline: Spelled, others: Iterable<Spelled>): string | null {
  const own = new Set(spelledAs(baseline));
  for (const other of others) {
    if (other.name === baseline.name || other.category !== baseline.category) continue;
    const taken = spelledAs(other).find((each) => own.has(each));
    if (taken === undefined) continue;
    return `'${taken}' is how the baseline '${other.name}' is spelled: '${baseline.name}' cannot have the same name or spelling.`;
  }
  return null;
}

function spelledAs({ name, spellings = [], legacy_spelling: legacy }: Spelled): string[] {
  return [name, ...spellings, ...(legacy === undefined ? [] : [legacy])];
}
