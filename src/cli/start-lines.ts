import type { App } from '../app/app.ts';
import { serviceVersion } from '../serving/version.ts';
import type { ShownSetting } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { sqliteFile } from '../store/open.ts';

/**
 * Returns the lines that `serve` prints at its start. They contain the database and the mode, so that
 * operators notice when they started the wrong registry.
 *
 * @param shownSettings the settings without passwords
 * @param url the URL on which the service listens
 */
export function listStartLines(
  settings: Settings,
  shownSettings: readonly ShownSetting[],
  { context, store: { writable } }: Pick<App, 'context' | 'store'>,
  url: string,
): string[] {
  const { replicateMode, canonicalFormat, databaseUrl, basePath } = settings;
  const file = sqliteFile(databaseUrl);
  const database =
    file === null
      ? (shownSettings.find(({ name }) => name === 'DATABASE_URL')?.value ?? 'PostgreSQL')
      : `sqlite:${file}`;
  return [
    `modelref ${serviceVersion}, ${replicateMode}, canonical format ${canonicalFormat}`,
    `  database   ${database}${writable ? '' : ' (read-only: a standby)'}`,
    `  models     ${describeModels(context, replicateMode)}`,
    ...(replicateMode === 'PRIMARY'
      ? [`  approvers  ${describeApprovers(settings)}`]
      : [`  follows    ${settings.primaryApiUrl ?? 'no primary (MODELREF_PRIMARY_API_URL=none)'}`]),
    `  listens    ${url}, its API under ${url}${basePath}`,
  ];
}

function describeModels(
  { catalog, categories }: Pick<App['context'], 'catalog' | 'categories'>,
  replicateMode: Settings['replicateMode'],
): string {
  const sizes = categories.names.map((category) => catalog.snapshot('v2', category).size);
  const modelCount = sizes.reduce((sum, size) => sum + size, 0);
  if (modelCount > 0) return `${modelCount} in ${sizes.filter((size) => size > 0).length} categories`;
  if (replicateMode === 'REPLICA') return '0: not copied yet';
  return catalog.isNeverWritten()
    ? '0, and never any. WARNING: check that this is the right database'
    : '0: all are deleted';
}

const maxListedAccounts = 10;

function describeApprovers({ approverIds, bridge }: Settings): string {
  const trustedKinds = bridge.filter(({ policy }) => policy === 'trust').map(({ kind }) => kind);
  const moreApproversText =
    approverIds.length > maxListedAccounts ? `, and ${approverIds.length - maxListedAccounts} more` : '';
  const approversText =
    approverIds.length === 0
      ? 'nobody (MODELREF_PENDING_QUEUE__APPROVER_IDS)'
      : `accounts ${approverIds.slice(0, maxListedAccounts).join(', ')}${moreApproversText}`;
  return trustedKinds.length === 0
    ? approversText
    : `${approversText}; the bridge, for the repositories: ${trustedKinds.join(', ')}`;
}
