import { openCheckpoint } from '../kernel/transparency/checkpoint.ts';
import { leafHash } from '../kernel/transparency/merkle-tree.ts';
import { readProof } from '../kernel/transparency/proof-files.ts';
import { provesConsistency, provesInclusion } from '../kernel/transparency/tree-proofs.ts';
import { named, readKept, readText, verifierFrom } from './checkpoint-file.ts';
import { CommandFailed, type Terminal, UsageError } from './terminal.ts';

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
    throw new UsageError(`${path} is a proof of growth: give the earlier checkpoint with --extends.`);
  }
  const earlier = await readKept(earlierPath, verifier);
  if (earlier.size !== proof.earlierSize || !provesConsistency(proof.hashes, earlier, later)) {
    throw new CommandFailed(
      `${path} does not prove that the ${later.size} events of its checkpoint begin with the ${earlier.size} of ${earlierPath}.`,
    );
  }
  terminal.print(`The ${later.size} events that ${later.origin} signed for begin with the ${earlier.size}.`);
}
