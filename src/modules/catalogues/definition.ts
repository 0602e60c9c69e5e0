import type { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { Tx } from '../../store/tx.ts';
import type { Catalogue, CatalogueDraft, CatalogueKind, EntryWrite } from './catalogue.ts';

/** Something in a change set that reviewers should look at. */
export interface CatalogueFinding {
  readonly severity: 'critical' | 'warning' | 'note';
  /** Dotted path in the exported catalogue; null when the finding is about the whole change set. */
  readonly path: string | null;
  readonly message: string;
}

/** A deleted or renamed model: `to` is its new name; null when it is deleted. */
export interface MovedModel {
  readonly name: string;
  readonly to: string | null;
}

/** The names that a change set touches. */
export interface AffectedNames {
  /** The key of `request_metadata` that lists them, such as `affected_baselines`. */
  readonly key: string;
  readonly names: readonly string[];
}

/**
 * The definition of one kind of catalogue. `ChangeSet`: a parsed change set. `World`: data that its rules
 * need besides the catalogue, such as the live models by baseline.
 */
export interface CatalogueDefinition<ChangeSet extends { readonly title: string }, World> {
  readonly kind: CatalogueKind;
  /**
   * The `category` of its changes in the queue. Null for a catalogue that editors write directly: models of all
   * categories may name its entries.
   */
  readonly category: 'image_generation' | 'text_generation' | null;
  /** The beginning of the `model_name` of its changes, before the colon. */
  readonly prefix: string;
  /** The operation through which its change sets are proposed; stored in `request_metadata`. */
  readonly route: string;
  /** The beginning of its ETags; the revision follows. */
  readonly tag: string;
  /** The path of its export under the base path, from which replicas copy it. */
  readonly exportPath: string;
  readonly sections: readonly string[];
  /** The content before the first change set, at revision 1. */
  readonly first: Catalogue;
  /** Schema of a change set as clients send it. It refuses unknown keys. */
  readonly changeSet: z.ZodType<ChangeSet>;
  /** Reads the data that the rules need, in the transaction of the write. */
  world(reader: Tx): Promise<World>;
  /**
   * Applies the changes in order, and checks the rules for single changes.
   * @throws RegistryError `conflict`, `invalid_change_set`
   */
  apply(draft: CatalogueDraft, changeSet: ChangeSet): void;
  /**
   * Checks the rules for the whole catalogue, also those that depend on `world`.
   * @throws RegistryError `invalid_change_set`
   */
  check(after: Catalogue, before: Catalogue, world: World): void;
  touched(changeSet: ChangeSet, before: Catalogue): AffectedNames;
  /** The names in `related_models` of the change. */
  related(changeSet: ChangeSet, before: Catalogue): readonly string[];
  /**
   * Whether an apply call applies the change set after the changes of models in the same call; false: before
   * them.
   */
  isAfterModels(changeSet: ChangeSet): boolean;
  findings(before: Catalogue, after: Catalogue, world: World): readonly CatalogueFinding[];
  /** Whether reviewers must not overlook a difference at this path of the exported catalogue. */
  isCritical(path: string): boolean;
  /** Creates the change set that undoes these writes, as a client would send it; null when all are undone. */
  undoing(writes: readonly EntryWrite[], now: Catalogue, title: string): JsonObject | null;
  /**
   * Updates the entries about a model of its category that is deleted or renamed. Absent: no entries to
   * update.
   */
  follow?(draft: CatalogueDraft, model: MovedModel): void;
  /** The catalogue as a whole, as its endpoint `/export` shows it unless there is `entriesIn`. */
  exported(catalogue: Catalogue): JsonObject;
  /** Converts the answer of the endpoint `/export` to the form of `exported`. Absent: it has this form. */
  entriesIn?(value: JsonValue): JsonValue;
  /**
   * Parses the result of `exported`, even that of a newer release.
   * @throws Error for anything else
   */
  imported(value: unknown): Catalogue;
}

/** Creates the error for a change set that breaks a rule; `text` names the value and the rule. */
export function brokenRule(text: string): RegistryError {
  return new RegistryError('invalid_change_set', text);
}
