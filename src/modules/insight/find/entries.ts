import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { type KnownBaselines, knownBaselines } from '../../../records/baselines/known-baselines.ts';
import type { CategoryDefinition } from '../../../records/categories/category.ts';
import { downloadsOf, isSha256 } from '../../../records/files/record-file.ts';
import type { Segment, SnapshotRecord } from '../../catalog/index.ts';
import { splitWords, type Words, wordsOf } from './words.ts';

/** The texts of a model in which `matchOf` searches. */
export interface Entry {
  readonly model: SnapshotRecord;
  /** The key of the model, and the name in its record when this name differs. */
  readonly names: readonly Words[];
  /**
   * Name of the group of a text model; null for other models. Words are also looked for in the aliases of
   * the group and in the name of its family.
   */
  readonly group: string | null;
  /** The words of the category, the baseline with its other spellings, the style, the tags and the file names. */
  readonly labels: readonly Words[];
  /** The words of the description, with a blank before each word. */
  readonly description: string;
  /** The SHA-256 of each file, in lower case. */
  readonly hashes: readonly string[];
  /** Unix seconds at which the record was created, by its metadata; null when the metadata do not say. */
  readonly createdAt: number | null;
}

export function entriesOf(
  segment: Segment,
  { name: category, baselinesOf }: Pick<CategoryDefinition, 'name' | 'baselinesOf'>,
): Entry[] {
  return segment.records.map((model) => {
    const { record } = model;
    const { name, baseline, text_model_group: group, description, metadata } = record;
    const files = downloadsOf(record);
    const fileNames = files.flatMap(({ fileName }) => fileName ?? []);
    const spelled = spelledBaseline(baselinesOf, baseline);
    const labels = [...new Set([category, ...textsIn([baseline]), ...labelsOf(record), ...fileNames])].map(
      wordsOf,
    );
    const createdAt = isJsonObject(metadata) ? metadata.created_at : null;
    return {
      model,
      names: [...new Set([model.name, ...textsIn([name])])].map(wordsOf),
      group: typeof group === 'string' && group !== '' ? group : null,
      get labels() {
        const others = spelled();
        return others.length === 0 ? labels : [...labels, ...others];
      },
      description: textsIn([description])
        .flatMap(splitWords)
        .map((word) => ` ${word}`)
        .join(''),
      hashes: files.flatMap(({ sha256 }) => (isSha256(sha256) ? [sha256.toLowerCase()] : [])),
      createdAt: typeof createdAt === 'number' ? createdAt : null,
    };
  });
}

/**
 * Makes a function that gives the other spellings of a baseline, as they are known at the time of the call.
 * Gives no spellings in a category without known baselines.
 */
function spelledBaseline(of: string | null, baseline: unknown): () => readonly Words[] {
  if (of === null || typeof baseline !== 'string') return () => [];
  return () => {
    const known = knownBaselines();
    const words = wordsOfKnown.get(known) ?? new Map<string, readonly Words[]>();
    wordsOfKnown.set(known, words);
    const before = words.get(baseline);
    if (before) return before;
    const made = (known.get(baseline)?.spellings ?? []).map(wordsOf);
    words.set(baseline, made);
    return made;
  };
}

const wordsOfKnown = new WeakMap<KnownBaselines, Map<string, readonly Words[]>>();

function labelsOf({ tags, style, controlnet_style }: JsonObject): string[] {
  return textsIn([style, controlnet_style, ...(Array.isArray(tags) ? tags : [])]);
}

function textsIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
