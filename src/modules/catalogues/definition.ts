import type { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { Tx } from '../../store/tx.ts';
import type { Catalogue, CatalogueDraft, CatalogueKind, EntryWrite } from './catalogue.ts';

/** A finding about a change set, shown to reviewers. */
export interface CatalogueFinding {
  readonly severity: 'critical' | 'warning' | 'note';
  /** Dotted path in the exported catalogue; null if the finding concerns the entire change set. */
  readonly path: string | null;
  readonly message: string;
}

/** A deleted or renamed model. `to`: its new name; null if it was deleted. */
export interface MovedModel {
  readonly name: string;
  readonly to: string | null;
}

/** The names affected by a change set. */
export interface AffectedNames {
  /** The key of `request_metadata` that lists these names, such as `affected_baselines`. */
  readonly key: string;
  readonly names: readonly string[];
}

/**
 * The definition of one kind of catalogue. `ChangeSet`: a parsed change set. `World`: additional data that
 * its rules need, such as the live models by baseline.
 */
export interface CatalogueDefinition<ChangeSet extends { readonly title: string }, World> {
  readonly kind: CatalogueKind;
  /**
   * The `category` of its changes in the queue. Null for a catalogue that editors write directly, because
   * models of all categories may refer to its entries.
   */
  readonly category: 'image_generation' | 'text_generation' | null;
  /** The prefix of the `model_name` of its changes, before the colon. */
  readonly prefix: string;
  /** The operation that proposes its change sets; stored in `request_metadata`. */
  readonly route: string;
  /** The prefix of its ETags, before the revision. */
  readonly tag: string;
  /** The path of its export, relative to the base path. Replicas copy the catalogue from there. */
  readonly exportPath: string;
  readonly sections: readonly string[];
  /** The content before the first change set, at revision 1. */
  readonly first: Catalogue;
  /** Schema of a change set in requests. It rejects unknown keys. */
  readonly changeSet: z.ZodType<ChangeSet>;
  /** Reads the additional data that the rules need, in the transaction of the write. */
  world(reader: Tx): Promise<World>;
  /**
   * Applies the changes in order, and checks the rules for individual changes.
   * @throws RegistryError `conflict`, `invalid_change_set`
   */
  apply(draft: CatalogueDraft, changeSet: ChangeSet): void | Promise<void>;
  /**
   * Checks the rules for the entire catalogue, including those that depend on `world`.
   * @throws RegistryError `invalid_change_set`
   */
  check(after: Catalogue, before: Catalogue, world: World): void;
  touched(changeSet: ChangeSet, before: Catalogue): AffectedNames;
  /** Returns the names for `related_models` of the change. */
  related(changeSet: ChangeSet, before: Catalogue): readonly string[];
  /**
   * If one apply call applies this change set and changes of models: returns true to apply the change set
   * last, false to apply it first.
   */
  isAfterModels(changeSet: ChangeSet): boolean;
  findings(before: Catalogue, after: Catalogue, world: World): readonly CatalogueFinding[];
  /** Returns whether a difference at this path of the exported catalogue is critical for reviewers. */
  isCritical(path: string): boolean;
  /**
   * Creates the change set that undoes these writes, in the form of a request; null if all are undone
   * already.
   */
  undoing(writes: readonly EntryWrite[], now: Catalogue, title: string): JsonObject | null;
  /**
   * Updates the entries that refer to a deleted or renamed model of its category. Absent if there are no such
   * entries.
   */
  follow?(draft: CatalogueDraft, model: MovedModel): void;
  /** Returns the entire catalogue, in the form of the `/export` endpoint unless `entriesIn` is present. */
  exported(catalogue: Catalogue): JsonObject;
  /**
   * Converts the response of the `/export` endpoint to the form of `exported`. Absent if the forms are the
   * same.
   */
  entriesIn?(value: JsonValue): JsonValue;
  /**
   * Parses the result of `exported`, including that of a newer release.
   * @throws Error for anything else
   */
  imported(value: unknown): Catalogue;
}

/** Creates the error for a change set that breaks a rule; `text` names the value and the rule. */
export function brokenRule(text: string): RegistryError {
  return new RegistryError('invalid_change_set', text);
}
