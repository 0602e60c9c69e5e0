import { openCheckpoint } from '../kernel/transparency/checkpoint.ts';
import { leafHash, provesConsistency, provesInclusion } from '../kernel/transparency/merkle-tree.ts';
import { readProof } from '../kernel/transparency/proof-files.ts';
import { AnchoredTrail, checkTrail } from '../modules/audit/index.ts';
import {
  ReplayedTrail,
  type Verification,
  verification,
  verifyAgainst,
  verifyStore,
} from '../modules/history/index.ts';
import { showEvents, withTrail } from './audit-database.ts';
import { openAuditDirectory } from './audit-directory.ts';
import { named, readKept, readText, verifierFrom } from './checkpoint-file.ts';
import { CommandFailed, type Terminal, UsageError } from './terminal.ts';

export interface VerifyOptions {
  readonly database?: boolean;
  readonly extends?: string;
  readonly proof?: string;
  readonly key?: string;
}

/**
 * Checks the trail of the database, or the one in a directory, or one proof.
 * @throws CommandFailed when something is not as it should be
 */
export async function verifyTrail(
  terminal: Terminal,
  directory: string | undefined,
  options: VerifyOptions,
): Promise<void> {
  const { database, extends: earlierPath, proof, key } = options;
  if (proof !== undefined) {
    if (directory !== undefined || database) throw new UsageError('A proof is checked by itself.');
    await checkProof(terminal, proof, { key, earlierPath });
    return;
  }
  const kept =
    earlierPath === undefined ? [] : [await readKept(earlierPath, await verifierFrom(terminal, key))];
  const onPage = (events: number) => showEvents(terminal, 'checked', events);
  let found: Verification;
  let notes: readonly string[] = [];
  if (directory === undefined) {
    found = await withTrail(terminal, (store) => verifyStore(store, onPage, kept));
  } else {
    const files = await openAuditDirectory(directory);
    const anchored = new AnchoredTrail(kept);
    const check = await checkTrail(anchored.follow(files.pages()), files.head, new ReplayedTrail(), onPage);
    const all = { ...check, problem: check.problem ?? anchored.problem() };
    found = database
      ? await withTrail(terminal, (store) => verifyAgainst(store, all))
      : verification(all, []);
    // An event that is missing stood on one of the lines that are none.
    if (check.problem) notes = files.unreadable.map((line) => `${line} is not a line that an export writes`);
  }
  report(terminal, found, notes);
  for (const { size, origin } of kept) {
    terminal.print(`They begin with the ${size} events of the checkpoint of ${origin}.`);
  }
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

/**
 * Checks a proof that `prove` has written; needs no database.
 *
 * @param earlierPath the checkpoint that a proof of growth begins at
 * @throws CommandFailed when it proves nothing
 */
async function checkProof(
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
