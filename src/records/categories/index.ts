import { audioGeneration, lora, ti, videoGeneration } from './baseline-categories.ts';
import type { CategoryDefinition } from './category.ts';
import { clip } from './clip.ts';
import { controlnet } from './controlnet.ts';
import { type ExtraCategoryName, enabledExtraCategories } from './extra-categories.ts';
import { imageGeneration } from './image-generation.ts';
import { blip, codeformer, esrgan, gfpgan, miscellaneous, safetyChecker } from './simple-categories.ts';
import { textGeneration } from './text-generation.ts';

/**
 * Every category, in the order in which clients see them. A new category is a definition and a line here.
 */
const contract = [
  imageGeneration,
  textGeneration,
  clip,
  controlnet,
  blip,
  esrgan,
  gfpgan,
  codeformer,
  safetyChecker,
  videoGeneration,
  audioGeneration,
  miscellaneous,
  lora,
  ti,
] as const;

export type CategoryName = (typeof contract)[number]['name'] | ExtraCategoryName;

const list = [...contract, ...enabledExtraCategories()];

export const categories: readonly CategoryDefinition[] = list;

export const categoryNames: readonly CategoryName[] = list.map((category) => category.name);

const byName: ReadonlyMap<string, CategoryDefinition> = new Map(
  list.map((category) => [category.name, category]),
);

/** The category of that exact name. */
export function findCategory(name: string): CategoryDefinition | undefined {
  return byName.get(name);
}

/** The definition of a category that the caller has checked to exist, or that a stored row names. */
export function categoryOf(name: string): CategoryDefinition {
  const definition = findCategory(name);
  if (!definition) throw new Error(`'${name}' is not a category`);
  return definition;
}
