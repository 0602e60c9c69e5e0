import { type ReadSettings, readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from './terminal.ts';

/**
 * The settings of a command. Variables that have no effect, and warnings, are noted.
 *
 * @param replicateMode what holds where the environment does not say; null: it has to
 * @throws SettingsError
 */
export function readEnvironment(
  terminal: Terminal,
  replicateMode: Settings['replicateMode'] | null,
): ReadSettings {
  const read = readSettings(terminal.environment, replicateMode === null ? {} : { replicateMode });
  for (const line of read.ignored) terminal.note(line);
  for (const line of read.warnings) terminal.note(`warning: ${line}`);
  return read;
}
