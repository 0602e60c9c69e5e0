import { Contradiction } from './interruptions.ts';

/** How large a category is. */
export interface CategorySize {
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
