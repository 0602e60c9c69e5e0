import { given } from './environment.ts';
import { NotAllowed } from './kinds.ts';
import { settingTable } from './table.ts';

/**
 * The extra categories that an environment switches on; none where it is wrong, which `readSettings` tells.
 * Asked by itself because the list of categories is made before the settings are read.
 */
export function extraCategoriesOf(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const variable = given(environment).variables.get('EXTRA_CATEGORIES');
  if (!variable) return [];
  try {
    return settingTable.EXTRA_CATEGORIES.kind.read(variable.text);
  } catch (error) {
    if (error instanceof NotAllowed) return [];
    throw error;
  }
}
