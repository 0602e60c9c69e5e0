import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { criticalPaths, diffRecords, type FieldDiff } from '../../records/diff.ts';
import type { ChangeOperation } from '../../records/enums.ts';
import { type ModelViews, shownViews } from '../../records/model-views.ts';

/**
 * The possible effects of a write on the live model. The effect may differ from the operation of the write.
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
   * The differences that readers of the other API version see; empty when that version has no such record.
   */
  counterpart_diffs: FieldDiff[];
  /** Whether a download or a critical field of the category differs. */
  is_critical: boolean;
  /**
   * The paths of the critical differences in `field_diffs`, in their order; when `field_diffs` has none, the
   * paths of the critical differences in `counterpart_diffs`.
   */
  critical_fields: string[];
  /** Dotted paths, in the order of `field_diffs`. */
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
   * Both views of the live model; null when there is none. `after`: both views as the write would make them;
   * null for a delete, and when one view cannot express the record.
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
 * Gives the differences that a write makes in the other view: legacy for a v2 write, v2 for a legacy write.
 */
export function counterpartDiffs(
  definition: CategoryDefinition,
  name: string,
  format: CanonicalFormat,
  before: ModelViews | null,
  after: ModelViews | null,
): FieldDiff[] {
  const other = format === 'v2' ? 'legacy' : 'v2';
  const shown = (views: ModelViews | null) => views && shownViews(definition, name, views)[other];
  return diffRecords(shown(before), shown(after));
}

/**
 * Gives the paths of the differences that a reviewer must not overlook: the paths in the write's own view,
 * or, when there are none, the paths in the other view. Paths in the other view mostly repeat the paths in
 * the write's own view.
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
 * Gives the dotted paths of the fields, in records of that format, whose change a reviewer must not overlook.
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

/** The effect of a change and the fields that it changes, short enough for lists. */
export interface ChangeExtent {
  /** The effect of the change; null once it is applied or rejected. */
  readonly net_operation: NetOperation | null;
  /**
   * Dotted paths of differences that a reviewer must not overlook; empty unless the change modifies a live
   * model.
   */
  readonly critical_fields: string[];
  /**
   * Dotted paths of differing fields, critical fields first; empty unless the change modifies a live model.
   */
  readonly changed_fields: string[];
  /** Number of all changed fields. */
  readonly changed_field_count: number;
}

/** Largest number of paths in each list of an extent. */
export const mostListedFields = 25;

/** The extent of an applied or rejected change, which needs no review. */
export const noExtent: ChangeExtent = {
  net_operation: null,
  critical_fields: [],
  changed_fields: [],
  changed_field_count: 0,
};

/** Gives the extent of a change. For a create or delete it lists no fields, since all fields differ. */
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
