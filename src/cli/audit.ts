import { Command } from 'commander';
import { openDatabase } from '../app.ts';
import { checkTrail, storedTrail, type TrailCheck } from '../services/audit/audit-trail.ts';
import {
  type Verification,
  verification,
  verifyAgainst,
  verifyStore,
} from '../services/audit/verify-audit.ts';
import type { Store } from '../services/ports/store.ts';
import { type AuditDirectory, openAuditDirectory, writeAuditDirectory } from './audit-directory.ts';
import { readEnvironment } from './read-environment.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

export function auditCommand(terminal: Terminal): Command {
  return new Command('audit')
    .description('Export the audit trail, or prove that it and the database tell the same.')
    .addCommand(exportTrail(terminal))
    .addCommand(verifyTrail(terminal))
    .addHelpText(
      'after',
      `
Every write appends an event in its own transaction, with the hash of the event before.

Examples:
  modelref audit export trail-2026-11
  modelref audit verify`,
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
      await withDatabase(terminal, async (store) => {
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
    .addHelpText(
      'after',
      `
Checks that no event is missing, altered or out of place (ids, the chain of hashes, the columns by which events are found) and
that each is one that the state before it can have come to. Then rebuilds from the events alone the live records in both views,
byte for byte, the queue with its batches and counters, and what is said about groups, and compares.

Exit code 1, and the first bad event, when something is not as it should be. The service may run meanwhile.

Examples:
  modelref audit verify
  modelref audit verify trail-2026-11 --database`,
    )
    .action(async (directory: string | undefined, { database }: { database?: boolean }) => {
      const onPage = (events: number) => progress(terminal, 'checked', events);
      if (directory === undefined) {
        await withDatabase(terminal, async (store) => report(terminal, await verifyStore(store, onPage), []));
        return;
      }
      const files = await openAuditDirectory(directory);
      const check = await checkTrail(files.pages(), files.head, onPage);
      const found = database ? await compared(terminal, check) : verification(check, []);
      report(terminal, found, unreadableLines(files, check));
    });
}

function compared(terminal: Terminal, check: TrailCheck): Promise<Verification> {
  return withDatabase(terminal, (store) => verifyAgainst(store, check));
}

async function withDatabase<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  const { settings } = readEnvironment(terminal, 'PRIMARY');
  if (settings.replicateMode === 'REPLICA') {
    throw new CommandFailed(
      'A REPLICA has no audit trail of its own: verify or export that of its PRIMARY (MODELREF_REPLICATE_MODE=REPLICA).',
    );
  }
  const store = await openDatabase(settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
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
  const { events, models, changes, problems } = found;
  const [first, ...others] = problems;
  if (!first && events === 0) {
    terminal.print(
      'The audit trail is empty: no write was ever accepted, or this is not the database meant.',
    );
    return;
  }
  if (!first) {
    terminal.print(`${events} events: none is missing, altered or out of place.`);
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
