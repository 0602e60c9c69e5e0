import { RegistryError } from '../kernel/errors.ts';
import { readRegularFile } from '../kernel/files/read-regular-file.ts';
import { type Checkpoint, openCheckpoint } from '../kernel/transparency/checkpoint.ts';
import { readVerifier, type Verifier } from '../kernel/transparency/signed-note.ts';
import { checkTrail, readStoredTrail } from '../modules/audit/index.ts';
import { readSigner } from '../modules/audit/module.ts';
import {
  createVerification,
  ReplayedTrail,
  type Verification,
  verifyStore,
} from '../modules/history/index.ts';
import type { Store } from '../store/store.ts';
import { openAuditDirectory, writeAuditDirectory } from './audit-directory.ts';
import { readEnvironment, withDatabase } from './read-environment.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/** Exports the audit trail of the database into a directory, and prints the hash of its last event. */
export async function exportTrail(terminal: Terminal, directory: string): Promise<void> {
  const onPage = (events: number) => showEvents(terminal, 'written', events);
  const end = await withTrail(terminal, (store) =>
    store.read((reader) => writeAuditDirectory(directory, readStoredTrail(reader), onPage)),
  );
  terminal.print(`${end.event_id} events; the last has the hash ${end.hash}`);
}

/**
 * Verifies the trail in the database or in a directory.
 * @throws CommandFailed when the trail is invalid, or the checkpoint belongs to another trail
 */
export async function verifyTrail(
  terminal: Terminal,
  directory: string | undefined,
  { checkpoint, key }: Readonly<{ checkpoint: string | undefined; key: string | undefined }>,
): Promise<void> {
  const trustedCheckpoint =
    checkpoint === undefined
      ? null
      : await readTrustedCheckpoint(checkpoint, await createVerifier(terminal, key));
  const onPage = (events: number) => showEvents(terminal, 'checked', events);
  let result: Verification;
  let notes: readonly string[] = [];
  if (directory === undefined) {
    result = await withTrail(terminal, (store) => verifyStore(store, onPage, trustedCheckpoint));
  } else {
    const files = await openAuditDirectory(directory);
    const check = await checkTrail(files.pages(), files.head, new ReplayedTrail(), onPage, trustedCheckpoint);
    result = createVerification(check, []);
    // Unreadable lines matter only when the verification failed: one of them may hold the missing event.
    if (check.problem)
      notes = files.unreadable.map((line) => `${line} is not a line that modelref audit export writes`);
  }
  printResult(terminal, result, notes);
  if (trustedCheckpoint) {
    terminal.print(
      `Event ${trustedCheckpoint.event_id} matches the checkpoint signed by ${trustedCheckpoint.origin}: no event up to it was altered since.`,
    );
  }
}

/** Maximum number of problems that the command prints. */
const maxProblems = 20;

/**
 * Prints the result of the verification.
 * @throws CommandFailed when there is a problem
 */
function printResult(terminal: Terminal, result: Verification, notes: readonly string[]): void {
  const { events, models, changes, gap, problems } = result;
  const [first, ...others] = problems;
  if (!first && events === 0) {
    terminal.print(
      'The audit trail is empty: either there were no writes yet, or this is not the intended database.',
    );
    return;
  }
  if (!first) {
    terminal.print(`${events} events: none is missing, altered or out of order.`);
    if (gap !== null) {
      terminal.print(
        `Event ${gap} states that records were written before it while the trail was disabled: the database was not compared with the trail.`,
      );
      return;
    }
    terminal.print(
      `The replayed events match the ${models} live models and ${changes} queued changes in the database.`,
    );
    return;
  }
  for (const note of notes.slice(0, maxProblems)) terminal.note(note);
  for (const { text } of others.slice(0, maxProblems - 1)) terminal.note(text);
  const moreProblems = others.length - (maxProblems - 1);
  if (moreProblems > 0) terminal.note(`and ${moreProblems} more`);
  const firstEventText = first.event_id === null ? '' : `First bad event: ${first.event_id}. `;
  throw new CommandFailed(`${firstEventText}${first.text}`);
}

/** Maximum size, in bytes, of a file with a checkpoint or a key. */
const maxFileBytes = 64 * 1024;

/**
 * Returns the verifier for a public key.
 *
 * @param keyOrPath the public key, or the path of a file that contains it; undefined: this deployment's own
 *   key
 * @throws CommandFailed when no key is passed and this deployment has none, or the passed key is invalid
 */
export async function createVerifier(terminal: Terminal, keyOrPath: string | undefined): Promise<Verifier> {
  if (keyOrPath === undefined) {
    const ownKey = await readSigner((await readEnvironment(terminal, 'PRIMARY')).settings);
    if (ownKey) return ownKey;
    throw new CommandFailed(
      'This deployment has no key to verify the signature; give the public key with --key.',
    );
  }
  const text = keyOrPath.includes('+') ? keyOrPath : await readText(keyOrPath);
  return withPathInErrors(keyOrPath, () => readVerifier(text.trim()));
}

/**
 * Reads a checkpoint from a file and verifies its signature.
 * @throws CommandFailed when the file contains no checkpoint signed by `verifier`
 */
async function readTrustedCheckpoint(path: string, verifier: Verifier): Promise<Checkpoint> {
  const note = await readText(path);
  return withPathInErrors(path, () => openCheckpoint(note, verifier));
}

/**
 * Reads a text file of at most `maxFileBytes` bytes.
 * @throws CommandFailed when the file does not exist
 */
async function readText(path: string): Promise<string> {
  const text = await readRegularFile(path, maxFileBytes);
  if (text === null) throw new CommandFailed(`File not found: ${path}.`);
  return text;
}

/**
 * Runs `readFile` and returns the result. Converts a RegistryError to a CommandFailed whose message begins
 * with `path`.
 */
function withPathInErrors<T>(path: string, readFile: () => T): T {
  try {
    return readFile();
  } catch (error) {
    if (error instanceof RegistryError) throw new CommandFailed(`${path}: ${error.message}`);
    throw error;
  }
}

/**
 * Runs `work` with the database of the environment.
 * @throws CommandFailed on a REPLICA, whose database has no audit trail
 */
function withTrail<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  const replicaReason = 'A REPLICA has no audit trail of its own: verify or export that of its PRIMARY';
  return withDatabase(terminal, 'read', replicaReason, work);
}

/** Number of events after which the command prints a progress line. */
const progressInterval = 100_000;

function showEvents(terminal: Terminal, verb: string, events: number): void {
  if (events > 0 && events % progressInterval === 0) terminal.note(`${events} events ${verb}`);
}
