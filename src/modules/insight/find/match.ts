import type { Entry } from './entries.ts';
import {
  type Degree,
  degreeIn,
  degrees,
  type QueryWord,
  queryWords,
  type Sought,
  soughtOf,
  type Words,
} from './words.ts';

/**
 * The parts of a model in which a query can be found, the best first. Words are searched in the first four
 * parts; the other parts are for a query that is a hash or an address.
 */
export const foundBy = ['name', 'group', 'label', 'description', 'hash', 'file', 'page'] as const;
export type FoundBy = (typeof foundBy)[number];

export interface Match {
  /** A match with a lower cost is a better one. */
  readonly cost: number;
  /**
   * The part in which the query was found. When its words were found in several parts, the part that comes
   * last in `foundBy`.
   */
  readonly foundBy: FoundBy;
}

export interface Query {
  readonly words: readonly QueryWord[];
  /** All words joined into one: `dreamshaper` for `dream shaper`. */
  readonly joined: Sought;
}

export function readQuery(text: string): Query {
  const words = queryWords(text);
  const parts = words.flatMap((word) => word.parts);
  const joined = soughtOf(parts.map((part) => part.text).join(''), parts.length > 1);
  return { words, joined };
}

/**
 * The cost that each step down the list `foundBy` adds when a word is found there. It exceeds the cost of
 * finding a whole usual query in a name. So a model with all words in its name comes before a model with one
 * of the words only in a tag.
 */
const costOfPlace = 100;
const places = foundBy.slice(0, 4);

/**
 * Looks for all words of a query in a model. Null when a word is missing, unless a name has all the words
 * joined, as `sdxl` has `sd xl`.
 *
 * @param kin the group of the model, the group's aliases and the name of its family
 */
export function matchOf({ words, joined }: Query, entry: Entry, kin: readonly Words[]): Match | null {
  const asOne = bestDegree(joined, entry.names);
  let cost = 0;
  let hardest = 0;
  for (const word of words) {
    const found = costOf(word, entry, kin);
    if (found === null) {
      // `sd xl` matches `sdxl`, in which neither is a word.
      return asOne === null ? null : { cost: asOne * words.length + 1, foundBy: 'name' };
    }
    cost += found;
    hardest = Math.max(hardest, Math.floor(found / costOfPlace));
  }
  if (entry.names.some(({ text }) => text === joined.text)) cost -= 2 * costOfPlace;
  else if (words.length > 1 && asOne !== null && asOne !== degrees.typo) cost -= degrees.typo - asOne;
  return { cost, foundBy: places[Math.min(hardest, places.length - 1)]! };
}

/**
 * Gives the cost of finding a word of the query in a model; null when it is not found. A word such as
 * `magnum-72b` may be found in one piece, or by its parts, as in `magnum-v4-72b`. The lower of the two costs
 * counts.
 */
function costOf({ joined, parts }: QueryWord, entry: Entry, kin: readonly Words[]): number | null {
  const whole = costOfWord(joined, parts, entry, kin);
  if (parts.length === 1 || whole === 0) return whole;
  let apart: number | null = 0.5;
  for (const part of parts) {
    const found = costOfWord(part, [part], entry, kin);
    if (found === null) {
      apart = null;
      break;
    }
    apart = Math.max(apart, found + 0.5);
  }
  return whole === null || apart === null ? (whole ?? apart) : Math.min(whole, apart);
}

function costOfWord(
  word: Sought,
  parts: readonly Sought[],
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

function bestDegree(word: Sought, texts: readonly Words[]): Degree | null {
  let best: Degree | null = null;
  for (const text of texts) {
    const degree = degreeIn(word, text);
    if (degree !== null && (best === null || degree < best)) best = degree;
  }
  return best;
}
