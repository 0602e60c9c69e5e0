import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceCommand } from './commands.ts';
import { fillIn } from './fill-in.ts';
import { type Report, type ReportRow, writeReport } from './report.ts';
import { runCommand } from './run-command.ts';

export interface RunAllOptions {
  readonly commands: readonly EvidenceCommand[];
  /** What the report begins with: rows of an earlier run are not run again when they were shown. */
  readonly report: Report;
  /** Where the report goes, after each command. */
  readonly file: string;
  /** A folder for what the commands print. */
  readonly logs: string;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

const minuteMs = 60_000;
/** Times its estimate that a command may take, and what the shortest are given. */
const patience = { factor: 3, leastMs: 10 * minuteMs };

/** Runs the commands one after the other. Gives the report, which has a row for each that has ended. */
export async function runAll({ commands, report, file, logs, signal, say }: RunAllOptions): Promise<Report> {
  mkdirSync(logs, { recursive: true });
  const known = new Map(report.rows.map((row) => [row.command, row]));
  const chosen = commands.flatMap(({ command, short = command, minutes }, index) => {
    const words = report.short ? short : command;
    const log = join(logs, `${String(index + 1).padStart(2, '0')}.log`);
    return words === null ? [] : [{ command, words, log, timeoutMs: minutes * minuteMs * patience.factor }];
  });
  const order = new Map(commands.map(({ command }, index) => [command, index]));
  let now = report;
  for (const [index, { command, words, log, timeoutMs }] of chosen.entries()) {
    const at = `${index + 1} of ${chosen.length}`;
    if (known.get(command)?.outcome === 'shown') {
      say(`${at}: ${words}: shown before`);
      continue;
    }
    say(`${at}: ${words}`);
    const row = await run(command, words, {
      log,
      timeoutMs: Math.max(timeoutMs, patience.leastMs),
      signal,
    });
    if (signal.aborted) break;
    say(`    ${row.outcome}, ${row.seconds} s: ${row.tail.at(-1) ?? ''}`);
    known.set(command, row);
    const place = (each: ReportRow) => order.get(each.command) ?? commands.length;
    now = { ...report, rows: [...known.values()].sort((a, b) => place(a) - place(b)) };
    writeReport(file, now);
  }
  return now;
}

async function run(
  command: string,
  words: string,
  options: { log: string; timeoutMs: number; signal: AbortSignal },
): Promise<ReportRow> {
  const filled = fillIn(words, `${options.log}.table`);
  const ended = () => new Date().toISOString();
  if ('missing' in filled) {
    const tail = [filled.missing];
    return { command, ran: null, outcome: 'not run', exit: null, seconds: 0, at: ended(), tail };
  }
  const { exit, timedOut, seconds, tail } = await runCommand(filled.line, options);
  // By the rule of the proofs; vitest and npm do not end so.
  const impossible = exit === 2 && words.includes('npm run proof');
  const outcome = timedOut ? 'timed out' : exit === 0 ? 'shown' : impossible ? 'not run' : 'failed';
  return { command, ran: words, outcome, exit, seconds, at: ended(), tail: [...tail] };
}
