import { writeFileSync } from 'node:fs';
import { z } from 'zod';

const row = z.object({
  command: z.string(),
  /** The part of the command that was run; null when it could not be. */
  ran: z.string().nullable(),
  outcome: z.enum(['shown', 'failed', 'timed out', 'not run']),
  exit: z.number().nullable(),
  seconds: z.number(),
  /** The time of its end, ISO 8601. */
  at: z.string(),
  /** The end of its output, or the reason why it was not run. */
  tail: z.array(z.string()),
});
const report = z.object({
  commit: z.string(),
  /** Whether files differed from the commit. */
  changed: z.boolean(),
  machine: z.string(),
  began: z.string(),
  short: z.boolean(),
  rows: z.array(row),
});

export type ReportRow = z.infer<typeof row>;
export type Report = z.infer<typeof report>;

/** @throws when the text is no report */
export function parseReport(text: string): Report {
  return report.parse(JSON.parse(text));
}

/** Writes the report as Markdown, and as JSON beside that. */
export function writeReport(file: string, written: Report): void {
  writeFileSync(file, markdownOf(written));
  writeFileSync(jsonOf(file), `${JSON.stringify(written, null, 2)}\n`);
}

export function jsonOf(file: string): string {
  return `${file.replace(/\.md$/, '')}.json`;
}

function markdownOf({ commit, changed, machine, began, short, rows }: Report): string {
  const counts = Object.entries(Object.groupBy(rows, ({ outcome }) => outcome))
    .map(([outcome, those]) => `${those.length} ${outcome}`)
    .join(', ');
  const table = rows.map(
    ({ command, ran, outcome, exit, seconds, tail }) =>
      `| \`${(ran ?? command).replaceAll('|', '\\|')}\` | ${outcome} | ${exit ?? ''} | ${seconds} | ${cell(tail.at(-1))} |`,
  );
  const outputs = rows.flatMap(({ command, at, tail }) => [
    `\n## \`${command}\`\n\n${at}\n`,
    '```',
    ...tail.map((line) => line.replaceAll('```', '` ` `')),
    '```',
  ]);
  return [
    '# Evidence: a run of all',
    `\n- commit: ${commit}${changed ? ', with changed files' : ''}`,
    `- machine: ${machine}`,
    `- began: ${began}${short ? ', the short commands' : ''}`,
    `- commands: ${counts}\n`,
    '| command | outcome | exit | seconds | its last line |',
    '|---|---|---|---|---|',
    ...table,
    ...outputs,
    '',
  ].join('\n');
}

function cell(line = ''): string {
  return line.trim().replaceAll('|', '\\|').replaceAll('`', "'");
}
