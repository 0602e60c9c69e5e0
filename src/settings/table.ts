import type { Row } from './row.ts';
import { auditSettings } from './rows/audit.ts';
import { bridgeSettings } from './rows/bridge.ts';
import { deploymentSettings } from './rows/deployment.ts';
import { fileChecksSettings } from './rows/file-checks.ts';
import { hordeSettings } from './rows/horde.ts';
import { httpSettings } from './rows/http.ts';
import { insightSettings } from './rows/insight.ts';
import { messagesSettings } from './rows/messages.ts';
import { otherHostsSettings } from './rows/other-hosts.ts';
import { replicaSettings } from './rows/replica.ts';
import { reviewSettings } from './rows/review.ts';

/** Every variable, by the name after its prefix, in the order of the documentation. */
export const settingTable = {
  ...deploymentSettings,
  ...reviewSettings,
  ...auditSettings,
  ...hordeSettings,
  ...httpSettings,
  ...insightSettings,
  ...replicaSettings,
  ...messagesSettings,
  ...fileChecksSettings,
  ...bridgeSettings,
  ...otherHostsSettings,
} satisfies Record<string, Row<never> | Row<unknown>>;

export type SettingName = keyof typeof settingTable;
/** The value of every variable, by name. */
export type SettingValues = { [Name in SettingName]: (typeof settingTable)[Name]['fallback'] };
