/** A fact about a model that tells which category it belongs to. */
export interface CategoryClue {
  /**
   * Where the fact was found, in words for a question to the person: `the header of the file`, `type 'LORA'`.
   */
  readonly by: string;
  /** The categories to which a model with this fact can belong, the most usual first. */
  readonly fits: readonly string[];
}

/**
 * The categories of models that make or change images. Hosts use the tag `text-to-image` for models of all of
 * them.
 */
export const imageCategories: readonly string[] = ['image_generation', 'lora', 'controlnet', 'ti', 'esrgan'];

/**
 * Chooses the category of a draft by clues. A clue that contradicts a more certain one does not count, but
 * may lead to a question.
 *
 * @param clues the surest first
 * @param given the category that the person has chosen, which is always the result; null: none was chosen
 * @returns category: null when no clue gives one; question: what the person has to check; null: nothing
 */
export function categoryOf(
  clues: readonly CategoryClue[],
  given: string | null,
): { category: string | null; question: string | null } {
  let left: readonly string[] | null = null;
  const against: CategoryClue[] = [];
  for (const clue of clues) {
    const both: readonly string[] = left?.filter((category) => clue.fits.includes(category)) ?? clue.fits;
    if (both.length === 0) against.push(clue);
    else left = both;
  }
  const found = left?.[0] ?? null;
  if (given === null) {
    const category = found;
    if (category === null || against.length === 0) return { category, question: null };
    const others = against.map(clueText).join(', ');
    return {
      category,
      question: `Detected as ${category}, but ${others}: check which is right, and give the category.`,
    };
  }
  const others = clues.filter(({ fits }) => !fits.includes(given));
  const isAnswer = against.some(({ fits }) => fits.includes(given));
  if (others.length === 0 || isAnswer) return { category: given, question: null };
  return {
    category: given,
    question: `Requested as ${given}, but ${others.map(clueText).join(', ')}: check which is right.`,
  };
}

function clueText({ by, fits }: CategoryClue): string {
  return `${by} says ${fits[0]}`;
}
