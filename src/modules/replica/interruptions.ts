/** How large a category is. */
interface CategorySize {
  readonly models: number;
  /** Of the stored texts of both views. */
  readonly characters: number;
}

/** A hundred times what the largest one has. */
const largest: CategorySize = { models: 100_000, characters: 256 * 1024 * 1024 };

/**
 * A primary whose feed never ends, whether it is broken or lies, must not fill the memory of its replicas.
 * @throws Contradiction, after which the primary is asked ever more seldom
 */
export function refuseLarger(category: string, { models, characters }: CategorySize): void {
  if (models <= largest.models && characters <= largest.characters) return;
  throw new Contradiction(
    `The primary's category ${category} is not copied: it has ${models} models of ${characters} characters, and ${largest.models} models or ${largest.characters} characters are the most.`,
  );
}

/** The copy cannot be brought forward from where it is: it has to be made anew. The message says why. */
export class OutOfStep extends Error {}

/** The primary keeps no feed: it has to be polled. */
export class FeedMissing extends Error {
  constructor() {
    super('the primary keeps no feed');
  }
}

/**
 * The primary's answers contradict one another. Reading all of them again right away would be a burden to it,
 * and of little use.
 */
export class Contradiction extends Error {
  /** How long to wait before the next try, in milliseconds; null when whoever threw it does not know. */
  pauseMs: number | null = null;
}
