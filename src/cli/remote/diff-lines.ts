import type { DryRun, FieldDiff, Finding } from '#client';
import type { LineStyle, Terminal } from '../terminal.ts';

const findingStyles: Readonly<Record<Finding['severity'], LineStyle>> = {
  critical: 'red',
  warning: 'yellow',
  note: 'gray',
};

/** Field by field, what is gone on a line with `-`, what is new on one with `+`; then what was found in it. */
export function printDiff(
  { print }: Terminal,
  diffs: readonly FieldDiff[],
  findings: readonly Finding[] = [],
): void {
  if (diffs.length === 0) print('Nothing would change.');
  for (const { field_path, old_value, new_value, change_type } of diffs) {
    if (change_type !== 'added') print(`- ${field_path}: ${shown(old_value)}`, 'red');
    if (change_type !== 'removed') print(`+ ${field_path}: ${shown(new_value)}`, 'green');
  }
  for (const { severity, field_path, message } of findings) {
    print(`${severity}: ${field_path === null ? '' : `${field_path}: `}${message}`, findingStyles[severity]);
  }
}

export function printDryRun(terminal: Terminal, { diff, findings }: DryRun): void {
  printDiff(terminal, diff.field_diffs, findings);
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
