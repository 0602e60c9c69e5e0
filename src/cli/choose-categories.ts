import { enableExtraCategories } from '../records/categories/extra-categories.ts';
import { NotAllowed } from '../settings/kinds.ts';
import { given } from '../settings/read-settings.ts';
import { deploymentRows } from '../settings/rows/deployment.ts';
import { dotEnv } from './process-terminal.ts';
import { CommandFailed } from './terminal.ts';

/**
 * Switches on the extra categories that the environment names. The rest of the program reads the list of
 * categories while it loads, so this function has to run before that.
 */
export function chooseCategories(): void {
  enableExtraCategories(namedCategories({ ...readableDotEnv(), ...process.env }));
}

/**
 * Gives the extra categories that the environment names. Gives none when their variable is wrong: the command
 * reports that error later, when it reads the settings.
 */
function namedCategories(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const row = deploymentRows.extraCategories;
  const text = given([row], environment).variables.get(row)?.text;
  try {
    return text === undefined ? [] : row.kind.read(text);
  } catch (error) {
    if (error instanceof NotAllowed) return [];
    throw error;
  }
}

/**
 * Gives the variables of `.env`. Gives none when the file cannot be read: the command reports that error
 * later, when it reads the file again.
 */
function readableDotEnv(): Record<string, string | undefined> {
  try {
    return dotEnv();
  } catch (error) {
    if (error instanceof CommandFailed) return {};
    throw error;
  }
}
