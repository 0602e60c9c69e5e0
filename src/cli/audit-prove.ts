import { Command, InvalidArgumentError } from 'commander';
import { withTrail } from './audit-database.ts';
import { keyOption } from './key-option.ts';
import { printText, type Terminal, UsageError } from './terminal.ts';

export function proveCommand(terminal: Terminal): Command {
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
        import('../modules/audit/audit-proofs.ts'),
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
