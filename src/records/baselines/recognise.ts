import type { BaselineFacts } from './baseline-facts.ts';
import { type OtherArchitecture, otherArchitectures } from './built-in.ts';
import {
  countMatches,
  type Fingerprint,
  matchesGlob,
  parseStorageClue,
  type Tensors,
} from './fingerprint.ts';
import type { KnownBaselines } from './known-baselines.ts';

type ListField = {
  [K in keyof BaselineFacts]-?: BaselineFacts[K] extends readonly string[] | undefined ? K : never;
}[keyof BaselineFacts];

/**
 * Scores all known baselines by one kind of clue. Returns those with the highest score, in list order; none
 * when the highest score is 0.
 * @param field the field of a baseline that lists its clues of this kind
 * @param score returns the score of a clue. The score of a baseline is that of its best clue
 */
function findBestCandidates(
  baselines: KnownBaselines,
  field: ListField,
  score: (clue: string, place: number) => number,
): BaselineFacts[] {
  const scoredBaselines = baselines.list.map((baseline) => ({
    baseline,
    score: Math.max(0, ...(baseline[field] ?? []).map(score)),
  }));
  const maxScore = Math.max(0, ...scoredBaselines.map((each) => each.score));
  return maxScore === 0
    ? []
    : scoredBaselines.filter((each) => each.score === maxScore).map((each) => each.baseline);
}

/**
 * The baselines that match a clue in a file or at a host; several when the clue does not distinguish them.
 */
export type Candidates = readonly BaselineFacts[];

/**
 * Returns the baselines whose `civitai_names` contain a base model of Civitai, ordered by its position in
 * that list.
 */
export function findByCivitaiName(baselines: KnownBaselines, baseModel: string): Candidates {
  const nameIndex = ({ civitai_names: names = [] }: BaselineFacts) => names.indexOf(baseModel);
  return baselines.list.filter((each) => nameIndex(each) !== -1).sort((a, b) => nameIndex(a) - nameIndex(b));
}

/**
 * Returns the baselines with a `hub_names` entry that occurs in the name of a repository. Only the longest
 * matching entries count.
 * @param repository the Hugging Face repository of a model's base model
 */
export function findByHubName(baselines: KnownBaselines, repository: string): Candidates {
  const name = repository.toLowerCase();
  return findBestCandidates(baselines, 'hub_names', (part) =>
    name.includes(part.toLowerCase()) ? part.length : 0,
  );
}

export function findByHubTags(baselines: KnownBaselines, tags: readonly string[]): Candidates {
  return findBestCandidates(baselines, 'hub_tags', (tag) => (tags.includes(tag) ? 1 : 0));
}

/**
 * Returns the baseline with a clue that matches the values of a `unet/config.json`; null when there is none.
 * The clue with the most values wins. `isSure` is false when the first value of another baseline's clue
 * matches too. Then only `sample_size` distinguishes the two baselines, and users may have edited that value.
 */
export function findByUnetConfig(
  baselines: KnownBaselines,
  config: Readonly<Record<string, unknown>>,
): { readonly baseline: BaselineFacts; readonly isSure: boolean } | null {
  const valuesOf = (clue: string) => clue.split(/\s+/);
  const isConfigured = (value: string) => {
    const [key = '', wanted] = value.split('=');
    return String(config[key]) === wanted;
  };
  const [baseline] = findBestCandidates(baselines, 'unet_configs', (clue) =>
    valuesOf(clue).every(isConfigured) ? valuesOf(clue).length : 0,
  );
  if (!baseline) return null;
  const matchingBaselines = baselines.list.filter(({ unet_configs: clues = [] }) =>
    clues.some((clue) => isConfigured(valuesOf(clue)[0] ?? '')),
  );
  return { baseline, isSure: matchingBaselines.length === 1 };
}

/**
 * Returns the baselines of an architecture stated in a file.
 * @param architecture the file's `modelspec.architecture` up to the first slash
 */
export function findByModelspec(baselines: KnownBaselines, architecture: string): Candidates {
  return findBestCandidates(baselines, 'modelspec_architectures', (clue) => (clue === architecture ? 1 : 0));
}

/**
 * Returns the baselines for a value of `ss_base_model_version`, which kohya's trainer writes into its files.
 */
export function findByKohyaVersion(baselines: KnownBaselines, version: string): Candidates {
  return findBestCandidates(baselines, 'kohya_versions', (pattern) =>
    matchesGlob(pattern, version) ? pattern.length : 0,
  );
}

/** Returns the baselines for the `general.architecture` of a GGUF file. */
export function findByGgufArchitecture(baselines: KnownBaselines, architecture: string): Candidates {
  return findBestCandidates(baselines, 'gguf_architectures', (clue) => (clue === architecture ? 1 : 0));
}

/**
 * Returns the baselines whose `storages` clues match the tensors of a file. The clue `8 x 245760` matches a
 * file with at least eight tensors of 245760 numbers, of two or four bytes each.
 *
 * @param bytes the sizes of the file's tensors, in bytes
 */
export function findByStorages(baselines: KnownBaselines, bytes: readonly number[]): Candidates {
  return findBestCandidates(baselines, 'storages', (clue) => {
    const { minTensors, numbersPerTensor } = parseStorageClue(clue) ?? {
      minTensors: Number.POSITIVE_INFINITY,
      numbersPerTensor: 0,
    };
    const matches = bytes.filter(
      (size) => size === numbersPerTensor * 2 || size === numbersPerTensor * 4,
    ).length;
    return matches >= minTensors ? 1 : 0;
  });
}

export function findByTensors(baselines: KnownBaselines, tensors: Tensors): Candidates {
  return findBestCandidates(baselines, 'fingerprints', (each) => countMatches(each, tensors));
}

export function findByLoraTensors(baselines: KnownBaselines, tensors: Tensors): Candidates {
  return findBestCandidates(baselines, 'lora_fingerprints', (each) => countMatches(each, tensors));
}

/**
 * Returns the candidate with a `name_hints` entry that occurs in the name of a model. The longest hint wins.
 * Undefined when no hint occurs, or when the longest hints of two candidates have the same length.
 */
export function findByNameHints(name: string, candidates: Candidates): BaselineFacts | undefined {
  const text = name.toLowerCase();
  const hintLength = ({ name_hints: hints = [] }: BaselineFacts) =>
    Math.max(0, ...hints.filter((hint) => text.includes(hint.toLowerCase())).map((hint) => hint.length));
  const [first, second] = [...candidates].sort((a, b) => hintLength(b) - hintLength(a));
  if (!first || hintLength(first) === 0) return undefined;
  return second && hintLength(second) === hintLength(first) ? undefined : first;
}

/**
 * Returns the first architecture without a built-in baseline that the tensors of a file match; undefined when
 * they match none.
 */
export function findOtherByTensors(tensors: Tensors): OtherArchitecture | undefined {
  return otherArchitectures.find(({ fingerprints = [] }) =>
    fingerprints.some((each: Fingerprint) => countMatches(each, tensors) > 0),
  );
}

export function findOtherByGgufArchitecture(architecture: string): OtherArchitecture | undefined {
  return otherArchitectures.find((each) => each.gguf_architectures?.includes(architecture));
}
