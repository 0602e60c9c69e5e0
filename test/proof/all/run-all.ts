import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { type EvidenceCommand, evidenceCommands } from './commands.ts';
import { fillIn } from './fill-in.ts';
import { type Report, type ReportRow, writeReport } from './report.ts';
import { runCommand } from './run-command.ts';

export interface RunAllOptions {
  readonly commands: readonly EvidenceCommand[];
  /** The report to go on with: commands that it shows as proven are not run again. */
  readonly report: Report;
  /** The report's file, written after each command. */
  readonly file: string;
  /** The folder of the commands' outputs. */
  readonly logs: string;
  /** The number of commands that run side by side, unless they have to be alone. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

const minuteMs = 60_000;
/** The factor on its estimate that a command may take, and the least. */
const patience = { factor: 3, leastMs: 10 * minuteMs };

/**
 * Runs the commands: first, one after the other, those that have to be alone, then the others. Gives the
 * report, which has a row for each that has ended.
 */
export async function runAll(options: RunAllOptions): Promise<Report> {
  const { commands, report, file, logs, atOnce, signal, say } = options;
  mkdirSync(logs, { recursive: true });
  const rows = new Map(report.rows.map((row) => [row.command, row]));
  const place = new Map(evidenceCommands.map(({ command }, index) => [command, index]));
  let now = report;
  const prove = async ({ command, words, log, timeoutMs }: Chosen): Promise<void> => {
    if (signal.aborted) return;
    if (rows.get(command)?.outcome === 'shown') return say(`${words}: shown before`);
    say(`${words}: begins`);
    const row = await run(command, words, { log, timeoutMs, signal });
    if (signal.aborted) return;
    say(`${words}: ${row.outcome}, ${row.seconds} s: ${row.tail.at(-1) ?? ''}`);
    rows.set(command, row);
    const placeOf = (each: ReportRow) => place.get(each.command) ?? place.size;
    now = { ...report, rows: [...rows.values()].sort((a, b) => placeOf(a) - placeOf(b)) };
    writeReport(file, now);
  };
  const chosen = commands.flatMap((each) => choose(each, options));
  for (const each of chosen.filter(({ alone }) => alone)) await prove(each);
  const limit = pLimit(atOnce);
  await Promise.all(chosen.filter(({ alone }) => !alone).map((each) => limit(() => prove(each))));
  return now;
}

interface Chosen {
  readonly command: string;
  /** The words of the command to run. */
  readonly words: string;
  readonly log: string;
  readonly timeoutMs: number;
  readonly alone: boolean;
}

function choose(each: EvidenceCommand, { report, logs, atOnce }: RunAllOptions): Chosen[] {
  const { command, short = command, minutes, alone = false } = each;
  const words = report.short ? short : command;
  if (words === null) return [];
  const name = command.replace(/[^\w]+/g, '-').slice(0, 80);
  const patienceMs = Math.max(minutes * minuteMs * patience.factor, patience.leastMs);
  const timeoutMs = patienceMs * (alone ? 1 : atOnce);
  return [{ command, words, log: join(logs, `${name}.log`), timeoutMs, alone }];
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
