import type { ReadSettings } from '../app/settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/**
 * Reads the settings of a command from the environment. Prints their warnings, and a line for each variable
 * that has no effect.
 * @param replicateMode the mode to use when the environment sets none; null: the environment has to set it
 * @throws SettingsError when a setting is invalid or missing
 */
export async function readEnvironment(
  terminal: Terminal,
  replicateMode: Settings['replicateMode'] | null,
): Promise<ReadSettings> {
  const { readSettings } = await import('../app/settings.ts');
  const result = readSettings(terminal.environment, replicateMode === null ? {} : { replicateMode });
  for (const line of result.ignored) terminal.note(line);
  for (const line of result.warnings) terminal.note(`warning: ${line}`);
  return result;
}

/** How a command uses the database. */
export type DatabaseUse = 'read' | 'write';

/**
 * Opens the database of the settings, runs `work` with it, and closes it.
 * @param use `read`: opens the database read-only, without migrating it, unless it is new or empty
 */
export async function withStore<T>(
  terminal: Terminal,
  settings: Settings,
  use: DatabaseUse,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { openDatabase } = await import('../app/open-database.ts');
  const onlyReads = use === 'read' && !(await isNew(settings));
  const store = await openDatabase(settings, { onMigrationWait: terminal.note, onlyReads });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Returns whether the database does not exist yet or has no tables. */
async function isNew({ databaseUrl }: Settings): Promise<boolean> {
  const { planMigrations } = await import('../store/plan-migrations.ts');
  return (await planMigrations(databaseUrl))[0]?.number === 1;
}

/**
 * Opens the database of the environment, runs `work` with it, and closes it.
 * @param use see `withStore`
 * @param onReplica the reason for refusing the database of a REPLICA; null: a REPLICA's database is allowed
 * @throws SettingsError, CommandFailed
 */
export async function withDatabase<T>(
  terminal: Terminal,
  use: DatabaseUse,
  onReplica: string | null,
  work: (store: Store, settings: Settings) => Promise<T>,
): Promise<T> {
  const { settings } = await readEnvironment(terminal, 'PRIMARY');
  if (onReplica !== null && settings.replicateMode === 'REPLICA') {
    throw new CommandFailed(`${onReplica} (MODELREF_REPLICATE_MODE=REPLICA).`);
  }
  return withStore(terminal, settings, use, (store) => work(store, settings));
}
