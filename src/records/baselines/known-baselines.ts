import type { BaselineFacts } from './baseline-facts.ts';
import { builtInBaselines } from './built-in.ts';

/** A set of baselines, with look-ups by name and spelling. */
export class KnownBaselines {
  /** All baselines, in the order in which responses list them. */
  readonly list: readonly BaselineFacts[];
  readonly #byName: ReadonlyMap<string, BaselineFacts>;
  readonly #spellings = new Map<string, Map<string, string>>();
  readonly #legacy = new Map<string, Map<string, string>>();

  constructor(list: readonly BaselineFacts[]) {
    this.list = list;
    this.#byName = new Map(list.map((each) => [each.name, each]));
    for (const { name, category, spellings = [], legacy_spelling: legacy } of list) {
      const categorySpellings = this.#spellings.get(category) ?? new Map<string, string>();
      const categoryLegacyNames = this.#legacy.get(category) ?? new Map<string, string>();
      for (const spelling of spellings)
        if (!categorySpellings.has(spelling)) categorySpellings.set(spelling, name);
      if (legacy !== undefined && !categoryLegacyNames.has(legacy)) categoryLegacyNames.set(legacy, name);
      this.#spellings.set(category, categorySpellings);
      this.#legacy.set(category, categoryLegacyNames);
    }
  }

  get(name: string): BaselineFacts | undefined {
    return this.#byName.get(name);
  }

  names(category: string): string[] {
    return this.list.filter((each) => each.category === category).map(({ name }) => name);
  }

  /** Returns a map from the alternative spellings of a category's baselines to the baselines' names. */
  spellings(category: string): ReadonlyMap<string, string> {
    return this.#spellings.get(category) ?? emptyNames;
  }

  /**
   * Returns the name of the baseline in the category for a name or v2 spelling. Returns `text` itself when
   * there is no such baseline.
   */
  canonical(category: string, text: string): string {
    return this.has(category, text) ? text : (this.spellings(category).get(text) ?? text);
  }

  has(category: string, name: string): boolean {
    return this.#byName.get(name)?.category === category;
  }

  /** Returns the spelling of a baseline in v1 and the legacy files; by default, the name itself. */
  toLegacy(name: string): string {
    return this.#byName.get(name)?.legacy_spelling ?? name;
  }

  /**
   * Returns the name of the baseline in the category for a spelling in v1 or the legacy files. Accepts the v2
   * spellings too. Returns `text` itself when there is no such baseline.
   */
  fromLegacy(category: string, text: string): string {
    return this.#legacy.get(category)?.get(text) ?? this.canonical(category, text);
  }

  /** Returns every spelling allowed in legacy records of a category. */
  legacySpellings(category: string): string[] {
    const legacy = this.#legacy.get(category)?.keys() ?? [];
    return [...new Set([...legacy, ...this.names(category), ...this.spellings(category).keys()])];
  }

  /**
   * Returns whether two baselines are the same, or one is derived from the other, such as `flux_dev` from
   * `flux_1`.
   */
  isKindOf(nameA: string, nameB: string): boolean {
    return this.#ancestors(nameA).has(nameB) || this.#ancestors(nameB).has(nameA);
  }

  #ancestors(name: string): ReadonlySet<string> {
    const ancestors = new Set<string>();
    for (let each: string | undefined = name; each !== undefined && !ancestors.has(each); ) {
      ancestors.add(each);
      each = this.#byName.get(each)?.family;
    }
    return ancestors;
  }
}

const emptyNames: ReadonlyMap<string, string> = new Map();

/** The initial baselines of a registry. */
export const knownBuiltIn = new KnownBaselines(builtInBaselines);

/** Returns a function that calls `make` once for each set of baselines, and caches the result. */
export function memoizeByBaselines<T>(
  make: (baselines: KnownBaselines) => T,
): (baselines: KnownBaselines) => T {
  const values = new WeakMap<KnownBaselines, { readonly value: T }>();
  return (baselines) => {
    const entry = values.get(baselines) ?? { value: make(baselines) };
    values.set(baselines, entry);
    return entry.value;
  };
}
