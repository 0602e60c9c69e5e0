import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { criticalPaths, diffRecords, type FieldDiff } from '../../records/diff.ts';
import type { ChangeOperation } from '../../records/enums.ts';
import { type ModelViews, shownStored } from '../../records/model-views.ts';

/**
 * What a write does to the live model. This may differ from the operation of the write: a create is
 * `modified` when the model is live already.
 */
export const netOperations = ['added', 'modified', 'deleted', 'unchanged'] as const;
export type NetOperation = (typeof netOperations)[number];

/** A proposed write compared with the live record. Both records are in the format of the proposal. */
export type ProposalDiff = {
  category: string;
  model_name: string;
  operation: ChangeOperation;
  /** The live record; null when there is no such model. */
  current_state: JsonObject | null;
  /** The proposed record; null for a delete. */
  proposed_state: JsonObject | null;
  net_operation: NetOperation;
  field_diffs: FieldDiff[];
  /**
   * The differences between the two records as the other API version shows them: v1 for a v2 proposal, v2 for
   * a legacy one. Empty when the category has no such view, or when that view cannot express the proposed
   * record.
   */
  counterpart_diffs: FieldDiff[];
  /** Whether a download or a critical field of the category differs. */
  is_critical: boolean;
  /**
   * Dotted paths of the critical differences, in the order of `field_diffs`. Taken from `counterpart_diffs`
   * when `field_diffs` has no critical difference.
   */
  critical_fields: string[];
  /** Dotted paths of the fields that the write adds, in the order of `field_diffs`. */
  fields_added: string[];
  fields_removed: string[];
  fields_modified: string[];
};

export interface ProposedWrite {
  readonly definition: CategoryDefinition;
  readonly name: string;
  readonly operation: ChangeOperation;
  readonly format: CanonicalFormat;
  readonly current: JsonObject | null;
  readonly proposed: JsonObject | null;
  /**
   * `live`: both views of the model before the write; null when no such model is live. `after`: both views
   * after the write; null for a delete, and when one view cannot express the record.
   */
  readonly live: ModelViews | null;
  readonly after: ModelViews | null;
}

export function proposalDiff(write: ProposedWrite): ProposalDiff {
  const { definition, name, operation, format, current } = write;
  // A delete is held against nothing, so that every field of the record shows as removed.
  const proposed = operation === 'delete' ? null : write.proposed;
  const diffs = diffRecords(current, proposed);
  const counterpart =
    operation !== 'delete' && write.after === null
      ? []
      : counterpartDiffs(definition, name, format, write.live, operation === 'delete' ? null : write.after);
  const critical = criticalIn(definition, format, diffs, counterpart);
  const pathsOf = (type: FieldDiff['change_type']) =>
    diffs.filter(({ change_type }) => change_type === type).map(({ field_path }) => field_path);
  return {
    category: definition.name,
    model_name: name,
    operation,
    current_state: current,
    proposed_state: proposed,
    net_operation: netOperationOf[operation](current !== null, [...diffs, ...counterpart]),
    field_diffs: diffs,
    counterpart_diffs: counterpart,
    is_critical: critical.length > 0,
    critical_fields: critical,
    fields_added: pathsOf('added'),
    fields_removed: pathsOf('removed'),
    fields_modified: pathsOf('modified'),
  };
}

/**
 * Gives the differences between the model before and after a write, in the view that is not the format of the
 * write: legacy for a v2 write, v2 for a legacy write.
 */
export function counterpartDiffs(
  definition: CategoryDefinition,
  name: string,
  format: CanonicalFormat,
  before: ModelViews | null,
  after: ModelViews | null,
): FieldDiff[] {
  const other = format === 'v2' ? 'legacy' : 'v2';
  const shown = (views: ModelViews | null) => {
    const stored = views?.[other] ?? null;
    return stored && shownStored(definition, name, other, stored);
  };
  return diffRecords(shown(before), shown(after));
}

/**
 * Gives the dotted paths of the critical differences: those that a reviewer must not overlook. They come from
 * `diffs`, the differences in the format of the write. Only when `diffs` has none do they come from
 * `counterpart`, the differences in the other view, which mostly repeat `diffs`.
 */
export function criticalIn(
  definition: CategoryDefinition,
  format: CanonicalFormat,
  diffs: readonly FieldDiff[],
  counterpart: readonly FieldDiff[],
): string[] {
  const own = criticalPaths(diffs, criticalFieldsOf(definition, format));
  if (own.length > 0) return own;
  return criticalPaths(counterpart, criticalFieldsOf(definition, format === 'v2' ? 'legacy' : 'v2'));
}

/**
 * Gives the dotted paths, in records of this format, of the critical fields of a category: those whose change
 * a reviewer must not overlook.
 */
export function criticalFieldsOf(definition: CategoryDefinition, format: CanonicalFormat): readonly string[] {
  return format === 'legacy' && definition.legacy
    ? definition.legacy.criticalFields
    : definition.criticalFields;
}

const netOperationOf: Readonly<
  Record<ChangeOperation, (exists: boolean, diffs: readonly FieldDiff[]) => NetOperation>
> = {
  create: (exists) => (exists ? 'modified' : 'added'),
  update: (exists, diffs) => (exists ? (diffs.length > 0 ? 'modified' : 'unchanged') : 'added'),
  delete: (exists) => (exists ? 'deleted' : 'unchanged'),
};

/** A summary of what a change does, short enough for lists: its effect and the fields that it changes. */
export interface ChangeExtent {
  /** What the change does to the live model; null once the change is applied or rejected. */
  readonly net_operation: NetOperation | null;
  /**
   * Dotted paths of the critical differences, at most `mostListedFields`. Empty when the change adds or
   * deletes a model, or changes nothing.
   */
  readonly critical_fields: string[];
  /**
   * Dotted paths of the changed fields, critical ones first, at most `mostListedFields`. Empty when the
   * change adds or deletes a model.
   */
  readonly changed_fields: string[];
  /** Number of the changed fields, including those that `changed_fields` has no room for. */
  readonly changed_field_count: number;
}

/** Largest number of paths in each list of a `ChangeExtent`; further paths are left out. */
export const mostListedFields = 25;

/** The summary of an applied or rejected change: empty, because nobody reviews the change any more. */
export const noExtent: ChangeExtent = {
  net_operation: null,
  critical_fields: [],
  changed_fields: [],
  changed_field_count: 0,
};

/** Summarises a comparison. Lists fields only when the change modifies a live model. */
export function changeExtent(diff: ProposalDiff): ChangeExtent {
  const { net_operation, critical_fields } = diff;
  if (net_operation !== 'modified') return { ...noExtent, net_operation };
  const differing = diff.field_diffs.length > 0 ? diff.field_diffs : diff.counterpart_diffs;
  const paths = [...new Set([...critical_fields, ...differing.map(({ field_path }) => field_path)])];
  return {
    net_operation,
    critical_fields: critical_fields.slice(0, mostListedFields),
    changed_fields: paths.slice(0, mostListedFields),
    changed_field_count: paths.length,
  };
}
