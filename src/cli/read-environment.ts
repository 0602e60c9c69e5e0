import type { ReadSettings } from '../app/settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/**
 * Reads the settings of a command from the environment. Prints warnings about them, and a line about each
 * variable that has no effect.
 * @param replicateMode the mode to use when the environment names none; null: the environment has to name it
 * @throws SettingsError when a setting is wrong or missing
 */
export async function readEnvironment(
  terminal: Terminal,
  replicateMode: Settings['replicateMode'] | null,
): Promise<ReadSettings> {
  const { readSettings } = await import('../app/settings.ts');
  const read = readSettings(terminal.environment, replicateMode === null ? {} : { replicateMode });
  for (const line of read.ignored) terminal.note(line);
  for (const line of read.warnings) terminal.note(`warning: ${line}`);
  return read;
}

/** Opens the database that the settings name, runs `work` with it, and closes it. */
export async function withStore<T>(
  terminal: Terminal,
  settings: Settings,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { openDatabase } = await import('../app/open-database.ts');
  const store = await openDatabase(settings, { onMigrationWait: terminal.note });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/**
 * Opens the database that the environment names, runs `work` with it, and closes it.
 * @param onReplica the reason for refusing the database of a REPLICA; null: a REPLICA's database is allowed
 * @throws SettingsError, CommandFailed
 */
export async function withDatabase<T>(
  terminal: Terminal,
  onReplica: string | null,
  work: (store: Store, settings: Settings) => Promise<T>,
): Promise<T> {
  const { settings } = await readEnvironment(terminal, 'PRIMARY');
  if (onReplica !== null && settings.replicateMode === 'REPLICA') {
    throw new CommandFailed(`${onReplica} (MODELREF_REPLICATE_MODE=REPLICA).`);
  }
  return withStore(terminal, settings, (store) => work(store, settings));
}
