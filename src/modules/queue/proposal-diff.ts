import { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import {
  diffCounterparts,
  diffRecords,
  type FieldDiff,
  fieldDiff,
  listCriticalPaths,
} from '../../records/diff.ts';
import {
  type ChangeOperation,
  changeOperation,
  type NetOperation,
  netChangeType,
  storedCategory,
} from '../../records/enums.ts';
import { jsonObject } from '../../records/json-object.ts';
import type { ModelViews } from '../../records/model-views.ts';

const pathList = z.array(z.string()).meta({ description: 'Dotted paths, in the order of `field_diffs`.' });

export const criticalFieldList = z.array(z.string()).meta({
  description: 'Critical paths among `field_diffs`; if there are none, those among `counterpart_diffs`.',
});

/** The differences that the write makes to the record in the other API version. */
export const counterpartDiffsShape = z.array(fieldDiff).meta({
  description:
    'Changes of the record in the other API version (v2 for a v1 write, v1 for a v2 write); empty if it has no such record.',
});

/** A stored record; null when there is none. */
const record = jsonObject.nullable();

/** The comparison of a proposed write with the live record, both in the format of the proposal. */
export const proposalDiffShape = z
  .object({
    category: storedCategory,
    model_name: z.string(),
    operation: changeOperation,
    current_state: record.meta({ description: 'The live record; null if there is none.' }),
    proposed_state: record.meta({ description: 'The proposed record; null for a delete.' }),
    net_operation: netChangeType,
    field_diffs: z
      .array(fieldDiff)
      .meta({ description: 'Times and authors that the server sets are left out.' }),
    counterpart_diffs: counterpartDiffsShape,
    is_critical: z
      .boolean()
      .meta({ description: 'True if a download or a critical field of the category differs.' }),
    critical_fields: criticalFieldList,
    fields_added: pathList,
    fields_removed: pathList,
    fields_modified: pathList,
  })
  .meta({
    id: 'ProposalDiff',
    description: 'Comparison of a proposed write with the current record, field by field.',
  });
export type ProposalDiff = z.infer<typeof proposalDiffShape>;

export interface ProposedWrite {
  readonly definition: CategoryDefinition;
  readonly name: string;
  readonly operation: ChangeOperation;
  readonly format: CanonicalFormat;
  readonly current: JsonObject | null;
  readonly proposed: JsonObject | null;
  /**
   * `live`: both views of the model before the write; null when the model does not exist. `after`: both views
   * after the write; null for a delete, and when the record cannot be expressed in one of the views.
   */
  readonly live: ModelViews | null;
  readonly after: ModelViews | null;
}

export function createProposalDiff(write: ProposedWrite): ProposalDiff {
  const { definition, name, operation, format, current } = write;
  // A delete is compared with null, so that every field counts as removed.
  const proposedRecord = operation === 'delete' ? null : write.proposed;
  const diffs = diffRecords(current, proposedRecord);
  const counterpart =
    operation !== 'delete' && write.after === null
      ? []
      : diffCounterparts(definition, name, format, write.live, operation === 'delete' ? null : write.after);
  const criticalFields = listCriticalPaths(definition, format, diffs, counterpart);
  const listPaths = (type: FieldDiff['change_type']) =>
    diffs.filter(({ change_type }) => change_type === type).map(({ field_path }) => field_path);
  return {
    category: definition.name,
    model_name: name,
    operation,
    current_state: current,
    proposed_state: proposedRecord,
    net_operation:
      // A rename of a model that no longer exists.
      current === null && proposedRecord === null
        ? 'unchanged'
        : netOperationOf[operation](current !== null, [...diffs, ...counterpart]),
    field_diffs: diffs,
    counterpart_diffs: counterpart,
    is_critical: criticalFields.length > 0,
    critical_fields: criticalFields,
    fields_added: listPaths('added'),
    fields_removed: listPaths('removed'),
    fields_modified: listPaths('modified'),
  };
}

const netOperationOf: Readonly<
  Record<ChangeOperation, (exists: boolean, diffs: readonly FieldDiff[]) => NetOperation>
> = {
  create: (exists) => (exists ? 'modified' : 'added'),
  update: (exists, diffs) => (exists ? (diffs.length > 0 ? 'modified' : 'unchanged') : 'added'),
  delete: (exists) => (exists ? 'deleted' : 'unchanged'),
};

/** Largest number of paths in each list of a `ChangeExtent`. Further paths are omitted. */
const maxListedFields = 25;

const createPathListShape = (which: string) =>
  z.array(z.string()).meta({
    description: `For an open change of a live model: ${which}, at most ${maxListedFields}.`,
  });

/** A short summary of a change for lists: its effect and the changed fields. */
export const changeExtentShape = z.object({
  /** Null once the change is applied or rejected. */
  net_operation: netChangeType.nullable(),
  critical_fields: createPathListShape('critical dotted paths that differ'),
  changed_fields: createPathListShape('dotted paths that differ, critical first'),
  changed_field_count: z.int().meta({ description: 'Number of all differing paths.' }),
});
export type ChangeExtent = z.infer<typeof changeExtentShape>;

/** The summary of an applied or rejected change: empty, because it needs no review. */
export const noExtent: ChangeExtent = {
  net_operation: null,
  critical_fields: [],
  changed_fields: [],
  changed_field_count: 0,
};

/** Summarises a comparison. Lists fields only when the change modifies a live model. */
export function summariseDiff(diff: ProposalDiff): ChangeExtent {
  const { net_operation, critical_fields } = diff;
  if (net_operation !== 'modified') return { ...noExtent, net_operation };
  const changedFields = diff.field_diffs.length > 0 ? diff.field_diffs : diff.counterpart_diffs;
  const paths = [...new Set([...critical_fields, ...changedFields.map(({ field_path }) => field_path)])];
  return {
    net_operation,
    critical_fields: critical_fields.slice(0, maxListedFields),
    changed_fields: paths.slice(0, maxListedFields),
    changed_field_count: paths.length,
  };
}
