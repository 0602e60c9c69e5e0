import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { findCategory } from '../../records/categories/index.ts';
import { diffRecords, type FieldDiff } from '../../records/diff.ts';
import type { ModelViews } from '../../records/model-views.ts';
import { counterpartDiffs, criticalIn, type NetOperation } from '../queue/proposal-diff.ts';

/** One write of a live model, with the record before and after it. */
export interface AppliedWrite {
  readonly change_id: number;
  readonly category: string;
  readonly model_name: string;
  /** The format of both records. */
  readonly format: CanonicalFormat;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** Orders the writes; null when the deployment did not audit then. */
  readonly event_id: number | null;
  /** Unix seconds. */
  readonly applied_at: number;
}

/** What several writes did to one model in the end. */
export type ModelNetChange = {
  model_name: string;
  category: string;
  net_operation: NetOperation;
  before_state: JsonObject | null;
  after_state: JsonObject | null;
  field_diffs: FieldDiff[];
  /** What they did for readers of the other API version; none when the audit trail does not know. */
  counterpart_diffs: FieldDiff[];
  is_critical: boolean;
  critical_fields: string[];
};

/** The first and the last write of one model. */
export interface WriteSpan {
  readonly first: AppliedWrite;
  readonly last: AppliedWrite;
}

/**
 * The span of writes of each model, in the order of the first ones. What changed nothing (a delete of what
 * was gone) does not count.
 */
export function writeSpans(writes: readonly AppliedWrite[]): WriteSpan[] {
  const effective = writes.filter(({ before, after }) => before !== null || after !== null).sort(inOrder);
  const byModel = Map.groupBy(effective, ({ category, model_name }) => `${category}\0${model_name}`);
  return [...byModel.values()].map((own) => ({
    first: own[0] as AppliedWrite,
    last: own.at(-1) as AppliedWrite,
  }));
}

/** Both views of a model before its first write and after its last one. */
export interface SpanViews {
  readonly before: ModelViews | null;
  readonly after: ModelViews | null;
}

/**
 * The record before a model's first write against that after its last one.
 * @param views null: not known
 */
export function netChange({ first, last }: WriteSpan, views: SpanViews | null): ModelNetChange {
  const definition = findCategory(first.category);
  const [before_state, after_state] = [first.before, last.after];
  const field_diffs = diffRecords(before_state, after_state);
  const counterpart_diffs =
    definition && views
      ? counterpartDiffs(definition, first.model_name, last.format, views.before, views.after)
      : [];
  const critical = definition ? criticalIn(definition, last.format, field_diffs, counterpart_diffs) : [];
  return {
    model_name: first.model_name,
    category: first.category,
    net_operation: netOperation(before_state, after_state, [...field_diffs, ...counterpart_diffs]),
    before_state,
    after_state,
    field_diffs,
    counterpart_diffs,
    is_critical: critical.length > 0,
    critical_fields: critical,
  };
}

function inOrder(a: AppliedWrite, b: AppliedWrite): number {
  return (a.event_id ?? 0) - (b.event_id ?? 0) || a.applied_at - b.applied_at || a.change_id - b.change_id;
}

function netOperation(
  before: JsonObject | null,
  after: JsonObject | null,
  diffs: readonly FieldDiff[],
): NetOperation {
  if (before === null && after === null) return 'unchanged';
  if (before === null) return 'added';
  if (after === null) return 'deleted';
  return diffs.length > 0 ? 'modified' : 'unchanged';
}
