import { factsOfPublished, type PublishedBaseline } from '../baselines/baseline-facts.ts';
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
 * The categories that every deployment has, in the order in which clients see them. To add one, write its
 * definition and a line here.
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
 * All categories that any deployment can have. Those that are switched on in one are in its `Categories`;
 * changes and events of the others may be stored.
 */
export const allCategories: readonly CategoryDefinition[] = [...contractCategories, ...extraCategories];

export type CategoryNames = readonly [CategoryName, ...CategoryName[]];

export const allCategoryNames = namesOf(allCategories);

const byName: ReadonlyMap<string, CategoryDefinition> = new Map(
  [...allCategories, ...formerCategories].map((category) => [category.name, category]),
);

/**
 * Finds the category of exactly this name, including extra categories that are not switched on and former
 * categories.
 */
export function findStoredCategory(name: string): CategoryDefinition | undefined {
  return byName.get(name);
}

/**
 * Returns the category of a name, as `findStoredCategory` does.
 * @throws Error when there is none: callers only pass names that were checked or come from a stored row
 */
export function categoryOf(name: string): CategoryDefinition {
  const definition = findStoredCategory(name);
  if (!definition) throw new Error(`'${name}' is not a category`);
  return definition;
}

/** A category that has a legacy form, so that v1 can write its records. */
export type LegacyCategory = CategoryDefinition & { readonly legacy: LegacyForm };

export const legacyCategories: readonly LegacyCategory[] = allCategories.filter(
  (category): category is LegacyCategory => category.legacy !== null,
);

const byAlias: ReadonlyMap<string, CategoryDefinition> = new Map(
  legacyCategories.flatMap((category) => category.legacy.aliases.map((alias) => [alias, category])),
);

/**
 * The baselines that `Categories` made last. The next app of this process usually knows the same, and then uses
 * the schemas that were made for them.
 */
let lastMade = knownBuiltIn;

/**
 * The categories of one deployment, and the baselines that it knows. An app, or a command, creates one from
 * its settings and passes it on.
 */
export class Categories {
  /** In the order in which clients see them. */
  readonly list: readonly CategoryDefinition[];
  readonly names: CategoryNames;
  readonly #byName: ReadonlyMap<string, CategoryDefinition>;
  #baselines: KnownBaselines = knownBuiltIn;

  /** @param settings name the extra categories that are switched on. Unknown names are ignored: reading refuses them */
  constructor(settings: { readonly extraCategories: readonly string[] }) {
    const extra = extraCategories.filter(({ name }) => settings.extraCategories.includes(name));
    this.list = [...contractCategories, ...extra];
    this.names = namesOf(this.list);
    this.#byName = new Map(this.list.map((category) => [category.name, category]));
  }

  /** Finds the category of exactly this name. */
  find(name: string): CategoryDefinition | undefined {
    return this.#byName.get(name);
  }

  /**
   * Finds the category that a v1 read names: by the category's name, with or without `.json`, or by another
   * name that the legacy repositories have for the category.
   */
  findLegacy(name: string): CategoryDefinition | undefined {
    return this.find(name.replace(/\.json$/, '')) ?? byAlias.get(name);
  }

  /** The baselines that are known now: the same object until they change. */
  get baselines(): KnownBaselines {
    return this.#baselines;
  }

  /** Replaces the known baselines (see `baselinesOf`). */
  knowBaselines(published: readonly PublishedBaseline[]): void {
    this.#baselines = this.baselinesOf(published);
  }

  /**
   * Returns the baselines of image models in a catalogue, as this deployment would know them; the present
   * object if nothing differs.
   */
  baselinesOf(published: readonly PublishedBaseline[]): KnownBaselines {
    const now = this.#baselines;
    const facts = factsOfPublished(published, builtInBaselines);
    const text = JSON.stringify(facts);
    const same = [now, lastMade].find(({ list }) => JSON.stringify(list) === text);
    if (!same) lastMade = new KnownBaselines(facts);
    return same ?? lastMade;
  }
}

function namesOf(list: readonly CategoryDefinition[]): CategoryNames {
  return list.map(({ name }) => name) as [CategoryName, ...CategoryName[]];
}
