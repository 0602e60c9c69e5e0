import { filterStrings, isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { memoizeByBaselines } from '../../../records/baselines/known-baselines.ts';
import type { CategoryDefinition } from '../../../records/categories/category.ts';
import type { Categories } from '../../../records/categories/index.ts';
import { downloadsOf, isSha256 } from '../../../records/files/record-file.ts';
import type { SnapshotRecord } from '../../catalog/index.ts';
import {
  createSearchWord,
  type Degree,
  degrees,
  findDegree,
  parseQueryWords,
  parseWords,
  type QueryWord,
  type SearchableText,
  type SearchWord,
  splitWords,
} from './words.ts';

/** The texts of a model that `matchEntry` searches. */
export interface Entry {
  readonly model: SnapshotRecord;
  /** The model's key, and the name in its record if different. */
  readonly names: readonly SearchableText[];
  /**
   * The group of a text model; null for other models. The search includes the group's aliases and the name of
   * its family.
   */
  readonly group: string | null;
  /**
   * The words of the category, the baseline with its alternative spellings, the style, the tags and the file
   * names.
   */
  readonly labels: readonly SearchableText[];
  /** The words of the description, each preceded by a space. */
  readonly description: string;
  /** The SHA-256 of each file, in lower case. */
  readonly hashes: readonly string[];
  /** Unix time at which the record was created, from its metadata; null if unknown. */
  readonly createdAt: number | null;
}

export function createEntry(
  model: SnapshotRecord,
  { name: category, baselinesOf }: Pick<CategoryDefinition, 'name' | 'baselinesOf'>,
  categories: Pick<Categories, 'baselines'>,
): Entry {
  const { record } = model;
  const { name, baseline, text_model_group: group, description, metadata } = record;
  const files = downloadsOf(record);
  const fileNames = files.flatMap(({ fileName }) => fileName ?? []);
  const otherSpellings = createSpellingsReader(baselinesOf, baseline, categories);
  const labels = [
    ...new Set([category, ...filterStrings([baseline]), ...listLabels(record), ...fileNames]),
  ].map(parseWords);
  const createdAt = isJsonObject(metadata) ? metadata.created_at : null;
  return {
    model,
    names: [...new Set([model.name, ...filterStrings([name])])].map(parseWords),
    group: typeof group === 'string' && group !== '' ? group : null,
    get labels() {
      const spellings = otherSpellings();
      return spellings.length === 0 ? labels : [...labels, ...spellings];
    },
    description: filterStrings([description])
      .flatMap(splitWords)
      .map((word) => ` ${word}`)
      .join(''),
    hashes: files.flatMap(({ sha256 }) => (isSha256(sha256) ? [sha256.toLowerCase()] : [])),
    createdAt: typeof createdAt === 'number' ? createdAt : null,
  };
}

/**
 * Returns a function that lists the other spellings of a baseline. Each call uses the current baselines. The list
 * is empty for categories without known baselines.
 */
function createSpellingsReader(
  baselineCategory: string | null,
  baseline: unknown,
  categories: Pick<Categories, 'baselines'>,
): () => readonly SearchableText[] {
  if (baselineCategory === null || typeof baseline !== 'string') return () => [];
  return () => {
    const { baselines } = categories;
    const wordsByBaseline = getSpellingsCache(baselines);
    const cachedWords = wordsByBaseline.get(baseline);
    if (cachedWords) return cachedWords;
    const spellings = (baselines.get(baseline)?.spellings ?? []).map(parseWords);
    wordsByBaseline.set(baseline, spellings);
    return spellings;
  };
}

const getSpellingsCache = memoizeByBaselines(() => new Map<string, readonly SearchableText[]>());

function listLabels({ tags, style, controlnet_style }: JsonObject): string[] {
  return filterStrings([style, controlnet_style, ...filterStrings(tags)]);
}

/**
 * The parts of a model that a query can match, best first. Words are searched in the first four parts; the
 * other parts are for hashes and URLs.
 */
export const matchKinds = ['name', 'group', 'label', 'description', 'hash', 'file', 'page'] as const;
export type MatchKind = (typeof matchKinds)[number];

export interface Match {
  /** Lower cost means a better match. */
  readonly cost: number;
  /**
   * The part that matched the query. If several parts matched, the one that comes last in `matchKinds`.
   */
  readonly foundBy: MatchKind;
}

export interface Query {
  readonly words: readonly QueryWord[];
  /** All words joined into one: `dreamshaper` for `dream shaper`. */
  readonly joined: SearchWord;
}

export function readQuery(text: string): Query {
  const words = parseQueryWords(text);
  const parts = words.flatMap((word) => word.parts);
  const joinedWord = createSearchWord(parts.map((part) => part.text).join(''), parts.length > 1);
  return { words, joined: joinedWord };
}

/**
 * The cost of a match increases by this number for each position in `matchKinds`. The number exceeds the usual
 * cost of all words of a query in a name. A model with all words in its name therefore comes before a model with
 * one of the words only in a tag.
 */
const placeCost = 100;
const wordPlaces = matchKinds.slice(0, 4);

/**
 * Searches a model for all words of a query. Returns null if a word is missing, unless a name contains all words
 * joined: the query `sd xl` matches the name `sdxl`.
 *
 * @param relatedWords the model's group, the group's aliases and the name of its family
 */
export function matchEntry(
  { words, joined }: Query,
  entry: Entry,
  relatedWords: readonly SearchableText[],
): Match | null {
  const joinedDegree = findBestDegree(joined, entry.names);
  let cost = 0;
  let farthestPlace = 0;
  for (const word of words) {
    const wordCost = computeCost(word, entry, relatedWords);
    if (wordCost === null) {
      // `sd xl` matches `sdxl`, although neither `sd` nor `xl` is a word of it.
      return joinedDegree === null ? null : { cost: joinedDegree * words.length + 1, foundBy: 'name' };
    }
    cost += wordCost;
    farthestPlace = Math.max(farthestPlace, Math.floor(wordCost / placeCost));
  }
  if (entry.names.some(({ text }) => text === joined.text)) cost -= 2 * placeCost;
  else if (words.length > 1 && joinedDegree !== null && joinedDegree !== degrees.typo)
    cost -= degrees.typo - joinedDegree;
  return { cost, foundBy: wordPlaces[Math.min(farthestPlace, wordPlaces.length - 1)]! };
}

/**
 * Returns the cost of finding a query word in a model; null if not found. A word such as `magnum-72b` may
 * match as a whole or by its parts, as in `magnum-v4-72b`. If both match, returns the lower cost.
 */
function computeCost(
  { joined, parts }: QueryWord,
  entry: Entry,
  relatedWords: readonly SearchableText[],
): number | null {
  const wholeCost = computeWordCost(joined, parts, entry, relatedWords);
  if (parts.length === 1 || wholeCost === 0) return wholeCost;
  let separateCost: number | null = 0.5;
  for (const part of parts) {
    const partCost = computeWordCost(part, [part], entry, relatedWords);
    if (partCost === null) {
      separateCost = null;
      break;
    }
    separateCost = Math.max(separateCost, partCost + 0.5);
  }
  return wholeCost === null || separateCost === null
    ? (wholeCost ?? separateCost)
    : Math.min(wholeCost, separateCost);
}

function computeWordCost(
  word: SearchWord,
  parts: readonly SearchWord[],
  { names, labels, description }: Entry,
  relatedWords: readonly SearchableText[],
): number | null {
  for (const [place, texts] of [names, relatedWords, labels].entries()) {
    const degree = findBestDegree(word, texts);
    // Outside names, a single letter must match a whole word, because too many tags begin with any given
    // letter.
    const isLongEnough = place === 0 || degree === degrees.whole || word.text.length > 1;
    if (degree !== null && isLongEnough) return place * placeCost + degree;
  }
  const phrase = parts.map((part) => ` ${part.text}`).join('');
  const offset = description.indexOf(phrase);
  if (offset === -1) return null;
  const isWhole = `${description} `.includes(`${phrase} `);
  // In descriptions, short words must match whole words.
  if (!isWhole && word.text.length < 4) return null;
  return 3 * placeCost + (isWhole ? degrees.whole : degrees.beginning);
}

function findBestDegree(word: SearchWord, texts: readonly SearchableText[]): Degree | null {
  let bestDegree: Degree | null = null;
  for (const text of texts) {
    const degree = findDegree(word, text);
    if (degree !== null && (bestDegree === null || degree < bestDegree)) bestDegree = degree;
  }
  return bestDegree;
}
