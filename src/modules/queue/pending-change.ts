import { z } from 'zod';
import { canonicalFormat, changeOperation, storedCategory } from '../../records/enums.ts';
import { jsonObject } from '../../records/json-object.ts';
import { reviewedKinds } from '../catalogues/index.ts';

export const changeStatuses = ['pending', 'approved', 'applied', 'rejected'] as const;
export const changeStatus = z.enum(changeStatuses).meta({
  id: 'PendingChangeStatus',
  description: 'pending → approved → applied, or pending → rejected.',
});
export type ChangeStatus = (typeof changeStatuses)[number];

/** The kinds of resources that a change can be about: a model, or one of the reviewed catalogues. */
export const resourceKinds = ['model_reference', ...reviewedKinds] as const;
export type ResourceKind = (typeof resourceKinds)[number];
/** The `resource_kind` and `resource_id` of a change that is about a model. */
export const modelResource = { resource_kind: 'model_reference', resource_id: null } as const;

/** The risk levels of changes, lowest first. */
export const riskLevels = ['low', 'look', 'high'] as const;
export const riskLevel = z.enum(riskLevels).meta({
  id: 'RiskLevel',
  description: 'Risk level of an open change.',
});
export type RiskLevel = (typeof riskLevels)[number];

/**
 * A column of a change.
 *
 * - `head`: in the narrow row, which lists read to filter and sort, so that filters without an index are
 *   cheap.
 * - `body`: in the large row, which is read only for the changes of one page.
 * - `json`: stored as a JSON text.
 * - `reviewed`: null until the change is reviewed, except `status`.
 * - `hidden`: not in the API's `PendingChangeRecord`.
 * - `submitted`: part of each proposal and each new version, and of their events.
 * - `stated`: null unless the requestor sets it; retained in new versions.
 * - `snapshot`: written by the apply.
 */
interface Column<Shape extends z.ZodType, Fact extends ColumnFact> {
  readonly shape: Shape;
  readonly facts: readonly Fact[];
}
type ColumnFact = 'head' | 'body' | 'json' | 'reviewed' | 'hidden' | 'submitted' | 'stated' | 'snapshot';

const defineColumn = <Shape extends z.ZodType, const Fact extends ColumnFact>(
  shape: Shape,
  ...facts: Fact[]
): Column<Shape, Fact> => ({ shape, facts });

const text = z.string();
const textOrNone = text.nullable();
const userId = textOrNone.meta({ description: 'User id.' });
const username = textOrNone.meta({ description: '`name#id`.' });
const optionalText = (description: string) => textOrNone.meta({ description });
const timeSchema = (description: string) =>
  z
    .int()
    .nullable()
    .meta({ description: `${description} Unix seconds, UTC.` });

/**
 * The columns of a change, in API order. The types, the rows and the API shape are derived from this table.
 * Times are Unix seconds.
 */
export const columns = {
  change_id: defineColumn(z.int(), 'head'),
  category: defineColumn(storedCategory, 'head'),
  model_name: defineColumn(text, 'head'),
  operation: defineColumn(changeOperation, 'head'),
  /** The normalised record that the requestor submitted. */
  payload: defineColumn(
    jsonObject.nullable().meta({
      description:
        'The record as submitted. For a delete, the record that was live at that time. For a rename, the same under the new name; the record that is live at apply is the one renamed.',
    }),
    'body',
    'json',
    'submitted',
  ),
  requested_by: defineColumn(text.meta({ description: 'User id.' }), 'head'),
  requested_username: defineColumn(text.meta({ description: '`name#id`.' }), 'head'),
  requested_at: defineColumn(z.int().meta({ description: 'Unix seconds, UTC.' }), 'head'),
  status: defineColumn(changeStatus, 'head', 'reviewed'),
  notes: defineColumn(
    optionalText('Why the service queued this change, if it did so itself.'),
    'body',
    'submitted',
    'stated',
  ),
  batch_id: defineColumn(
    z.int().nullable().meta({ description: 'Assigned at approval.' }),
    'head',
    'reviewed',
  ),
  batch_title: defineColumn(optionalText('Given by the approver.'), 'head', 'reviewed'),
  approved_by: defineColumn(userId, 'head', 'reviewed'),
  approved_username: defineColumn(username, 'head', 'reviewed'),
  approved_at: defineColumn(timeSchema('Time of approval.'), 'head', 'reviewed'),
  rejected_by: defineColumn(userId, 'head', 'reviewed'),
  rejected_username: defineColumn(username, 'head', 'reviewed'),
  rejected_at: defineColumn(timeSchema('Time of rejection.'), 'head', 'reviewed'),
  reject_reason: defineColumn(optionalText('Given by the approver.'), 'head', 'reviewed'),
  applied_at: defineColumn(timeSchema('Time of the apply.'), 'head', 'reviewed'),
  applied_by: defineColumn(userId, 'head', 'reviewed'),
  applied_username: defineColumn(username, 'head', 'reviewed'),
  applied_job_id: defineColumn(optionalText('The job_id of the apply.'), 'head', 'reviewed'),
  updated_at: defineColumn(
    z.int().meta({ description: 'Time of the latest update. Unix seconds, UTC.' }),
    'head',
  ),
  request_metadata: defineColumn(
    jsonObject
      .nullable()
      .meta({ description: 'Source of the proposal: `route`, and more for group updates.' }),
    'body',
    'json',
    'submitted',
  ),
  related_models: defineColumn(
    z.array(text).nullable().meta({
      description: 'Other names of the model that the change affects (backend variants of text models).',
    }),
    'body',
    'json',
    'submitted',
  ),
  resource_kind: defineColumn(
    z.enum(resourceKinds).meta({
      id: 'ResourceKind',
      description:
        'Subject of the change: a model, or a catalogue whose change set is in `payload`. The `model_name` of a change set is `baseline:<uuid>`.',
    }),
    'head',
  ),
  resource_id: defineColumn(optionalText('The id of a change set; null for a model.'), 'head'),
  /**
   * The deployment's canonical format when the change was queued; the domain of the change's audit events.
   */
  domain: defineColumn(canonicalFormat, 'head', 'hidden'),
  /** The format (v2 or legacy) of `payload`. */
  payload_format: defineColumn(canonicalFormat, 'head', 'hidden'),
  /**
   * Content hash of the base of the change, which is the live record (in `payload_format`) at the time of the
   * proposal; null when there was none.
   */
  base_hash: defineColumn(textOrNone, 'head', 'hidden', 'submitted'),
  /** The live records before and after the apply, in the canonical format; null when there was none. */
  before_state: defineColumn(jsonObject.nullable(), 'body', 'json', 'hidden', 'snapshot'),
  after_state: defineColumn(jsonObject.nullable(), 'body', 'json', 'hidden', 'snapshot'),
  /**
   * Id of the audit event that records the apply's write of the model; null when the apply wrote no model.
   * Within a batch, these ids ascend in write order.
   */
  applied_event_id: defineColumn(z.int().nullable(), 'head', 'reviewed', 'hidden'),
  version: defineColumn(z.int().meta({ description: 'Version number, from 1.' }), 'head', 'hidden'),
  /** Null until an approver requests changes, and again after the new version. */
  changes_requested_by: defineColumn(
    optionalText('User id of the approver who requested a new version.'),
    'head',
    'reviewed',
    'hidden',
  ),
  /** Oldest first; null when there are none. */
  approvals: defineColumn(
    z
      .array(z.object({ user_id: text, username: text, at: z.int() }))
      .nullable()
      .meta({
        description:
          'Earlier approvals, in order, by accounts that may still approve. The last approval is `approved_by`.',
      }),
    'head',
    'json',
    'reviewed',
    'hidden',
  ),
  /** The risk of the change at its decision; null before the decision, and when the risk was not assessed. */
  decided_risk: defineColumn(z.enum(riskLevels).nullable(), 'head', 'reviewed', 'hidden'),
};
type Columns = typeof columns;

/** Names of the columns of a change with this property, such as `head`. */
export type ColumnOf<Fact extends ColumnFact> = {
  [Name in keyof Columns]: Fact extends Columns[Name]['facts'][number] ? Name : never;
}[keyof Columns];

export const columnNames = Object.keys(columns) as (keyof Columns)[];
export const listColumns = <Fact extends ColumnFact>(fact: Fact): ColumnOf<Fact>[] =>
  columnNames.filter((name) => isColumnOf(fact, name)) as ColumnOf<Fact>[];
export const isColumnOf = (fact: ColumnFact, name: keyof Columns): boolean =>
  (columns[name].facts as readonly ColumnFact[]).includes(fact);

type ShapeOf<Name extends keyof Columns> = Columns[Name]['shape'];

/** The shapes of the public columns, in API order. */
export const shownShape = Object.fromEntries(
  columnNames.flatMap((name) => (isColumnOf('hidden', name) ? [] : [[name, columns[name].shape]])),
) as { [Name in Exclude<keyof Columns, ColumnOf<'hidden'>>]: ShapeOf<Name> };

export type StoredChange = { [Name in keyof Columns]: z.infer<ShapeOf<Name>> };
/** The public form of a change (`PendingChangeRecord`). */
export type PendingChange = Omit<StoredChange, ColumnOf<'hidden'>>;
/** A change in lists, without the large records from before and after the apply. */
export type ListedChange = Omit<StoredChange, ColumnOf<'snapshot'>>;
export type ChangeBody = Pick<StoredChange, ColumnOf<'body'>>;
export type ChangeHead = Pick<StoredChange, ColumnOf<'head'>>;
/** A proposed change that is not stored yet. */
export type NewChange = Omit<
  StoredChange,
  ColumnOf<'reviewed' | 'snapshot'> | 'change_id' | 'updated_at' | 'version'
>;

const listColumnsOfBoth = <One extends ColumnFact, Other extends ColumnFact>(factA: One, factB: Other) =>
  listColumns(factA).filter((name) => isColumnOf(factB, name)) as (ColumnOf<One> & ColumnOf<Other>)[];
const createPicker =
  <Name extends keyof Columns>(names: readonly Name[]) =>
  (from: { readonly [Each in Name]?: StoredChange[Each] | undefined }): Pick<StoredChange, Name> =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null])) as Pick<StoredChange, Name>;

/** The submitted columns in the large row. */
export const submittedBodyColumns = listColumnsOfBoth('submitted', 'body');

/**
 * Returns the submitted columns of a change or of its event. The two functions below return only those of the
 * head row or of the body row.
 */
export const pickSubmittedColumns = createPicker(listColumns('submitted'));
export const pickSubmittedHead = createPicker(listColumnsOfBoth('submitted', 'head'));
export const pickSubmittedBody = createPicker(submittedBodyColumns);

/** The columns that a requestor may set in addition to the record. */
export type RequestorColumns = { readonly [Name in ColumnOf<'stated'>]?: StoredChange[Name] | undefined };

/** Returns the stated columns of a change; null for absent ones. */
export const pickRequestorColumns = createPicker(listColumns('stated'));

/** The columns that lists can be filtered by, each with the filter's description in the API document. */
export const columnFilters = {
  requested_by: 'User ids. Matches any of these.',
} satisfies Partial<Record<ColumnOf<'head'>, string>>;
export type FilterColumn = keyof typeof columnFilters;

/** Creates an object with a value for each column of `columnFilters`. */
export function mapFilterColumns<Value>(
  make: (column: FilterColumn, description: string) => Value,
): Record<FilterColumn, Value> {
  const entries = Object.entries(columnFilters).map(([name, description]) => [
    name,
    make(name as FilterColumn, description),
  ]);
  return Object.fromEntries(entries);
}
