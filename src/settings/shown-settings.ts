import type { ReadSettings } from './read-settings.ts';
import type { Row } from './row.ts';
import { type SettingName, settingTable } from './table.ts';

/** A setting as people may see it: passwords and secrets are hidden. */
export interface ShownSetting {
  readonly name: SettingName;
  readonly value: string;
  /** The variable that it came from; null: it is the default. */
  readonly source: string | null;
}

/** Every setting, in the order of the table. */
export function shownSettings({ values, sources }: Pick<ReadSettings, 'values' | 'sources'>): ShownSetting[] {
  return (Object.entries(settingTable) as [SettingName, Row<unknown>][]).map(([name, row]) => {
    const value = values[name];
    const shown = value === null && row.fallbackText ? row.fallbackText : row.kind.show(value);
    return { name, value: shown, source: sources[name] };
  });
}
