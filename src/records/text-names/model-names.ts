import { stripAuthor } from './backends.ts';
import { NearestNames } from './nearest-names.ts';
import { normalisedName } from './parse.ts';

/** The names of all models, to be found by looser spellings. */
export class ModelNames {
  readonly #names: readonly string[];
  readonly #exact: ReadonlySet<string>;
  readonly #anyCase: ReadonlyMap<string, readonly string[]>;
  readonly #withoutAuthor: ReadonlyMap<string, readonly string[]>;
  #anySeparators: ReadonlyMap<string, readonly string[]> | null = null;
  #anySeparatorsWithoutAuthor: ReadonlyMap<string, readonly string[]> | null = null;
  #nearest: NearestNames | null = null;

  /** @param names distinct, in stored order */
  constructor(names: readonly string[]) {
    this.#names = names;
    this.#exact = new Set(names);
    this.#anyCase = Map.groupBy(names, (name) => name.toLowerCase());
    this.#withoutAuthor = Map.groupBy(names, (name) => stripAuthor(name).toLowerCase());
  }

  has(name: string): boolean {
    return this.#exact.has(name);
  }

  /** The models of this name in whatever letter case. */
  inAnyCase(name: string): readonly string[] {
    return this.#anyCase.get(name.toLowerCase()) ?? [];
  }

  /** The models that are called this by some author, in whatever letter case. */
  byAnyAuthor(nameWithoutAuthor: string): readonly string[] {
    return this.#withoutAuthor.get(nameWithoutAuthor.toLowerCase()) ?? [];
  }

  /** The models of this name, whatever letter case and marks between its parts. */
  withAnySeparators(name: string): readonly string[] {
    this.#anySeparators ??= Map.groupBy(this.#names, (known) => normalisedName(known));
    return this.#anySeparators.get(normalisedName(name)) ?? [];
  }

  /** The same of models that some author calls this. */
  byAnyAuthorWithAnySeparators(nameWithoutAuthor: string): readonly string[] {
    this.#anySeparatorsWithoutAuthor ??= Map.groupBy(this.#names, (known) =>
      normalisedName(stripAuthor(known)),
    );
    return this.#anySeparatorsWithoutAuthor.get(normalisedName(nameWithoutAuthor)) ?? [];
  }

  /** The names most like this one, nearest first. */
  nearest(spelling: string, most: number): string[] {
    this.#nearest ??= new NearestNames(this.#names);
    return this.#nearest.find(spelling, most);
  }
}
