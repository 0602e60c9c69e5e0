import type { Row } from './row.ts';
import { type SettingName, settingTable } from './table.ts';
import { gone, withoutMeaning } from './without-meaning.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that an environment gives: which variable (as it is spelled there) and its trimmed text. */
export interface Given {
  variable: string;
  text: string;
}

const ownPrefix = 'MODELREF_';
const inheritedPrefix = 'HORDE_MODEL_REFERENCE_';
/**
 * Variables under our prefix that are not the service's: the tests' data folder, and what the commands read that
 * ask a registry.
 */
const notSettings = new Set(['SHARED_DATA', 'SERVER', 'KEY', 'KEY_FILE', 'PULL_TOKENS']);

/**
 * Finds the settings in an environment. A setting given under several names is taken from the first of:
 * `MODELREF_…`, `HORDE_MODEL_REFERENCE_…`, its names without prefix. Names may be in any letter case; an
 * empty variable counts as not given.
 */
export function given(environment: Environment): {
  variables: Map<SettingName, Given>;
  ignored: string[];
  problems: string[];
} {
  const upperCase = new Map<string, Given>();
  const ignored: string[] = [];
  const problems: string[] = [];
  for (const [variable, value] of Object.entries(environment)) {
    const text = value?.trim();
    if (!text) continue;
    const name = variable.toUpperCase();
    const twin = upperCase.get(name);
    if (twin && twin.text !== text && isOurs(name)) {
      problems.push(
        `${variable}: given twice with different values, also as ${twin.variable}; allowed: one of them.`,
      );
    }
    upperCase.set(name, { variable, text });
  }

  const variables = new Map<SettingName, Given>();
  for (const [name, row] of Object.entries(settingTable) as [SettingName, Row<unknown>][]) {
    const found = variableNames(name)
      .map((each) => upperCase.get(each))
      .find((each) => each !== undefined);
    if (found) variables.set(name, found);
    if (row.inherited) upperCase.delete(inheritedPrefix + name);
    upperCase.delete(ownPrefix + name);
  }
  for (const [name, { variable }] of upperCase) {
    const instead = name.startsWith(ownPrefix) && gone.get(name.slice(ownPrefix.length));
    if (instead) {
      ignored.push(`${variable}: ignored, there is no such setting any more: ${instead}.`);
    } else if (name.startsWith(ownPrefix) && !notSettings.has(name.slice(ownPrefix.length))) {
      problems.push(
        `${variable}: there is no such setting; allowed: the names that 'modelref check-config --markdown' lists.`,
      );
    } else if (name.startsWith(inheritedPrefix)) {
      ignored.push(`${variable}: ignored, ${whyIgnored(name.slice(inheritedPrefix.length))}`);
    }
  }
  return { variables, ignored, problems };
}

/** All variables that give a setting, the strongest first. */
export function variableNames(name: SettingName): string[] {
  const row: Row<unknown> = settingTable[name];
  return [ownPrefix + name, ...(row.inherited ? [inheritedPrefix + name] : []), ...row.plain];
}

function isOurs(name: string): boolean {
  return name.startsWith(ownPrefix) || name.startsWith(inheritedPrefix);
}

function whyIgnored(name: string): string {
  const known = withoutMeaning.find((entry) =>
    entry.name.endsWith('*') ? name.startsWith(entry.name.slice(0, -1)) : name === entry.name,
  );
  return known ? known.reason : 'no setting of this name exists';
}
