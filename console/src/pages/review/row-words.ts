import { baselineChangesOf } from '../../api/baseline-change-sets.ts';
import type { Finding, ReviewedChange } from '../../api/review-types.ts';
import { describeBaselineChange, formatDifference } from '../../parts/baseline-words.ts';
import { areChangesRequested } from '../../parts/ChangeTags.tsx';
import { formatCompact, shortenHashes } from '../../parts/format.ts';
import { newNameOf } from '../../parts/renames.ts';
import { formatNewValue } from './value-now.ts';

export interface RowFact {
  readonly text: string;
  readonly tone: 'bad' | 'warn' | undefined;
}

/** Minimum number of uses per month of a model whose deletion or rename is shown as a danger. */
const dangerousMonthlyUses = 100;

/**
 * Returns short texts about a change for its approver, most serious first: its dangers, then the changed
 * fields.
 *
 * @param files the change's effect on the model's files; undefined if the change does not update the files,
 *   or if the page has not compared the files with the live ones
 * @param month the uses of the model in the last month; null if unknown; undefined until it is loaded, and in
 *   categories without usage
 */
export function listRowFacts(
  change: ReviewedChange,
  files: readonly string[] | undefined,
  month: number | null | undefined,
): RowFact[] {
  const otherIds = change.open_changes_of_model;
  const critical = new Set(change.critical_fields);
  const listFindings = (listedSeverity: Finding['severity'], tone: RowFact['tone']) =>
    (change.findings ?? [])
      .filter(({ severity }) => severity === listedSeverity)
      .map(({ message }) => ({ tone, text: shortenMessage(message) }));
  const fields = change.changed_fields.map(
    (path): RowFact => ({
      tone: critical.has(path) ? 'bad' : undefined,
      text: path === 'config.download' && files ? files.join(', ') : formatNewValue(change, path),
    }),
  );
  const facts: RowFact[] = [
    ...describeEnd(change, month),
    ...listFindings('critical', 'bad'),
    ...baselineChangesOf(change).map((record): RowFact => {
      const difference = describeBaselineChange(record);
      const tone = difference.effects.length > 0 ? 'bad' : undefined;
      return { tone, text: `${difference.name}: ${formatDifference(difference)}` };
    }),
    ...(change.resource_kind === 'model_reference' ? fields : []),
    ...(areChangesRequested(change) ? [{ tone: 'warn' as const, text: 'changes requested' }] : []),
    ...(change.model_renamed_to != null
      ? [{ tone: 'bad' as const, text: `model was renamed to ${change.model_renamed_to}` }]
      : change.stale
        ? [{ tone: 'warn' as const, text: 'outdated: the model changed since' }]
        : []),
    ...(otherIds.length > 0
      ? [{ tone: 'warn' as const, text: `conflicts with ${otherIds.map((id) => `#${id}`).join(', ')}` }]
      : []),
    ...listFindings('warning', 'warn'),
    ...(change.net_operation === 'unchanged' ? [{ tone: undefined, text: 'changes nothing' }] : []),
    ...listFindings('note', undefined),
  ];
  const order = ['bad', 'warn', undefined];
  return facts.sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));
}

/** Shortens a message to fit one line: removes a URL at the start, and shortens hashes. */
function shortenMessage(message: string): string {
  return shortenHashes(message.replace(/^'https?:[^']*'/, 'the file'));
}

/** Returns the text for a deletion or rename, with a tone that depends on the model's usage. */
function describeEnd(change: ReviewedChange, month: number | null | undefined): RowFact[] {
  const isRename = newNameOf(change) !== null;
  if (change.operation !== 'delete' && !isRename) return [];
  const verb = isRename ? 'renamed' : 'deleted';
  if (month === undefined) return [{ tone: 'warn', text: verb }];
  if (month === null) return [{ tone: 'bad', text: `${verb}, use not known` }];
  return [
    {
      tone: month >= dangerousMonthlyUses ? 'bad' : month > 0 ? 'warn' : undefined,
      text: month > 0 ? `${verb}, ${formatCompact(month)} uses a month` : `${verb}, no use reported`,
    },
  ];
}
