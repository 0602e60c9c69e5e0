/** A fact that indicates the category of a model. */
export interface CategoryClue {
  /**
   * Where the fact comes from, as shown to the user in a question: `the header of the file`, `type 'LORA'`.
   */
  readonly by: string;
  /** The categories that models with this fact can belong to, the most common first. */
  readonly fits: readonly string[];
}

/** The categories of models that create or change images. Hosts tag models of all of them `text-to-image`. */
export const imageCategories: readonly string[] = ['image_generation', 'lora', 'controlnet', 'ti', 'esrgan'];

/**
 * Chooses the category of a draft from clues. Ignores a clue that contradicts a more certain one, but may ask
 * a question about it.
 *
 * @param clues the most certain first
 * @param chosenCategory the category that the user chose, which is always returned; null: none was chosen
 * @returns `category` (null when no clue indicates one) and `question` for the user (null: none)
 */
export function decideCategory(
  clues: readonly CategoryClue[],
  chosenCategory: string | null,
): { category: string | null; question: string | null } {
  let commonCandidates: readonly string[] | null = null;
  const contradictingClues: CategoryClue[] = [];
  for (const clue of clues) {
    const commonCategories: readonly string[] =
      commonCandidates?.filter((category) => clue.fits.includes(category)) ?? clue.fits;
    if (commonCategories.length === 0) contradictingClues.push(clue);
    else commonCandidates = commonCategories;
  }
  const bestCategory = commonCandidates?.[0] ?? null;
  if (chosenCategory === null) {
    const category = bestCategory;
    if (category === null || contradictingClues.length === 0) return { category, question: null };
    const otherClues = contradictingClues.map(clueText).join(', ');
    return {
      category,
      question: `Detected as ${category}, but ${otherClues}: check which is right, and give the category.`,
    };
  }
  const otherClues = clues.filter(({ fits }) => !fits.includes(chosenCategory));
  const isAnswer = contradictingClues.some(({ fits }) => fits.includes(chosenCategory));
  if (otherClues.length === 0 || isAnswer) return { category: chosenCategory, question: null };
  return {
    category: chosenCategory,
    question: `Requested as ${chosenCategory}, but ${otherClues.map(clueText).join(', ')}: check which is right.`,
  };
}

function clueText({ by, fits }: CategoryClue): string {
  return `${by} says ${fits[0]}`;
}
