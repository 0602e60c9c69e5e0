import { baselineChangesOf } from '../../api/baseline-change-sets.ts';
import type { Finding, ReviewedChange } from '../../api/review-types.ts';
import { describeBaselineChange, formatDifference } from '../../parts/baseline-words.ts';
import { areChangesRequested } from '../../parts/ChangeTags.tsx';
import { formatCompact, shortenHashes } from '../../parts/format.ts';
import { newNameOf } from '../../parts/renames.ts';
import { fieldNow } from './value-now.ts';

export interface Words {
  readonly text: string;
  readonly tone: 'bad' | 'warn' | undefined;
}

/** Uses per month from which deleting or renaming a model counts as a danger. */
const muchUsed = 100;

/**
 * Returns short texts about a change for its approver, most serious first: its dangers, then the changed
 * fields.
 *
 * @param files the change's effect on the model's files; undefined if the change does not update the files,
 *   or if the page has not compared the files with the live ones
 * @param month the uses of the model in the last month; null if unknown; undefined until it is loaded, and in
 *   categories without usage
 */
export function rowWords(
  change: ReviewedChange,
  files: readonly string[] | undefined,
  month: number | null | undefined,
): Words[] {
  const others = change.open_changes_of_model;
  const critical = new Set(change.critical_fields);
  const found = (wanted: Finding['severity'], tone: Words['tone']) =>
    (change.findings ?? [])
      .filter(({ severity }) => severity === wanted)
      .map(({ message }) => ({ tone, text: shortened(message) }));
  const fields = change.changed_fields.map(
    (path): Words => ({
      tone: critical.has(path) ? 'bad' : undefined,
      text: path === 'config.download' && files ? files.join(', ') : fieldNow(change, path),
    }),
  );
  const words: Words[] = [
    ...endWords(change, month),
    ...found('critical', 'bad'),
    ...baselineChangesOf(change).map((record): Words => {
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
    ...(others.length > 0
      ? [{ tone: 'warn' as const, text: `conflicts with ${others.map((id) => `#${id}`).join(', ')}` }]
      : []),
    ...found('warning', 'warn'),
    ...(change.net_operation === 'unchanged' ? [{ tone: undefined, text: 'changes nothing' }] : []),
    ...found('note', undefined),
  ];
  const order = ['bad', 'warn', undefined];
  return words.sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));
}

/** Shortens a message for one line, so that what is wrong comes first: without the URL, hashes cut. */
function shortened(message: string): string {
  return shortenHashes(message.replace(/^'https?:[^']*'/, 'the file'));
}

/** Returns the text for a deletion or rename, with a tone that depends on the model's usage. */
function endWords(change: ReviewedChange, month: number | null | undefined): Words[] {
  const isRename = newNameOf(change) !== null;
  if (change.operation !== 'delete' && !isRename) return [];
  const ends = isRename ? 'renamed' : 'deleted';
  if (month === undefined) return [{ tone: 'warn', text: ends }];
  if (month === null) return [{ tone: 'bad', text: `${ends}, use not known` }];
  return [
    {
      tone: month >= muchUsed ? 'bad' : month > 0 ? 'warn' : undefined,
      text: month > 0 ? `${ends}, ${formatCompact(month)} uses a month` : `${ends}, no use reported`,
    },
  ];
}
