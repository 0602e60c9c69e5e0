import { audioGeneration } from './audio-generation.ts';
import { blip } from './blip.ts';
import type { CategoryDefinition } from './category.ts';
import { clip } from './clip.ts';
import { codeformer } from './codeformer.ts';
import { controlnet } from './controlnet.ts';
import { esrgan } from './esrgan.ts';
import { type ExtraCategoryName, enabledExtraCategories } from './extra-categories.ts';
import { gfpgan } from './gfpgan.ts';
import { imageGeneration } from './image-generation.ts';
import { lora } from './lora.ts';
import { miscellaneous } from './miscellaneous.ts';
import { safetyChecker } from './safety-checker.ts';
import { textGeneration } from './text-generation.ts';
import { ti } from './ti.ts';
import { videoGeneration } from './video-generation.ts';

/**
 * Every category, in the order in which clients see them. A new category is a file of its own and a line
 * here.
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
