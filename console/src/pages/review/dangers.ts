import type { ChangeDiff, ReviewedChange } from '../../api/review-types.ts';

/** Something about a change that its approver should know. */
export interface Danger {
  readonly severity: 'critical' | 'warning' | 'note';
  readonly path: string | null;
  readonly text: string;
}

type Reason = NonNullable<ReviewedChange['risk_reasons']>[number];

/** Risk rules whose messages only repeat the messages of the change's findings. */
const madeOfFindings: ReadonlySet<Reason['rule']> = new Set(['critical_finding', 'warning', 'dependants']);
const aboutFiles: ReadonlySet<Reason['rule']> = new Set(['wrong_file', 'gated_file', 'unsure_file']);

/**
 * Returns the dangers of a change, the worst first: its findings, and the reasons for its risk. Leaves out
 * reasons that the page already shows in another way.
 *
 * @param saysUsage whether another part of the page shows how often the deleted model is used
 */
export function dangersOf(
  change: Pick<ReviewedChange, 'risk_reasons' | 'open_changes_of_model' | 'resource_kind'>,
  { findings, stale, net_operation }: Pick<ChangeDiff, 'findings' | 'stale' | 'net_operation'>,
  saysUsage: boolean,
): Danger[] {
  // Some the page says in a place of their own.
  const isSaid = ({ rule, message }: Reason): boolean => {
    if (rule === 'stale') return stale;
    if (rule === 'other_changes') return change.open_changes_of_model.length > 0;
    if (rule === 'deletes') return net_operation === 'deleted';
    if (rule === 'deletes_used' || rule === 'deletes_unknown_use') return saysUsage;
    if (madeOfFindings.has(rule)) return isMadeOf(message, findings);
    return aboutFiles.has(rule) && tellsOfSameFiles(message, findings);
  };
  const severities = { high: 'critical', look: 'warning' } as const;
  const reasons = (change.risk_reasons ?? [])
    .filter((reason) => !isSaid(reason))
    .map(({ level, message }) => ({ severity: severities[level], path: null, text: message }));
  // Changes of baselines, and the number of affected models, are described below the dangers.
  const inWords = change.resource_kind === 'image_baseline';
  const unsaid = findings.filter(({ severity }) => !inWords || severity === 'critical');
  const found = unsaid.map(({ severity, field_path, message }) => ({
    severity,
    path: field_path ?? null,
    text: message,
  }));
  const order = ['critical', 'warning', 'note'];
  return [...reasons, ...found].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/**
 * Returns whether a reason's message contains nothing but messages of the change's findings. It can contain
 * more, because the findings may have changed since the service wrote it.
 */
function isMadeOf(message: string, findings: ChangeDiff['findings']): boolean {
  const longestFirst = findings.map((finding) => finding.message).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, text) => rest.replaceAll(text, ''), message).trim() === '';
}

/**
 * Returns whether there is a finding with the same verdict for every file in a reason's message. The message
 * lists a file as `config.download.0 (mutable): …`. False when the message does not list all files.
 */
function tellsOfSameFiles(message: string, findings: ChangeDiff['findings']): boolean {
  const named = [...message.matchAll(/(?:^|\s)(config\.\S+) \((\w+)\): /g)];
  return (
    named.length > 0 &&
    !/And \d+ more\.$/.test(message) &&
    named.every(([, path, verdict]) =>
      findings.some(
        ({ rule, field_path }) => rule === `file_${verdict}` && `${field_path}.`.startsWith(`${path}.`),
      ),
    )
  );
}
