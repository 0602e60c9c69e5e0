import { Command, InvalidArgumentError } from 'commander';
import { showEvents, withTrail } from './audit-database.ts';
import { printText, type Terminal, UsageError } from './terminal.ts';
import type { VerifyOptions } from './verify-trail.ts';

export function auditCommand(terminal: Terminal): Command {
  return new Command('audit')
    .description('Export the audit trail, prove what is in it, or that it and the database tell the same.')
    .addCommand(exportCommand(terminal))
    .addCommand(verifyCommand(terminal))
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

function exportCommand(terminal: Terminal): Command {
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
      const [{ storedTrail }, { writeAuditDirectory }] = await Promise.all([
        import('../modules/audit/index.ts'),
        import('./audit-directory.ts'),
      ]);
      await withTrail(terminal, async (store) => {
        const end = await store.read((reader) =>
          writeAuditDirectory(directory, storedTrail(reader), (events) =>
            showEvents(terminal, 'written', events),
          ),
        );
        terminal.print(`${end.event_id} events; the last has the hash ${end.hash}`);
      });
    });
}

function verifyCommand(terminal: Terminal): Command {
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
      const { verifyTrail } = await import('./verify-trail.ts');
      await verifyTrail(terminal, directory, options);
    });
}

function proveCommand(terminal: Terminal): Command {
  return new Command('prove')
    .description('Write a proof about the trail, which anybody can check without the database.')
    .argument('[event]', 'that this event, by its id, is in the trail', eventId)
    .option('--extends <file>', 'that the trail only grew since the checkpoint in this file')
    .option(...keyOption)
    .addHelpText(
      'after',
      `
The proof goes to standard output. It leads to the newest checkpoint, which is in it: of an event as C2SP tlog-proof, of growth as
what a C2SP tlog-witness takes at add-checkpoint.

Examples:
  modelref audit prove 412 > event-412.tlog-proof
  modelref audit prove --extends checkpoint-2026-10 > growth
  modelref audit verify --proof event-412.tlog-proof --key audit.pub`,
    )
    .action(async (event: number | undefined, options: { extends?: string; key?: string }) => {
      if ((event === undefined) === (options.extends === undefined)) {
        throw new UsageError('Give the id of an event, or --extends and a checkpoint.');
      }
      const [{ proveEvent, proveGrowth }, { readKept, verifierFrom }] = await Promise.all([
        import('../modules/audit/index.ts'),
        import('./checkpoint-file.ts'),
      ]);
      if (event !== undefined) {
        printText(terminal, await withTrail(terminal, (store) => proveEvent(store, event)));
        return;
      }
      const path = options.extends as string;
      const earlier = await readKept(path, await verifierFrom(terminal, options.key));
      printText(terminal, await withTrail(terminal, (store) => proveGrowth(store, earlier)));
    });
}

function eventId(text: string): number {
  const id = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new InvalidArgumentError('The id of an event is a whole number from 1.');
}

/** How the key is given, for the help of commands. */
const keyOption = [
  '--key <key>',
  'the public key, or a file with it; by default that of this deployment',
] as const;
