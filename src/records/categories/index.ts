import { createBaselineFacts, type PublishedBaseline } from '../baselines/baseline-facts.ts';
import { builtInBaselines } from '../baselines/built-in.ts';
import { KnownBaselines, knownBuiltIn } from '../baselines/known-baselines.ts';
import type { CategoryDefinition, LegacyForm } from './category.ts';
import { type ExtraCategoryName, extraCategories, formerCategories } from './extra-categories.ts';
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
 * The categories of every deployment, in the order in which responses list them. To add a category, write its
 * definition and add a line here.
 */
const contractCategories = [
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

export type CategoryName = (typeof contractCategories)[number]['name'] | ExtraCategoryName;

/**
 * All categories that any deployment can have. A deployment's `Categories` contains the enabled ones; changes
 * and events of the others may still be stored.
 */
export const allCategories: readonly CategoryDefinition[] = [...contractCategories, ...extraCategories];

export type CategoryNames = readonly [CategoryName, ...CategoryName[]];

export const allCategoryNames = listNames(allCategories);

const byName: ReadonlyMap<string, CategoryDefinition> = new Map(
  [...allCategories, ...formerCategories].map((category) => [category.name, category]),
);

/** Finds a category by its exact name, including disabled extra categories and former categories. */
export function findStoredCategory(name: string): CategoryDefinition | undefined {
  return byName.get(name);
}

/**
 * Returns a category by name, like `findStoredCategory`.
 * @throws Error when there is none: callers pass only validated names or names of stored rows
 */
export function categoryOf(name: string): CategoryDefinition {
  const definition = findStoredCategory(name);
  if (!definition) throw new Error(`'${name}' is not a category`);
  return definition;
}

/** A category with a legacy form, so that v1 can write its records. */
export type LegacyCategory = CategoryDefinition & { readonly legacy: LegacyForm };

export const legacyCategories: readonly LegacyCategory[] = allCategories.filter(
  (category): category is LegacyCategory => category.legacy !== null,
);

const byAlias: ReadonlyMap<string, CategoryDefinition> = new Map(
  legacyCategories.flatMap((category) => category.legacy.aliases.map((alias) => [alias, category])),
);

/**
 * The set of baselines that a `Categories` object created last. The next app in this process usually has
 * equal baselines; it then reuses this set and the schemas cached for it.
 */
let lastBaselines = knownBuiltIn;

/**
 * The categories of one deployment, and its known baselines. An app or a command creates it once from its
 * settings and passes it on.
 */
export class Categories {
  /** All categories of the deployment, in the order in which responses list them. */
  readonly list: readonly CategoryDefinition[];
  readonly names: CategoryNames;
  readonly #byName: ReadonlyMap<string, CategoryDefinition>;
  #baselines: KnownBaselines = knownBuiltIn;

  /** @param settings `extraCategories` lists the enabled extra categories; unknown names are ignored */
  constructor(settings: { readonly extraCategories: readonly string[] }) {
    const enabledExtras = extraCategories.filter(({ name }) => settings.extraCategories.includes(name));
    this.list = [...contractCategories, ...enabledExtras];
    this.names = listNames(this.list);
    this.#byName = new Map(this.list.map((category) => [category.name, category]));
  }

  /** Finds an enabled category by its exact name. */
  find(name: string): CategoryDefinition | undefined {
    return this.#byName.get(name);
  }

  /**
   * Finds the category of a v1 path: by the category's name, with or without `.json`, or by another name that
   * the legacy repositories use for it.
   */
  findLegacy(name: string): CategoryDefinition | undefined {
    return this.find(name.replace(/\.json$/, '')) ?? byAlias.get(name);
  }

  /** The current baselines: the same object until they change. */
  get baselines(): KnownBaselines {
    return this.#baselines;
  }

  /** Replaces the known baselines (see `baselinesOf`). */
  setBaselines(publishedBaselines: readonly PublishedBaseline[]): void {
    this.#baselines = this.baselinesOf(publishedBaselines);
  }

  /**
   * Returns the known baselines that result if these image baselines are published. Returns the current
   * object if nothing differs.
   */
  baselinesOf(publishedBaselines: readonly PublishedBaseline[]): KnownBaselines {
    const currentBaselines = this.#baselines;
    const facts = createBaselineFacts(publishedBaselines, builtInBaselines);
    const text = JSON.stringify(facts);
    const unchangedBaselines = [currentBaselines, lastBaselines].find(
      ({ list }) => JSON.stringify(list) === text,
    );
    if (!unchangedBaselines) lastBaselines = new KnownBaselines(facts);
    return unchangedBaselines ?? lastBaselines;
  }
}

function listNames(list: readonly CategoryDefinition[]): CategoryNames {
  return list.map(({ name }) => name) as [CategoryName, ...CategoryName[]];
}
