import { baselineChangesOf } from '../../api/baseline-change-sets.ts';
import type { Finding, ReviewedChange } from '../../api/review-types.ts';
import { describeBaselineChange, formatDifference } from '../../parts/baseline-words.ts';
import { plural } from '../../parts/format.ts';
import { newNameOf } from '../../parts/renames.ts';
import { fieldNow } from './value-now.ts';

/** A kind of danger or warning, with the affected changes. */
export interface Risk {
  readonly kind: string;
  readonly tone: 'bad' | 'warn';
  /** The number of cases with a description: `6 models are deleted`. */
  readonly title: string;
  readonly cases: readonly { readonly change: ReviewedChange; readonly says: string }[];
}

type Case = Risk['cases'][number];

/** Returns the kinds of risk in the changes, most serious first. A change can have several kinds. */
export function risksOf(changes: readonly ReviewedChange[]): Risk[] {
  const found = (severity: Finding['severity']): Case[] =>
    changes.flatMap((change) =>
      (change.findings ?? [])
        .filter((finding) => finding.severity === severity)
        .map(({ field_path, message }) => ({
          change,
          says: field_path ? `${field_path}: ${message}` : message,
        })),
    );
  const each = (applies: (change: ReviewedChange) => boolean, says: (change: ReviewedChange) => string) =>
    changes.filter(applies).map((change) => ({ change, says: says(change) }));

  const kinds: (Omit<Risk, 'title'> & { one: string; many: string })[] = [
    {
      kind: 'deletions',
      tone: 'bad',
      one: 'model is deleted',
      many: 'models are deleted',
      cases: each(
        ({ operation }) => operation === 'delete',
        () => 'is deleted',
      ),
    },
    {
      kind: 'renames',
      tone: 'bad',
      one: 'model is renamed: its old name is gone',
      many: 'models are renamed: their old names are gone',
      cases: each(
        (change) => newNameOf(change) !== null,
        (change) => `is renamed to ‘${newNameOf(change)}’`,
      ),
    },
    {
      kind: 'refused',
      tone: 'bad',
      one: 'change is refused: its model was renamed since',
      many: 'changes are refused: their models were renamed since',
      cases: each(
        (change) => change.model_renamed_to != null,
        (change) => `the model was renamed to ‘${change.model_renamed_to}’`,
      ),
    },
    {
      kind: 'critical-findings',
      tone: 'bad',
      one: 'critical finding',
      many: 'critical findings',
      cases: found('critical'),
    },
    {
      kind: 'critical-fields',
      tone: 'bad',
      one: 'change of a field that workers depend on',
      many: 'changes of fields that workers depend on',
      cases: each(
        ({ critical_fields }) => critical_fields.length > 0,
        (change) => {
          const baselines = baselineChangesOf(change).map(describeBaselineChange);
          return baselines.length > 0
            ? baselines.map((each) => `${each.name}: ${formatDifference(each)}`).join('. ')
            : change.critical_fields.map((path) => fieldNow(change, path)).join(', ');
        },
      ),
    },
    {
      kind: 'stale',
      tone: 'bad',
      one: 'change is outdated: a newer record is overwritten',
      many: 'changes are outdated: newer records are overwritten',
      cases: each(
        ({ stale, model_renamed_to }) => stale && model_renamed_to == null,
        () => 'the live record has changed since the proposal',
      ),
    },
    {
      kind: 'conflicts',
      tone: 'bad',
      one: 'change is not the only open one of its model',
      many: 'changes are not the only open ones of their models',
      cases: each(
        ({ open_changes_of_model }) => open_changes_of_model.length > 0,
        ({ open_changes_of_model: others }) =>
          `${others.map((id) => `#${id}`).join(', ')} ${others.length === 1 ? 'waits' : 'wait'} as well: the one applied last replaces the others`,
      ),
    },
    { kind: 'warnings', tone: 'warn', one: 'warning', many: 'warnings', cases: found('warning') },
    { kind: 'notes', tone: 'warn', one: 'note', many: 'notes', cases: found('note') },
  ];
  return kinds
    .filter(({ cases }) => cases.length > 0)
    .map(({ one, many, ...risk }) => ({ ...risk, title: plural(risk.cases.length, one, many) }));
}

/** Returns whether any of the risks is a danger rather than a warning or a note. */
export function isDangerous(risks: readonly Risk[]): boolean {
  return risks.some(({ tone }) => tone === 'bad');
}
