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

/**
 * Looks for a legacy record that spells a baseline in a way that nobody could read once `after` replaces
 * `before`. Says so in a sentence; null when there is none.
 *
 * @param after null: the baseline is deleted
 * @param models the names of the models of the baseline's category, with the texts of their legacy records
 */
export function neededSpelling(
  before: Spelled,
  after: Spelled | null,
  models: Iterable<readonly [name: string, legacy: string | null]>,
): string | null {
  const stays = after?.category === before.category;
  const kept = new Set([before.name, ...(stays ? spelledAs(after) : [])]);
  const lost = new Set(spelledAs(before).filter((each) => !kept.has(each)));
  if (lost.size === 0) return null;
  for (const [name, legacy] of models) {
    const spelled = legacy === null ? null : JSON.parse(legacy).baseline;
    if (!lost.has(spelled)) continue;
    const remedy = stays
      ? `keep '${spelled}' among its spellings`
      : 'give the model another baseline before, or delete it';
    return `The model '${name}' spells the baseline '${before.name}' '${spelled}' in v1 and the legacy files, which could not be read any more: ${remedy}.`;
  }
  return null;
}

function spelledAs({ name, spellings = [], legacy_spelling: legacy }: Spelled): string[] {
  return [name, ...spellings, ...(legacy === undefined ? [] : [legacy])];
}
