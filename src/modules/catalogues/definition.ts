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
 * The definition of one kind of catalogue. `ChangeSet` is the type of a parsed change set. `RuleData` is the
 * type of the data that the rules need besides the catalogue, such as the live models by baseline.
 */
export interface CatalogueDefinition<ChangeSet extends { readonly title: string }, RuleData> {
  readonly kind: CatalogueKind;
  /**
   * The `category` of its changes in the queue. Null for licensing: editors write it directly, and models of
   * all categories may refer to its entries.
   */
  readonly category: 'image_generation' | 'text_generation' | null;
  /** The prefix of the `model_name` of its changes, before the colon. */
  readonly modelNamePrefix: string;
  /** The operation that proposes its change sets; stored in `request_metadata`. */
  readonly route: string;
  /** The prefix of its ETags, before the revision. */
  readonly etagPrefix: string;
  /** The path of its export, relative to the base path. Replicas copy the catalogue from there. */
  readonly exportPath: string;
  readonly sections: readonly string[];
  /** The content before the first change set, at revision 1. */
  readonly initialCatalogue: Catalogue;
  /** Schema of a change set in requests. It rejects unknown keys. */
  readonly changeSet: z.ZodType<ChangeSet>;
  /** Reads the data that the rules need besides the catalogue, in the transaction of the write. */
  readRuleData(reader: Tx): Promise<RuleData>;
  /**
   * Applies the changes in order, and checks the rules for individual changes.
   * @throws RegistryError `conflict`, `invalid_change_set`
   */
  apply(draft: CatalogueDraft, changeSet: ChangeSet): void | Promise<void>;
  /**
   * Checks the rules for the entire catalogue. Some of them depend on `ruleData`.
   * @throws RegistryError `invalid_change_set`
   */
  check(after: Catalogue, before: Catalogue, ruleData: RuleData): void;
  listAffectedNames(changeSet: ChangeSet, before: Catalogue): AffectedNames;
  /** Returns the names of the models that the change lists in `related_models`. */
  listRelatedModels(changeSet: ChangeSet, before: Catalogue): readonly string[];
  /**
   * Returns whether to apply this change set after the changes of models, if one call applies both. Otherwise
   * it is applied before them.
   */
  isAfterModels(changeSet: ChangeSet): boolean;
  listFindings(before: Catalogue, after: Catalogue, ruleData: RuleData): readonly CatalogueFinding[];
  /** Returns whether a difference at this path of the exported catalogue is critical for reviewers. */
  isCritical(path: string): boolean;
  /**
   * Creates the change set that undoes these writes, in the form of a request; null if all are undone
   * already.
   */
  createReversal(writes: readonly EntryWrite[], current: Catalogue, title: string): JsonObject | null;
  /**
   * Updates the entries that refer to a deleted or renamed model of its category. Absent if there are no such
   * entries.
   */
  updateReferences?(draft: CatalogueDraft, model: MovedModel): void;
  /** Returns the entire catalogue in the form of `/export`, or in another form if `convertExport` is defined. */
  createExport(catalogue: Catalogue): JsonObject;
  /**
   * Converts a response of `/export` to the form that `createExport` returns. Absent if `createExport` already
   * returns the form of `/export`.
   */
  convertExport?(value: JsonValue): JsonValue;
  /**
   * Parses an export of this catalogue. Also accepts exports of newer releases.
   * @throws Error for any other value
   */
  parseExport(value: unknown): Catalogue;
}

/** Creates the error for a change set that breaks a rule; `text` names the value and the rule. */
export function createRuleError(text: string): RegistryError {
  return new RegistryError('invalid_change_set', text);
}
