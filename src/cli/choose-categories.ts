import { enableExtraCategories } from '../records/categories/extra-categories.ts';
import { extraCategoriesOf } from '../settings/extra-categories.ts';
import { dotEnv } from './dot-env.ts';
import { CommandFailed } from './terminal.ts';

/**
 * Switches on the extra categories that the environment names. Everything else of the program is loaded after
 * this: what depends on the list of categories is made as it is loaded.
 */
export function chooseCategories(): void {
  enableExtraCategories(extraCategoriesOf({ ...readableDotEnv(), ...process.env }));
}

/** Without what cannot be read: the command reads it again, and says so. */
function readableDotEnv(): Record<string, string | undefined> {
  try {
    return dotEnv();
  } catch (error) {
    if (error instanceof CommandFailed) return {};
    throw error;
  }
}
