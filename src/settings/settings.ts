import type { SettingsOf } from './row.ts';
import type { deploymentRows, trailRows, writersRows } from './rows/deployment.ts';
import type { hordeRows } from './rows/horde.ts';
import type { hostsRows, showcaseRows } from './rows/hosts.ts';
import type { httpRows } from './rows/http.ts';

/**
 * All settings of a deployment, as one frozen object with a field per row. The settings of a single module
 * are declared in that module's `settings.ts`, which adds their fields to this interface.
 */
export interface Settings
  extends SettingsOf<typeof deploymentRows>,
    SettingsOf<typeof writersRows>,
    SettingsOf<typeof trailRows>,
    SettingsOf<typeof hordeRows>,
    SettingsOf<typeof httpRows>,
    SettingsOf<typeof showcaseRows>,
    SettingsOf<typeof hostsRows> {}
