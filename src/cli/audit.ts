import { Command } from 'commander';
import { AnchoredTrail } from '../services/audit/anchored-trail.ts';
import { checkTrail, storedTrail, type TrailCheck } from '../services/audit/audit-trail.ts';
import {
  type Verification,
  verification,
  verifyAgainst,
  verifyStore,
} from '../services/audit/verify-audit.ts';
import { withTrail } from './audit-database.ts';
import { type AuditDirectory, openAuditDirectory, writeAuditDirectory } from './audit-directory.ts';
import { checkProof, proveCommand } from './audit-prove.ts';
import { keyOption, readKept, verifierFrom } from './checkpoint-file.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

export function auditCommand(terminal: Terminal): Command {
  return new Command('audit')
    .description('Export the audit trail, prove what is in it, or that it and the database tell the same.')
    .addCommand(exportTrail(terminal))
    .addCommand(verifyTrail(terminal))
    .addCommand(proveCommand(terminal))
    .addHelpText(
      'after',
      `
Every write appends an event in its own transaction, with the hash of the event before.

Examples:
  modelref audit export trail-2026-11
  modelref audit verify
  modelref audit prove 412 > event-412.tlog-proof`,
    );
}

function exportTrail(terminal: Terminal): Command {
  return new Command('export')
    .description('Write the audit trail as files: <domain>/<category>/audit-000001.jsonl and index.json.')
    .argument('<dir>', 'where to write; made when missing, and empty otherwise')
    .addHelpText(
      'after',
      `
One event a line, in compact ASCII JSON, with its own hash and that of the event before. A file that has reached 5 MiB is
followed by the next.

Example:
  modelref audit export trail-2026-11`,
    )
    .action(async (directory: string) => {
      await withTrail(terminal, async (store) => {
        const end = await store.read((reader) =>
          writeAuditDirectory(directory, storedTrail(reader), (events) =>
            progress(terminal, 'written', events),
          ),
        );
        terminal.print(`${end.event_id} events; the last has the hash ${end.hash}`);
      });
    });
}

function verifyTrail(terminal: Terminal): Command {
  return new Command('verify')
    .description('Check the audit trail and replay it: what it adds up to has to be what the database holds.')
    .argument(
      '[dir]',
      'check the trail that was exported into this directory, instead of that in the database',
    )
    .option('--database', 'with a directory: its trail has to add up to what the database holds')
    .option(
      '--extends <file>',
      'a checkpoint that was kept: the trail has to be what it was, or that and more',
    )
    .option('--proof <file>', 'check a proof that `audit prove` has written; needs no database')
    .option(...keyOption)
    .addHelpText(
      'after',
      `
Checks that no event is missing, altered or out of place (ids, the chain of hashes, the columns by which events are found) and
that each is one that the state before it can have come to. Then rebuilds from the events alone the live records in both views,
byte for byte, the queue with its batches and counters, and what is said about groups, and compares.

The database keeps the checkpoints that the service has signed, and the trail has to be what they were signed over. Whoever replaces the
whole database replaces them too: that is found by a checkpoint that was kept elsewhere, with --extends.

Exit code 1, and the first bad event, when something is not as it should be. The service may run meanwhile.

Examples:
  modelref audit verify
  modelref audit verify trail-2026-11 --database
  modelref audit verify --extends checkpoint-2026-10 --key audit.pub`,
    )
    .action(async (directory: string | undefined, options: VerifyOptions) => {
      const { database, extends: earlierPath, proof, key } = options;
      if (proof !== undefined) {
        if (directory !== undefined || database) throw new CommandFailed('A proof is checked by itself.');
        await checkProof(terminal, proof, { key, earlierPath });
        return;
      }
      const kept =
        earlierPath === undefined ? [] : [await readKept(earlierPath, await verifierFrom(terminal, key))];
      const onPage = (events: number) => progress(terminal, 'checked', events);
      let found: Verification;
      let notes: readonly string[] = [];
      if (directory === undefined) {
        found = await withTrail(terminal, (store) => verifyStore(store, onPage, kept));
      } else {
        const files = await openAuditDirectory(directory);
        const anchored = new AnchoredTrail(kept);
        const check = await checkTrail(anchored.follow(files.pages()), files.head, onPage);
        const all = { ...check, problem: check.problem ?? anchored.problem() };
        found = database ? await compared(terminal, all) : verification(all, []);
        notes = unreadableLines(files, check);
      }
      report(terminal, found, notes);
      for (const { size, origin } of kept) {
        terminal.print(`They begin with the ${size} events of the checkpoint of ${origin}.`);
      }
    });
}

interface VerifyOptions {
  readonly database?: boolean;
  readonly extends?: string;
  readonly proof?: string;
  readonly key?: string;
}

function compared(terminal: Terminal, check: TrailCheck): Promise<Verification> {
  return withTrail(terminal, (store) => verifyAgainst(store, check));
}

/** Events between two lines about how far it is. */
const noteEvery = 100_000;

function progress(terminal: Terminal, done: string, events: number): void {
  if (events > 0 && events % noteEvery === 0) terminal.note(`${events} events ${done}`);
}

/** An event that is missing stood on one of the lines that are none. */
function unreadableLines({ unreadable }: AuditDirectory, { problem }: TrailCheck): readonly string[] {
  return problem ? unreadable.map((line) => `${line} is not a line that an export writes`) : [];
}

/** How many problems are told one by one. */
const mostProblems = 20;

/** @throws CommandFailed when there is a problem */
function report(terminal: Terminal, found: Verification, notes: readonly string[]): void {
  const { events, models, changes, gap, problems } = found;
  const [first, ...others] = problems;
  if (!first && events === 0) {
    terminal.print(
      'The audit trail is empty: no write was ever accepted, or this is not the database meant.',
    );
    return;
  }
  if (!first) {
    terminal.print(`${events} events: none is missing, altered or out of place.`);
    if (gap !== null) {
      terminal.print(
        `Event ${gap} says that the trail was switched off before it, while others wrote: what is stored was not compared with it.`,
      );
      return;
    }
    terminal.print(
      `They add up to ${models} live models and ${changes} changes in the queue, as they are stored.`,
    );
    return;
  }
  for (const note of notes.slice(0, mostProblems)) terminal.note(note);
  for (const { text } of others.slice(0, mostProblems - 1)) terminal.note(text);
  const rest = others.length - (mostProblems - 1);
  if (rest > 0) terminal.note(`and ${rest} more`);
  const where = first.event_id === null ? '' : `First bad event: ${first.event_id}. `;
  throw new CommandFailed(`${where}${first.text}`);
}
