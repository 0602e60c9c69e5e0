import { stripVTControlCharacters } from 'node:util';
import type { DryRun, FieldDiff, Finding, PendingChange, RiskLevel } from '#client';
import type { LineStyle, Terminal } from '../terminal.ts';

/** Returns the first `limit` items, and prints a note when there are more. */
export async function takeFirst<T>({ note }: Terminal, limit: number, items: AsyncIterable<T>): Promise<T[]> {
  const first: T[] = [];
  for await (const item of items) {
    if (first.length === limit) {
      note(`Only the first ${limit} are shown; for more: --limit`);
      break;
    }
    first.push(item);
  }
  return first;
}

export interface Column<Row> {
  readonly title: string;
  readonly cellOf: (row: Row) => string | number;
  readonly right?: boolean;
}

/** Prints a table. A column is as wide as its widest cell; empty columns are omitted. */
export function printTable<Row>(
  { print }: Terminal,
  allColumns: readonly Column<Row>[],
  rows: readonly Row[],
  styleOf: (row: Row) => LineStyle | undefined = () => undefined,
): void {
  const columns =
    rows.length === 0
      ? allColumns
      : allColumns.filter(({ cellOf: of }) => rows.some((row) => of(row) !== ''));
  const cells = rows.map((row) => columns.map(({ cellOf: of }) => toOneLine(String(of(row)))));
  const titles = columns.map(({ title }) => title);
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...cells.map((line) => widthOf(line[index] as string))),
  );
  const formatLine = (line: readonly string[]) =>
    line
      .map((cell, index) => {
        const padding = ' '.repeat(Math.max(0, (widths[index] as number) - widthOf(cell)));
        return columns[index]?.right ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd();
  print(formatLine(titles), 'bold');
  for (const [index, line] of cells.entries()) print(formatLine(line), styleOf(rows[index] as Row));
}

/**
 * Prints a value as one line of JSON. Escapes invisible characters as JSON does, because the terminal output
 * would escape some of them in a way that is not valid JSON.
 */
export function printJson({ print }: Terminal, value: unknown): void {
  print(escapeControls(JSON.stringify(value)));
}

export function printPretty({ print }: Terminal, value: unknown): void {
  for (const line of JSON.stringify(value, null, 2).split('\n')) print(escapeControls(line));
}

/** Escapes invisible characters as JSON does: one escape for each half of a surrogate pair. */
function escapeControls(json: string): string {
  return json.replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}

const maxTextLength = 60;

/** Shortens a text to at most `maxTextLength` characters, to fit into a line of a table. */
export function shorten(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;
}

const toOneLine = (text: string) => text.replace(/\s+/g, ' ');
const widthOf = (text: string) => [...stripVTControlCharacters(text)].length;

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a number of bytes in powers of 1000: `2.13 GB`. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}

/** Formats Unix seconds as `2026-11-22 10:00`, in UTC. */
export function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

const findingStyles: Readonly<Record<Finding['severity'], LineStyle>> = {
  critical: 'red',
  warning: 'yellow',
  note: 'gray',
};

/**
 * Prints the changed fields, the old value on a line with `-` and the new one on a line with `+`. For files,
 * prints only the properties that differ, each under the path of its file. Then prints the findings.
 */
export function printDiff(
  { print }: Terminal,
  diffs: readonly FieldDiff[],
  findings: readonly Finding[] = [],
): void {
  if (diffs.length === 0) print('Nothing would change.');
  for (const { field_path, old_value, new_value, change_type } of diffs.flatMap(splitDiffByFile)) {
    if (change_type !== 'added') print(`- ${field_path}: ${formatValue(old_value)}`, 'red');
    if (change_type !== 'removed') print(`+ ${field_path}: ${formatValue(new_value)}`, 'green');
  }
  for (const { severity, field_path, message } of findings) {
    print(`${severity}: ${field_path === null ? '' : `${field_path}: `}${message}`, findingStyles[severity]);
  }
}

/**
 * Splits the difference between two lists of files into one difference per changed property of a file.
 * Returns the difference unchanged when it is not about files, or when a file name is missing or repeated.
 */
function splitDiffByFile(diff: FieldDiff): FieldDiff[] {
  const [oldFiles, newFiles] = [filesByName(diff.old_value ?? []), filesByName(diff.new_value ?? [])];
  if (diff.field_path !== 'config.download' || oldFiles === null || newFiles === null) return [diff];
  const rows = [...new Set([...oldFiles.keys(), ...newFiles.keys()])].flatMap((name) => {
    const [before, after] = [oldFiles.get(name) ?? {}, newFiles.get(name) ?? {}];
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key): FieldDiff[] => {
      const [old_value, new_value] = [before[key], after[key]];
      if (JSON.stringify(old_value) === JSON.stringify(new_value)) return [];
      const change_type =
        old_value === undefined ? 'added' : new_value === undefined ? 'removed' : 'modified';
      return [{ field_path: `${diff.field_path} ${name} ${key}`, old_value, new_value, change_type }];
    });
  });
  return rows.length > 0 ? rows : [diff];
}

function filesByName(value: unknown): Map<string, Record<string, unknown>> | null {
  if (!Array.isArray(value)) return null;
  const files = new Map(value.map((file) => [file?.file_name, file]));
  return files.size === value.length && !files.has(undefined) ? files : null;
}

const riskStyles: Readonly<Record<RiskLevel, LineStyle>> = { low: 'green', look: 'yellow', high: 'red' };

/**
 * Prints the risk level of a change and the reasons for it. Omits reasons that are also findings, because
 * findings are printed elsewhere. Prints nothing when the change has no risk level.
 */
export function printRisk(
  { print }: Terminal,
  { risk, risk_reasons: reasons, findings }: Pick<PendingChange, 'risk' | 'risk_reasons' | 'findings'>,
): void {
  if (risk === null) return;
  print(`Risk: ${risk}`, riskStyles[risk]);
  const findingMessages = new Set(findings.map(({ message }) => message));
  for (const { level, message } of reasons)
    if (!findingMessages.has(message)) print(`  ${level}: ${message}`);
}

export function printDryRun(terminal: Terminal, { diff, findings }: DryRun): void {
  printDiff(terminal, diff.field_diffs, findings);
}

const formatValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
