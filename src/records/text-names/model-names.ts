import { stripAuthor, stripBackendPrefix } from './backends.ts';
import { normalisedName, stripTrailingQuants } from './parse.ts';

/** The names of all models, for finding models by inexact spellings. */
export class ModelNames {
  readonly #names: readonly string[];
  readonly #exact: ReadonlySet<string>;
  readonly #anyCase: ReadonlyMap<string, readonly string[]>;
  readonly #withoutAuthor: ReadonlyMap<string, readonly string[]>;
  #anySeparators: ReadonlyMap<string, readonly string[]> | null = null;
  #anySeparatorsWithoutAuthor: ReadonlyMap<string, readonly string[]> | null = null;
  #nearest: NearestNames | null = null;

  /** @param names distinct, in stored order */
  constructor(names: readonly string[]) {
    this.#names = names;
    this.#exact = new Set(names);
    this.#anyCase = Map.groupBy(names, (name) => name.toLowerCase());
    this.#withoutAuthor = Map.groupBy(names, (name) => stripAuthor(name).toLowerCase());
  }

  has(name: string): boolean {
    return this.#exact.has(name);
  }

  /** Lists the names that are equal to `name` in any letter case. */
  inAnyCase(name: string): readonly string[] {
    return this.#anyCase.get(name.toLowerCase()) ?? [];
  }

  /** Lists the names that are equal to `nameWithoutAuthor` without their author, in any letter case. */
  byAnyAuthor(nameWithoutAuthor: string): readonly string[] {
    return this.#withoutAuthor.get(nameWithoutAuthor.toLowerCase()) ?? [];
  }

  /**
   * Lists the names that are equal to `name` apart from letter case and separators (`-`, `_`, `.` and
   * spaces).
   */
  withAnySeparators(name: string): readonly string[] {
    this.#anySeparators ??= Map.groupBy(this.#names, (known) => normalisedName(known));
    return this.#anySeparators.get(normalisedName(name)) ?? [];
  }

  /**
   * Lists the names that, without their author, are equal to `nameWithoutAuthor` apart from letter case and
   * separators.
   */
  byAnyAuthorWithAnySeparators(nameWithoutAuthor: string): readonly string[] {
    this.#anySeparatorsWithoutAuthor ??= Map.groupBy(this.#names, (known) =>
      normalisedName(stripAuthor(known)),
    );
    return this.#anySeparatorsWithoutAuthor.get(normalisedName(nameWithoutAuthor)) ?? [];
  }

  /** Lists the names that resemble a misspelt name, the nearest first, at most `most`. */
  nearest(spelling: string, most: number): string[] {
    this.#nearest ??= new NearestNames(this.#names);
    return this.#nearest.find(spelling, most);
  }
}

/**
 * Number of buckets for trigrams (three characters in a row). Trigrams in the same bucket count as equal; at
 * worst, a less similar name then gets on the short list.
 */
const BUCKETS = 1 << 16;
/** Number of names that the trigrams select. Only these are compared letter by letter. */
const SHORT_LIST = 64;
/** Largest number of edits between two similar names, as a share of the longer name's length. */
const TOLERANCE = 0.4;

/**
 * Finds the names most similar to a misspelt name. First makes a short list of the names that have the most
 * trigrams in common with it, then sorts this list by edit distance. An index of the names by trigram makes
 * it unnecessary to compare every name.
 */
class NearestNames {
  readonly #names: readonly string[];
  /**
   * Where each bucket starts in `#postings`, which holds indexes in `#names`. Bucket b ends before
   * `#starts[b + 1]`.
   */
  readonly #starts = new Uint32Array(BUCKETS + 1);
  readonly #postings: Uint32Array;
  /** Number of distinct trigrams of each name. */
  readonly #sizes: Uint16Array;

  constructor(names: readonly string[]) {
    this.#names = names;
    // Two passes make the trigrams twice: keeping those of 100,000 names would take far more memory than the
    // postings.
    this.#sizes = Uint16Array.from(names, (name) => {
      const trigrams = trigramsOf(name.toLowerCase());
      for (const bucket of trigrams) this.#starts[bucket + 1]! += 1;
      return trigrams.size;
    });
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) this.#starts[bucket + 1]! += this.#starts[bucket]!;
    this.#postings = new Uint32Array(this.#starts[BUCKETS]!);
    const next = this.#starts.slice();
    names.forEach((name, id) => {
      for (const bucket of trigramsOf(name.toLowerCase())) {
        this.#postings[next[bucket]!] = id;
        next[bucket]! += 1;
      }
    });
  }

  /**
   * Finds at most `most` names that resemble the spelling, the nearest first. Ignores letter case, and a
   * backend prefix and trailing quantisations in the spelling. A different author counts as at most one edit.
   * Reads only the first 512 characters of the spelling.
   */
  find(spelling: string, most: number): string[] {
    const wanted = stripTrailingQuants(stripBackendPrefix(spelling.slice(0, 512).toLowerCase()));
    return this.#shortList(wanted)
      .flatMap((id) => {
        const distance = distanceBetween(wanted, this.#names[id]!.toLowerCase());
        return distance === null ? [] : { id, distance };
      })
      .sort((a, b) => a.distance - b.distance)
      .slice(0, most)
      .map(({ id }) => this.#names[id]!);
  }

  /**
   * Lists the names that share the largest part of their trigrams with `wanted`, best first, as indexes in
   * `#names`.
   */
  #shortList(wanted: string): number[] {
    const trigrams = trigramsOf(wanted);
    const shared = new Uint16Array(this.#names.length);
    for (const bucket of trigrams) {
      for (let at = this.#starts[bucket]!; at < this.#starts[bucket + 1]!; at += 1)
        shared[this.#postings[at]!]! += 1;
    }
    const best: { id: number; likeness: number }[] = [];
    for (let id = 0; id < shared.length; id += 1) {
      if (shared[id] === 0) continue;
      const likeness = (2 * shared[id]!) / (trigrams.size + this.#sizes[id]!);
      if (best.length === SHORT_LIST && likeness <= best[SHORT_LIST - 1]!.likeness) continue;
      best.splice(insertionPoint(best, likeness), 0, { id, likeness });
      if (best.length > SHORT_LIST) best.pop();
    }
    return best.map(({ id }) => id);
  }
}

/** Finds where to insert an item in a list sorted by falling likeness: after the items of equal likeness. */
function insertionPoint(list: readonly { likeness: number }[], likeness: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]!.likeness >= likeness) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Gives the buckets of a text's trigrams. Marks for the beginning and the end count as characters, so that
 * short texts have trigrams too.
 */
function trigramsOf(text: string): Set<number> {
  const padded = `\u0000\u0000${text}\u0000`;
  const buckets = new Set<number>();
  for (let at = 0; at + 2 < padded.length; at += 1) {
    const hash = padded.charCodeAt(at) * 961 + padded.charCodeAt(at + 1) * 31 + padded.charCodeAt(at + 2);
    buckets.add(hash % BUCKETS);
  }
  return buckets;
}

/**
 * Gives the smaller of two edit distances: that of the whole names, and that of the names without authors,
 * plus one. A distance beyond `tolerated` does not count; null when neither counts.
 */
function distanceBetween(wanted: string, name: string): number | null {
  const [shortWanted, shortName] = [stripAuthor(wanted), stripAuthor(name)];
  const whole = editDistance(wanted, name, tolerated(wanted, name));
  const short = editDistance(shortWanted, shortName, tolerated(shortWanted, shortName));
  if (whole === null) return short === null ? null : short + 1;
  return short === null ? whole : Math.min(whole, short + 1);
}

function tolerated(a: string, b: string): number {
  return Math.max(1, Math.floor(Math.max(a.length, b.length) * TOLERANCE));
}

/**
 * Counts the insertions, deletions, replacements and swaps of neighbouring characters that turn `a` into `b`;
 * null when there are more than `limit`. The time is at most proportional to length × limit.
 */
export function editDistance(a: string, b: string, limit: number): number | null {
  if (Math.abs(a.length - b.length) > limit) return null;
  const beyond = limit + 1;
  let twoBack = new Array<number>(b.length + 1).fill(beyond);
  let oneBack = Array.from({ length: b.length + 1 }, (_, j) => Math.min(j, beyond));
  for (let i = 1; i <= a.length; i += 1) {
    const row = new Array<number>(b.length + 1).fill(beyond);
    if (i <= limit) row[0] = i;
    let best = row[0]!;
    // Cells further than `limit` from the diagonal cannot be within the limit.
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j += 1) {
      const replaced = oneBack[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(replaced, oneBack[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, twoBack[j - 2]! + 1);
      }
      row[j] = Math.min(distance, beyond);
      best = Math.min(best, row[j]!);
    }
    if (best > limit) return null;
    [twoBack, oneBack] = [oneBack, row];
  }
  const distance = oneBack[b.length]!;
  return distance > limit ? null : distance;
}
