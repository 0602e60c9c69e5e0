import { RegistryError } from '../../kernel/errors.ts';
import type { CategoryDefinition, LegacyForm } from './category.ts';
import { type ExtraCategoryName, enabledExtraCategories, extraCategories } from './extra-categories.ts';
import { imageGeneration } from './image-generation.ts';
import {
  audioGeneration,
  blip,
  clip,
  codeformer,
  controlnet,
  esrgan,
  gfpgan,
  lora,
  miscellaneous,
  safetyChecker,
  ti,
  videoGeneration,
} from './simple-categories.ts';
import { textGeneration } from './text-generation.ts';

/**
 * The categories that every deployment has, in the order in which clients see them. To add one, write its
 * definition and a line here.
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

/** The categories of models; `referenceCategories` has all others (see `isReference`). */
export const modelCategories: readonly CategoryDefinition[] = list.filter(
  (category) => !category.isReference,
);
export const referenceCategories: readonly CategoryDefinition[] = list.filter(
  (category) => category.isReference,
);

export const modelCategoryNames: readonly CategoryName[] = modelCategories.map(
  (category) => category.name as CategoryName,
);

const byName: ReadonlyMap<string, CategoryDefinition> = new Map(
  list.map((category) => [category.name, category]),
);

/** Finds the category of exactly this name. */
export function findCategory(name: string): CategoryDefinition | undefined {
  return byName.get(name);
}

/**
 * Finds the category of exactly this name, also an extra one that is not switched on any more: changes and
 * events of it may be stored.
 */
export function findStoredCategory(name: string): CategoryDefinition | undefined {
  return byName.get(name) ?? extraCategories.find((category) => category.name === name);
}

/**
 * Gives the category of a name, as `findStoredCategory` does.
 * @throws Error when there is none: callers only pass names that were checked, or that a stored row has
 */
export function categoryOf(name: string): CategoryDefinition {
  const definition = findStoredCategory(name);
  if (!definition) throw new Error(`'${name}' is not a category`);
  return definition;
}

/**
 * Gives the categories whose models may name the baselines of a category: `lora` may name those of
 * `image_generation`.
 */
export function categoriesNaming(baselinesOf: string): readonly CategoryDefinition[] {
  return modelCategories.filter((each) => each.name === baselinesOf || each.baselinesOf === baselinesOf);
}

/** A category that has a legacy form, so that v1 can write its records. */
export type LegacyCategory = CategoryDefinition & { readonly legacy: LegacyForm };

export const legacyCategories: readonly LegacyCategory[] = categories.filter(
  (category): category is LegacyCategory => category.legacy !== null,
);

const byAlias: ReadonlyMap<string, CategoryDefinition> = new Map(
  legacyCategories.flatMap((category) => category.legacy.aliases.map((alias) => [alias, category])),
);

/**
 * Finds the category that a v1 read names: by the category's name, with or without `.json`, or by another
 * name that the legacy repositories have for the category.
 *
 * @throws RegistryError `not_found` (404) when there is no such category
 */
export function readLegacyCategory(name: string): CategoryDefinition {
  const category = findLegacyCategory(name);
  if (category) return category;
  throw new RegistryError('not_found', `Model category '${name}' not found`);
}

/** Like `readLegacyCategory`, but gives undefined when there is no such category. */
export function findLegacyCategory(name: string): CategoryDefinition | undefined {
  const bare = name.replace(/\.json$/, '');
  const category = findCategory(bare);
  return category && !category.isReference ? category : byAlias.get(name);
}
