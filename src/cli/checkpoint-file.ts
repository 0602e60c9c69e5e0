import { RegistryError } from '../kernel/errors.ts';
import { readRegularFile } from '../kernel/files/read-regular-file.ts';
import { type Checkpoint, openCheckpoint } from '../kernel/transparency/checkpoint.ts';
import { readVerifier, type Verifier } from '../kernel/transparency/signed-note.ts';
import { knownSigner } from '../modules/audit/index.ts';
import { readEnvironment } from './read-environment.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/** In bytes. A proof holds an event, and that a record in both views. */
const largest = 64 * 1024 * 1024;

/**
 * Whose signature counts: the key that was given, else that of this deployment.
 * @throws CommandFailed when there is none
 */
export async function verifierFrom(terminal: Terminal, given: string | undefined): Promise<Verifier> {
  if (given === undefined) {
    const known = await knownSigner((await readEnvironment(terminal, 'PRIMARY')).settings);
    if (known) return known;
    throw new CommandFailed('No key is known here to check the signature with; give it with --key.');
  }
  const text = given.includes('+') ? given : await readText(given);
  return named(given, () => readVerifier(text.trim()));
}

/**
 * A checkpoint that was kept, its signature looked at.
 * @throws CommandFailed
 */
export async function readKept(path: string, verifier: Verifier): Promise<Checkpoint> {
  const note = await readText(path);
  return named(path, () => openCheckpoint(note, verifier));
}

/** @throws CommandFailed when there is no such file */
export async function readText(path: string): Promise<string> {
  const text = await readRegularFile(path, largest);
  if (text === null) throw new CommandFailed(`There is no file ${path}.`);
  return text;
}

/** Says of which file a problem is. */
export function named<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RegistryError) throw new CommandFailed(`${path}: ${error.message}`);
    throw error;
  }
}
