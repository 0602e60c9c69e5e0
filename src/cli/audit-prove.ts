import { Command, InvalidArgumentError } from 'commander';
import { openCheckpoint } from '../registry/audit/transparency/checkpoint.ts';
import { leafHash } from '../registry/audit/transparency/merkle-tree.ts';
import { readProof } from '../registry/audit/transparency/proof-files.ts';
import { provesConsistency, provesInclusion } from '../registry/audit/transparency/tree-proofs.ts';
import { proveEvent, proveGrowth } from '../services/audit/audit-proofs.ts';
import { withTrail } from './audit-database.ts';
import { keyOption, named, readKept, readText, verifierFrom } from './checkpoint-file.ts';
import { CommandFailed, printText, type Terminal } from './terminal.ts';

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
        throw new CommandFailed('Give the id of an event, or --extends and a checkpoint.');
      }
      if (event !== undefined) {
        printText(terminal, await withTrail(terminal, (store) => proveEvent(store, event)));
        return;
      }
      const path = options.extends as string;
      const earlier = await readKept(path, await verifierFrom(terminal, options.key));
      printText(terminal, await withTrail(terminal, (store) => proveGrowth(store, earlier)));
    });
}

/**
 * Checks a proof that `prove` has written; needs no database.
 *
 * @param earlierPath the checkpoint that a proof of growth begins at
 * @throws CommandFailed when it proves nothing
 */
export async function checkProof(
  terminal: Terminal,
  path: string,
  { key, earlierPath }: { key: string | undefined; earlierPath: string | undefined },
): Promise<void> {
  const verifier = await verifierFrom(terminal, key);
  const text = await readText(path);
  const proof = named(path, () => readProof(text));
  const later = named(path, () => openCheckpoint(proof.checkpoint, verifier));
  if ('entry' in proof) {
    const { entry, index, hashes } = proof;
    const { size, root } = later;
    if (!provesInclusion(hashes, { leaf: leafHash(entry), index, size, root })) {
      throw new CommandFailed(
        `${path} does not prove that its event is among the ${size} of its checkpoint.`,
      );
    }
    terminal.print(`Event ${index + 1} is among the ${size} events that ${later.origin} signed for:`);
    terminal.print(entry.toString());
    return;
  }
  if (earlierPath === undefined) {
    throw new CommandFailed(`${path} is a proof of growth: give the earlier checkpoint with --extends.`);
  }
  const earlier = await readKept(earlierPath, verifier);
  if (earlier.size !== proof.earlierSize || !provesConsistency(proof.hashes, earlier, later)) {
    throw new CommandFailed(
      `${path} does not prove that the ${later.size} events of its checkpoint begin with the ${earlier.size} of ${earlierPath}.`,
    );
  }
  terminal.print(`The ${later.size} events that ${later.origin} signed for begin with the ${earlier.size}.`);
}

function eventId(text: string): number {
  const id = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new InvalidArgumentError('The id of an event is a whole number from 1.');
}
