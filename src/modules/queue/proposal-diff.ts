import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { counterpartDiffs, criticalIn, diffRecords, type FieldDiff } from '../../records/diff.ts';
import type { ChangeOperation, NetOperation } from '../../records/enums.ts';
import type { ModelViews } from '../../records/model-views.ts';

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
    net_operation:
      // The rename of a model that is gone.
      current === null && proposed === null
        ? 'unchanged'
        : netOperationOf[operation](current !== null, [...diffs, ...counterpart]),
    field_diffs: diffs,
    counterpart_diffs: counterpart,
    is_critical: critical.length > 0,
    critical_fields: critical,
    fields_added: pathsOf('added'),
    fields_removed: pathsOf('removed'),
    fields_modified: pathsOf('modified'),
  };
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
