import { enableExtraCategories } from '../records/categories/extra-categories.ts';
import { NotAllowed } from '../settings/kinds.ts';
import { given } from '../settings/read-settings.ts';
import { deploymentRows } from '../settings/rows/deployment.ts';
import { dotEnv } from './process-terminal.ts';
import { CommandFailed } from './terminal.ts';

/**
 * Switches on the extra categories that the environment names. Everything else of the program is loaded after
 * this: what depends on the list of categories is made as it is loaded.
 */
export function chooseCategories(): void {
  enableExtraCategories(namedCategories({ ...readableDotEnv(), ...process.env }));
}

/** None where the environment is wrong, which the command tells when it reads the settings. */
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

/** The variables of `.env`; none when it cannot be read, which the command says when it reads it again. */
function readableDotEnv(): Record<string, string | undefined> {
  try {
    return dotEnv();
  } catch (error) {
    if (error instanceof CommandFailed) return {};
    throw error;
  }
}
