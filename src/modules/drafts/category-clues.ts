/** A fact that indicates the category of a model. */
export interface CategoryClue {
  /**
   * Where the fact comes from, as shown to the user in a question: `the header of the file`, `type 'LORA'`.
   */
  readonly source: string;
  /** The categories that models with this fact can belong to, the most common first. */
  readonly categories: readonly string[];
}

/** The categories of models that create or change images. Hosts tag models of all of them `text-to-image`. */
export const imageCategories: readonly string[] = ['image_generation', 'lora', 'controlnet', 'ti', 'esrgan'];

/**
 * Chooses the category of a draft from clues. Ignores a clue that contradicts a more certain one, but may ask
 * a question about it.
 *
 * @param clues the clues, the most certain first
 * @param chosenCategory the category that the user chose. It is returned even if clues contradict it. Null if
 *   the user chose none
 * @returns `category`: null if no clue indicates one. `question`: a question for the user, or null
 */
export function decideCategory(
  clues: readonly CategoryClue[],
  chosenCategory: string | null,
): { category: string | null; question: string | null } {
  let candidates: readonly string[] | null = null;
  const contradictingClues: CategoryClue[] = [];
  for (const clue of clues) {
    const commonCategories: readonly string[] =
      candidates?.filter((category) => clue.categories.includes(category)) ?? clue.categories;
    if (commonCategories.length === 0) contradictingClues.push(clue);
    else candidates = commonCategories;
  }
  const bestCategory = candidates?.[0] ?? null;
  if (chosenCategory === null) {
    const category = bestCategory;
    if (category === null || contradictingClues.length === 0) return { category, question: null };
    const otherClues = contradictingClues.map(describeClue).join(', ');
    return {
      category,
      question: `Detected as ${category}, but ${otherClues}: check which is right, and give the category.`,
    };
  }
  const otherClues = clues.filter(({ categories }) => !categories.includes(chosenCategory));
  const isAnswer = contradictingClues.some(({ categories }) => categories.includes(chosenCategory));
  if (otherClues.length === 0 || isAnswer) return { category: chosenCategory, question: null };
  return {
    category: chosenCategory,
    question: `Requested as ${chosenCategory}, but ${otherClues.map(describeClue).join(', ')}: check which is right.`,
  };
}

function describeClue({ source, categories }: CategoryClue): string {
  return `${source} says ${categories[0]}`;
}
