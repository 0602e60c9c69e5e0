import { baselineChangesOf } from '../../api/baseline-change-sets.ts';
import type { Finding, ReviewedChange } from '../../api/review-types.ts';
import { describeBaselineChange, formatDifference } from '../../parts/baseline-words.ts';
import { plural } from '../../parts/format.ts';
import { newNameOf } from '../../parts/renames.ts';
import { formatNewValue } from './value-now.ts';

/** A kind of danger or warning, with the affected changes. */
export interface Risk {
  readonly kind: string;
  readonly tone: 'bad' | 'warn';
  /** The number of cases with a description: `6 models are deleted`. */
  readonly title: string;
  readonly cases: readonly { readonly change: ReviewedChange; readonly text: string }[];
}

type Case = Risk['cases'][number];

/** Returns the kinds of risk in the changes, most serious first. A change can have several kinds. */
export function findRisks(changes: readonly ReviewedChange[]): Risk[] {
  const listFindingCases = (severity: Finding['severity']): Case[] =>
    changes.flatMap((change) =>
      (change.findings ?? [])
        .filter((finding) => finding.severity === severity)
        .map(({ field_path, message }) => ({
          change,
          text: field_path ? `${field_path}: ${message}` : message,
        })),
    );
  const listCases = (
    applies: (change: ReviewedChange) => boolean,
    describe: (change: ReviewedChange) => string,
  ) => changes.filter(applies).map((change) => ({ change, text: describe(change) }));

  const kinds: (Omit<Risk, 'title'> & { one: string; many: string })[] = [
    {
      kind: 'deletions',
      tone: 'bad',
      one: 'model is deleted',
      many: 'models are deleted',
      cases: listCases(
        ({ operation }) => operation === 'delete',
        () => 'is deleted',
      ),
    },
    {
      kind: 'renames',
      tone: 'bad',
      one: 'model is renamed: its old name is gone',
      many: 'models are renamed: their old names are gone',
      cases: listCases(
        (change) => newNameOf(change) !== null,
        (change) => `is renamed to ‘${newNameOf(change)}’`,
      ),
    },
    {
      kind: 'refused',
      tone: 'bad',
      one: 'change is refused: its model was renamed since',
      many: 'changes are refused: their models were renamed since',
      cases: listCases(
        (change) => change.model_renamed_to != null,
        (change) => `the model was renamed to ‘${change.model_renamed_to}’`,
      ),
    },
    {
      kind: 'critical-findings',
      tone: 'bad',
      one: 'critical finding',
      many: 'critical findings',
      cases: listFindingCases('critical'),
    },
    {
      kind: 'critical-fields',
      tone: 'bad',
      one: 'change of a field that workers depend on',
      many: 'changes of fields that workers depend on',
      cases: listCases(
        ({ critical_fields }) => critical_fields.length > 0,
        (change) => {
          const baselines = baselineChangesOf(change).map(describeBaselineChange);
          return baselines.length > 0
            ? baselines.map((each) => `${each.name}: ${formatDifference(each)}`).join('. ')
            : change.critical_fields.map((path) => formatNewValue(change, path)).join(', ');
        },
      ),
    },
    {
      kind: 'stale',
      tone: 'bad',
      one: 'change is outdated: a newer record is overwritten',
      many: 'changes are outdated: newer records are overwritten',
      cases: listCases(
        ({ stale, model_renamed_to }) => stale && model_renamed_to == null,
        () => 'the live record has changed since the proposal',
      ),
    },
    {
      kind: 'conflicts',
      tone: 'bad',
      one: 'change is not the only open one of its model',
      many: 'changes are not the only open ones of their models',
      cases: listCases(
        ({ open_changes_of_model }) => open_changes_of_model.length > 0,
        ({ open_changes_of_model: others }) =>
          `${others.map((id) => `#${id}`).join(', ')} ${others.length === 1 ? 'waits' : 'wait'} as well: the one applied last replaces the others`,
      ),
    },
    { kind: 'warnings', tone: 'warn', one: 'warning', many: 'warnings', cases: listFindingCases('warning') },
    { kind: 'notes', tone: 'warn', one: 'note', many: 'notes', cases: listFindingCases('note') },
  ];
  return kinds
    .filter(({ cases }) => cases.length > 0)
    .map(({ one, many, ...risk }) => ({ ...risk, title: plural(risk.cases.length, one, many) }));
}

/** Returns whether any of the risks is a danger rather than a warning or a note. */
export function isDangerous(risks: readonly Risk[]): boolean {
  return risks.some(({ tone }) => tone === 'bad');
}
