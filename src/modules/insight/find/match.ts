import { isJsonObject, type JsonObject, textsOf } from '../../../kernel/json.ts';
import { perBaselines } from '../../../records/baselines/known-baselines.ts';
import type { CategoryDefinition } from '../../../records/categories/category.ts';
import type { Categories } from '../../../records/categories/index.ts';
import { downloadsOf, isSha256 } from '../../../records/files/record-file.ts';
import type { SnapshotRecord } from '../../catalog/index.ts';
import {
  type Degree,
  degreeIn,
  degrees,
  type QueryWord,
  queryWords,
  type SearchWord,
  searchWordOf,
  splitWords,
  type Words,
  wordsOf,
} from './words.ts';

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
  /** Unix seconds at which the record was created, by its metadata; null when unknown. */
  readonly createdAt: number | null;
}

export function entryOf(
  model: SnapshotRecord,
  { name: category, baselinesOf }: Pick<CategoryDefinition, 'name' | 'baselinesOf'>,
  categories: Pick<Categories, 'baselines'>,
): Entry {
  const { record } = model;
  const { name, baseline, text_model_group: group, description, metadata } = record;
  const files = downloadsOf(record);
  const fileNames = files.flatMap(({ fileName }) => fileName ?? []);
  const otherSpellings = baselineSpellings(baselinesOf, baseline, categories);
  const labels = [...new Set([category, ...textsOf([baseline]), ...labelsOf(record), ...fileNames])].map(
    wordsOf,
  );
  const createdAt = isJsonObject(metadata) ? metadata.created_at : null;
  return {
    model,
    names: [...new Set([model.name, ...textsOf([name])])].map(wordsOf),
    group: typeof group === 'string' && group !== '' ? group : null,
    get labels() {
      const others = otherSpellings();
      return others.length === 0 ? labels : [...labels, ...others];
    },
    description: textsOf([description])
      .flatMap(splitWords)
      .map((word) => ` ${word}`)
      .join(''),
    hashes: files.flatMap(({ sha256 }) => (isSha256(sha256) ? [sha256.toLowerCase()] : [])),
    createdAt: typeof createdAt === 'number' ? createdAt : null,
  };
}

/**
 * Creates a function that returns the other spellings of a baseline, as they are known at the time of the
 * call. Returns no spellings in a category without known baselines.
 */
function baselineSpellings(
  of: string | null,
  baseline: unknown,
  categories: Pick<Categories, 'baselines'>,
): () => readonly Words[] {
  if (of === null || typeof baseline !== 'string') return () => [];
  return () => {
    const { baselines } = categories;
    const words = wordsOfKnown(baselines);
    const cached = words.get(baseline);
    if (cached) return cached;
    const spellings = (baselines.get(baseline)?.spellings ?? []).map(wordsOf);
    words.set(baseline, spellings);
    return spellings;
  };
}

const wordsOfKnown = perBaselines(() => new Map<string, readonly Words[]>());

function labelsOf({ tags, style, controlnet_style }: JsonObject): string[] {
  return textsOf([style, controlnet_style, ...textsOf(tags)]);
}

/**
 * The parts of a model in which a query can be found, the best first. Words are searched in the first four
 * parts; the other parts are for a query that is a hash or an address.
 */
export const matchKinds = ['name', 'group', 'label', 'description', 'hash', 'file', 'page'] as const;
export type MatchKind = (typeof matchKinds)[number];

export interface Match {
  /** A match with a lower cost is a better one. */
  readonly cost: number;
  /**
   * The part in which the query was found. When its words were found in several parts, the part that comes
   * last in `matchKinds`.
   */
  readonly foundBy: MatchKind;
}

export interface Query {
  readonly words: readonly QueryWord[];
  /** All words joined into one: `dreamshaper` for `dream shaper`. */
  readonly joined: SearchWord;
}

export function readQuery(text: string): Query {
  const words = queryWords(text);
  const parts = words.flatMap((word) => word.parts);
  const joined = searchWordOf(parts.map((part) => part.text).join(''), parts.length > 1);
  return { words, joined };
}

/**
 * The cost that each step down the list `matchKinds` adds when a word is found there. It exceeds the cost of
 * finding a whole usual query in a name. So a model with all words in its name comes before a model with one
 * of the words only in a tag.
 */
const costOfPlace = 100;
const places = matchKinds.slice(0, 4);

/**
 * Looks for all words of a query in a model. Null when a word is missing, unless a name has all the words
 * joined, as `sdxl` has `sd xl`.
 *
 * @param kin the group of the model, the group's aliases and the name of its family
 */
export function matchOf({ words, joined }: Query, entry: Entry, kin: readonly Words[]): Match | null {
  const joinedDegree = bestDegree(joined, entry.names);
  let cost = 0;
  let hardest = 0;
  for (const word of words) {
    const wordCost = costOf(word, entry, kin);
    if (wordCost === null) {
      // `sd xl` matches `sdxl`, in which neither is a word.
      return joinedDegree === null ? null : { cost: joinedDegree * words.length + 1, foundBy: 'name' };
    }
    cost += wordCost;
    hardest = Math.max(hardest, Math.floor(wordCost / costOfPlace));
  }
  if (entry.names.some(({ text }) => text === joined.text)) cost -= 2 * costOfPlace;
  else if (words.length > 1 && joinedDegree !== null && joinedDegree !== degrees.typo)
    cost -= degrees.typo - joinedDegree;
  return { cost, foundBy: places[Math.min(hardest, places.length - 1)]! };
}

/**
 * Returns the cost of finding a word of the query in a model; null when it is not found. A word such as
 * `magnum-72b` may be found in one piece, or by its parts, as in `magnum-v4-72b`. The lower of the two costs
 * counts.
 */
function costOf({ joined, parts }: QueryWord, entry: Entry, kin: readonly Words[]): number | null {
  const whole = costOfWord(joined, parts, entry, kin);
  if (parts.length === 1 || whole === 0) return whole;
  let separateCost: number | null = 0.5;
  for (const part of parts) {
    const partCost = costOfWord(part, [part], entry, kin);
    if (partCost === null) {
      separateCost = null;
      break;
    }
    separateCost = Math.max(separateCost, partCost + 0.5);
  }
  return whole === null || separateCost === null ? (whole ?? separateCost) : Math.min(whole, separateCost);
}

function costOfWord(
  word: SearchWord,
  parts: readonly SearchWord[],
  { names, labels, description }: Entry,
  kin: readonly Words[],
): number | null {
  for (const [place, texts] of [names, kin, labels].entries()) {
    const degree = bestDegree(word, texts);
    // A single letter begins too many tags: outside of names it has to be a whole word.
    const counts = place === 0 || degree === degrees.whole || word.text.length > 1;
    if (degree !== null && counts) return place * costOfPlace + degree;
  }
  const text = parts.map((part) => ` ${part.text}`).join('');
  const at = description.indexOf(text);
  if (at === -1) return null;
  const isWhole = `${description} `.includes(`${text} `);
  // In descriptions short words have to match whole words.
  if (!isWhole && word.text.length < 4) return null;
  return 3 * costOfPlace + (isWhole ? degrees.whole : degrees.beginning);
}

function bestDegree(word: SearchWord, texts: readonly Words[]): Degree | null {
  let best: Degree | null = null;
  for (const text of texts) {
    const degree = degreeIn(word, text);
    if (degree !== null && (best === null || degree < best)) best = degree;
  }
  return best;
}
