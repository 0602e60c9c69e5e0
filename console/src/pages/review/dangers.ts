import type { ChangeDiff, ReviewedChange } from '../../api/review-types.ts';
import { fieldId } from '../../parts/FieldDiffView.tsx';

/** A fact about a change that its approver should know. */
export interface Danger {
  readonly severity: 'critical' | 'warning';
  /** The id of the element with more information; null if there is none. */
  readonly elementId: string | null;
  readonly text: string;
}

type Reason = NonNullable<ReviewedChange['risk_reasons']>[number];

/** Risk rules whose messages consist of messages of the change's findings. */
const findingRules: ReadonlySet<Reason['rule']> = new Set(['critical_finding', 'warning', 'dependants']);
const fileRules: ReadonlySet<Reason['rule']> = new Set(['wrong_file', 'gated_file', 'unsure_file']);

/** Id of the page element that a risk's explanation links to. */
export const staleId = 'what-changed-since';
export const othersId = 'other-open-changes';

/**
 * Returns why a change has more than low risk, most serious first: the reasons for its risk and its findings,
 * without duplicates and notes.
 */
export function findDangers(
  change: Pick<ReviewedChange, 'risk_reasons' | 'resource_kind'>,
  { findings, critical_fields }: Pick<ChangeDiff, 'findings' | 'critical_fields'>,
): Danger[] {
  const riskReasons = change.risk_reasons ?? [];
  const seriousFindings = findings.filter(({ severity }) => severity !== 'note');
  const isDuplicate = ({ rule, message }: Reason): boolean => {
    if (rule === 'deletes') return riskReasons.some((other) => other.rule.startsWith('deletes_'));
    if (findingRules.has(rule)) return consistsOfFindings(message, seriousFindings);
    return fileRules.has(rule) && hasSameVerdicts(message, seriousFindings);
  };
  const reasons = riskReasons
    .filter((reason) => !isDuplicate(reason))
    .map((reason) => ({
      severity: severities[reason.level],
      elementId: findElementId(reason, critical_fields),
      text: reason.message,
    }));
  // For image baselines, omits the findings that are warnings: the differences and the affected models are
  // described below the dangers.
  const isDescribedBelow = change.resource_kind === 'image_baseline';
  const findingDangers = seriousFindings
    .filter(({ severity }) => severity === 'critical' || !isDescribedBelow)
    .map(({ severity, field_path, message }) => ({
      severity: severity as Danger['severity'],
      elementId: field_path ? fieldId(field_path) : null,
      text: message,
    }));
  const order = ['critical', 'warning'];
  return [...reasons, ...findingDangers].sort(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity),
  );
}

const severities = { high: 'critical', look: 'warning' } as const;

function findElementId({ rule, message }: Reason, critical: readonly string[]): string | null {
  if (rule === 'stale') return staleId;
  if (rule === 'other_changes') return othersId;
  const path = rule === 'critical_fields' ? critical[0] : /^(config\.\S+) \(/.exec(message)?.[1];
  return path === undefined ? null : fieldId(path);
}

/**
 * Returns whether a reason's message consists only of messages of the change's findings. The reason's message
 * can contain other text, because the findings may have changed since the service wrote the reason.
 */
function consistsOfFindings(message: string, findings: ChangeDiff['findings']): boolean {
  const longestFirst = findings.map((finding) => finding.message).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, text) => rest.replaceAll(text, ''), message).trim() === '';
}

/**
 * Returns whether, for every file that a reason's message lists, the findings report the same verdict. The
 * message lists files as `config.download.0 (mutable): …`. Returns false if the message omits some of the
 * files.
 */
function hasSameVerdicts(message: string, findings: ChangeDiff['findings']): boolean {
  const fileMatches = [...message.matchAll(/(?:^|\s)(config\.\S+) \((\w+)\): /g)];
  return (
    fileMatches.length > 0 &&
    !/And \d+ more\.$/.test(message) &&
    fileMatches.every(([, path, verdict]) =>
      findings.some(
        ({ rule, field_path }) => rule === `file_${verdict}` && `${field_path}.`.startsWith(`${path}.`),
      ),
    )
  );
}
