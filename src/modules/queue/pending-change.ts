import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { ChangeOperation } from '../../records/enums.ts';
import { storableText } from '../../records/unstorable.ts';
import type { ModelHashes } from '../catalog/index.ts';

export const changeStatuses = ['pending', 'approved', 'applied', 'rejected'] as const;
export const changeStatus = z.enum(changeStatuses).meta({
  id: 'PendingChangeStatus',
  description: 'pending → approved → applied, or pending → rejected.',
});
export type ChangeStatus = (typeof changeStatuses)[number];

/** Levels that say how closely reviewers have to look at a change, the lowest first. */
export const riskLevels = ['low', 'look', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** One approval of a change that needs several. `at`: Unix seconds. */
export type Approval = { user_id: string; username: string; at: number };

/**
 * A column of a change.
 *
 * `head`: it is in the narrow row, which lists read to filter and sort. The row is narrow so that a filter
 * without an index still reads little. `body`: it is in the large row, which is read only for the changes of
 * one page. `json`: it is stored as a JSON text. `reviewed`: it is empty until the change is reviewed.
 * `hidden`: the API does not show it with the other columns.
 */
interface Column<Value, Fact extends ColumnFact> {
  readonly facts: readonly Fact[];
  readonly value?: Value;
}
type ColumnFact = 'head' | 'body' | 'json' | 'reviewed' | 'hidden';

const column =
  <Value>() =>
  <const Fact extends ColumnFact>(...facts: Fact[]): Column<Value, Fact> => ({ facts });

/**
 * The columns of a change, in the order in which the API shows them. The types and rows below are derived
 * from this table. Times are Unix seconds.
 */
const columns = {
  change_id: column<number>()('head'),
  category: column<string>()('head'),
  model_name: column<string>()('head'),
  operation: column<ChangeOperation>()('head'),
  /**
   * The normalised record that the requestor submitted; for a delete, the live record at the time of the
   * proposal.
   */
  payload: column<JsonObject | null>()('body', 'json'),
  requested_by: column<string>()('head'),
  requested_username: column<string>()('head'),
  requested_at: column<number>()('head'),
  status: column<ChangeStatus>()('head', 'reviewed'),
  notes: column<string | null>()('body'),
  batch_id: column<number | null>()('head', 'reviewed'),
  batch_title: column<string | null>()('head', 'reviewed'),
  approved_by: column<string | null>()('head', 'reviewed'),
  approved_username: column<string | null>()('head', 'reviewed'),
  approved_at: column<number | null>()('head', 'reviewed'),
  rejected_by: column<string | null>()('head', 'reviewed'),
  rejected_username: column<string | null>()('head', 'reviewed'),
  rejected_at: column<number | null>()('head', 'reviewed'),
  reject_reason: column<string | null>()('head', 'reviewed'),
  applied_at: column<number | null>()('head', 'reviewed'),
  applied_by: column<string | null>()('head', 'reviewed'),
  applied_username: column<string | null>()('head', 'reviewed'),
  applied_job_id: column<string | null>()('head', 'reviewed'),
  updated_at: column<number>()('head'),
  request_metadata: column<JsonObject | null>()('body', 'json'),
  related_models: column<string[] | null>()('body', 'json'),
  /**
   * The deployment's canonical format when the change was queued. Audit events of the change have it as their
   * domain.
   */
  domain: column<CanonicalFormat>()('head', 'hidden'),
  /** The format (v2 or legacy) of `payload`. */
  payload_format: column<CanonicalFormat>()('head', 'hidden'),
  /**
   * Content hash of the live record (in `payload_format`) on which the change is based; null when there was
   * none.
   */
  base_hash: column<string | null>()('head', 'hidden'),
  /** The live records before and after the apply, in the canonical format; null when there was none. */
  before_state: column<JsonObject | null>()('body', 'json', 'hidden'),
  after_state: column<JsonObject | null>()('body', 'json', 'hidden'),
  /**
   * Id of the audit event about the model that the apply wrote; null when the apply wrote none. Within a
   * batch, these ids ascend in the order of the writes.
   */
  applied_event_id: column<number | null>()('head', 'reviewed', 'hidden'),
  /** Number of the latest version that the requestor has proposed under this id; the first is 1. */
  version: column<number>()('head', 'hidden'),
  /**
   * User id of the approver who has asked the requestor for another version. Null before anybody asks, and
   * again once the requestor has proposed that version.
   */
  changes_requested_by: column<string | null>()('head', 'reviewed', 'hidden'),
  /**
   * The approvals that were not enough by themselves, oldest first; null when there are none. The approval
   * that made the change `approved` is not among them: `approved_by` names its approver.
   */
  approvals: column<Approval[] | null>()('head', 'json', 'reviewed', 'hidden'),
  /**
   * The risk of the change when it was decided; null before the decision, and when the risk was not assessed.
   */
  decided_risk: column<RiskLevel | null>()('head', 'reviewed', 'hidden'),
};
type Columns = typeof columns;

/** Names of the columns of a change that are marked with this fact, such as `head`. */
export type ColumnOf<Fact extends ColumnFact> = {
  [Name in keyof Columns]: Fact extends Columns[Name]['facts'][number] ? Name : never;
}[keyof Columns];

export const columnNames = Object.keys(columns) as (keyof Columns)[];
export const columnsOf = <Fact extends ColumnFact>(fact: Fact): ColumnOf<Fact>[] =>
  columnNames.filter((name) => isColumnOf(fact, name)) as ColumnOf<Fact>[];
export const isColumnOf = (fact: ColumnFact, name: keyof Columns): boolean =>
  (columns[name].facts as readonly ColumnFact[]).includes(fact);

export type StoredChange = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Value, infer _> ? Value : never;
};
/** A change as the API shows it (`PendingChangeRecord`). */
export type PendingChange = Omit<StoredChange, ColumnOf<'hidden'>>;
/** A change as lists show it, without the records before and after the apply, which are large. */
export type ListedChange = Omit<StoredChange, 'before_state' | 'after_state'>;
export type ChangeBody = Pick<StoredChange, ColumnOf<'body'>>;
export type ChangeHead = Pick<StoredChange, ColumnOf<'head'>>;
/** A proposed change that is not stored yet. */
export type NewChange = Omit<
  StoredChange,
  ColumnOf<'reviewed'> | 'change_id' | 'updated_at' | 'version' | 'before_state' | 'after_state'
>;

/**
 * The values of the columns marked `reviewed` while nobody has reviewed the change: `status` is pending, and
 * the others are null.
 */
export const unreviewed = {
  ...(Object.fromEntries(columnsOf('reviewed').map((name) => [name, null])) as {
    [Name in Exclude<ColumnOf<'reviewed'>, 'status'>]: null;
  }),
  status: 'pending',
} as const;

/** Makes the change of a new proposal from its facts: adds that it is not reviewed and at version 1. */
export function asProposed<Facts extends { readonly requested_at: number }>(facts: Facts) {
  return { ...facts, ...unreviewed, version: 1, updated_at: facts.requested_at };
}

/** Gives a stored change as the API shows it: without the `hidden` columns. */
export function publicChange(stored: ListedChange): PendingChange {
  return Object.fromEntries(shownColumns.map((name) => [name, stored[name]])) as PendingChange;
}

const shownColumns = columnNames.filter((name): name is keyof PendingChange => !isColumnOf('hidden', name));

export function isOpen({ status }: Pick<ListedChange, 'status'>): boolean {
  return status === 'pending' || status === 'approved';
}

export function isStale(
  change: Pick<ListedChange, 'status' | 'payload_format' | 'base_hash'>,
  live: ModelHashes | null,
): boolean {
  if (!isOpen(change)) return false;
  const hash = change.payload_format === 'v2' ? live?.v2_hash : live?.legacy_hash;
  return (hash ?? null) !== change.base_hash;
}

export const decisionOutcomes = ['approved', 'rejected', 'withdrawn'] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];

type Decided = Pick<
  ChangeHead,
  | 'status'
  | 'requested_by'
  | 'requested_at'
  | 'approved_at'
  | 'rejected_at'
  | 'rejected_by'
  | 'batch_title'
  | 'decided_risk'
>;

export interface Decision {
  readonly outcome: DecisionOutcome;
  /** Unix seconds. */
  readonly at: number;
  /** Seconds from the proposal to the decision. */
  readonly seconds: number;
  /** The risk of the change when it was decided; null when it was not assessed. */
  readonly risk: RiskLevel | null;
}

/** Gives the decision on a change, with the time that it took; null while the change is pending. */
export function decisionOf(change: Decided): Decision | null {
  const { status, requested_at, approved_at, rejected_at } = change;
  const at = status === 'rejected' ? rejected_at : status === 'pending' ? null : approved_at;
  if (at === null) return null;
  const seconds = Math.max(0, at - requested_at);
  return { outcome: outcomeOf(change), at, seconds, risk: change.decided_risk };
}

function outcomeOf({ status, requested_by, rejected_by, batch_title }: Decided): DecisionOutcome {
  if (status !== 'rejected') return 'approved';
  // A rejection has the title of its batch, even where nothing was approved with it; who withdraws gives none.
  return rejected_by === requested_by && batch_title === null ? 'withdrawn' : 'rejected';
}

/**
 * Returns a text of the request, the value of its field `name`, as it is stored: trimmed, and without
 * characters that PostgreSQL cannot hold.
 * @throws RegistryError `bad_request` for a blank text
 */
export function requiredText(name: 'batch_title' | 'text', given: string): string {
  const text = storableText(given).trim();
  if (text === '') throw new RegistryError('bad_request', `${name} must not be blank.`);
  return text;
}

/**
 * Checks that a change is still at the version that the caller has seen (`expected`). Checks nothing when
 * `expected` is absent or null.
 *
 * @throws RegistryError `conflict` when the change is at another version
 */
export function expectVersion(
  { change_id, version }: Pick<StoredChange, 'change_id' | 'version'>,
  expected: number | null | undefined,
): void {
  if (expected === undefined || expected === null || expected === version) return;
  throw new RegistryError(
    'conflict',
    `Change ${change_id} is now at version ${version}, and your call is about version ${expected}: look at it again.`,
  );
}

/** The batch to which all approved changes belong. It is open while there are approved changes. */
export interface OpenBatch {
  batch_id: number;
  /** Unix seconds of the approval or the split that made the batch. */
  opened_at: number;
}

/**
 * Returns an approved change with the id of the open batch. A split moves changes to a new batch without
 * writing their rows. So `updated_at` becomes the time of the split, unless the row was written later.
 */
export function inOpenBatch<Change extends Pick<ChangeHead, 'batch_id' | 'updated_at'>>(
  change: Change,
  { batch_id, opened_at }: OpenBatch,
): Change {
  return { ...change, batch_id, updated_at: Math.max(change.updated_at, opened_at) };
}
