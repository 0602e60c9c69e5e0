import { discordRows } from '../modules/announcements/settings.ts';
import { auditRows } from '../modules/audit/settings.ts';
import { bridgeRows } from '../modules/bridge/settings.ts';
import { catalogRows } from '../modules/catalog/settings.ts';
import { draftsRows } from '../modules/drafts/settings.ts';
import { editionRows } from '../modules/edition/settings.ts';
import { webhooksRows } from '../modules/feed/settings.ts';
import { filesRows } from '../modules/files/settings.ts';
import { insightRows } from '../modules/insight/settings.ts';
import { licensingRows } from '../modules/licensing/settings.ts';
import { queueRows } from '../modules/queue/settings.ts';
import { replicaRows } from '../modules/replica/settings.ts';
import { isHttpsOrLoopback } from '../settings/loopback.ts';
import { readRows, SettingsError, type ShownSetting } from '../settings/read-settings.ts';
import { deploymentRows, trailRows, writersRows } from '../settings/rows/deployment.ts';
import { hordeRows } from '../settings/rows/horde.ts';
import { hostsRows, showcaseRows } from '../settings/rows/hosts.ts';
import { httpRows } from '../settings/rows/http.ts';
import type { Settings } from '../settings/settings.ts';

/** Every setting, in the order of the documentation. */
export const settingRows = {
  ...deploymentRows,
  ...catalogRows,
  ...writersRows,
  ...queueRows,
  ...licensingRows,
  ...trailRows,
  ...auditRows,
  ...editionRows,
  ...hordeRows,
  ...httpRows,
  ...insightRows,
  ...replicaRows,
  ...webhooksRows,
  ...discordRows,
  ...draftsRows,
  ...filesRows,
  ...bridgeRows,
  ...showcaseRows,
  ...hostsRows,
};

export interface ReadSettings {
  readonly settings: Settings;
  /** Every setting, in order, without secrets. */
  readonly shown: readonly ShownSetting[];
  /** Messages about variables that are set but have no effect here. */
  readonly ignored: readonly string[];
  /** Messages about settings that are allowed but probably not intended. */
  readonly warnings: readonly string[];
}

/**
 * Reads the settings from environment variables.
 *
 * @param options.replicateMode the mode to use when REPLICATE_MODE is not set; absent: REPLICATE_MODE is
 *   required
 * @throws SettingsError with every problem of the environment
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  { replicateMode }: { replicateMode?: Settings['replicateMode'] } = {},
): ReadSettings {
  const modeRow = { ...settingRows.replicateMode, ...(replicateMode && { default: replicateMode }) };
  const { settings, shown, ignored } = readRows({ ...settingRows, replicateMode: modeRow }, environment);
  const selectTexts = (rules: readonly Rule[]) =>
    rules.filter(({ applies }) => applies(settings)).map(({ text }) => text);
  const problems = selectTexts(errorRules);
  if (problems.length > 0) throw new SettingsError(problems);
  return { settings, shown, ignored, warnings: selectTexts(warningRules) };
}

/** A useless or doubtful combination of settings that are each allowed alone. */
interface Rule {
  readonly applies: (settings: Settings) => boolean;
  /** The message for operators: the settings, why they contradict each other, and what to do. */
  readonly text: string;
}

/**
 * The combinations with which the service does not start: one setting makes another useless or contradicts
 * it.
 */
const errorRules: readonly Rule[] = [
  {
    applies: (s) => s.reviewPolicy === 'four_eyes' && !s.queueEnabled && s.canonicalFormat === 'legacy',
    text: 'MODELREF_REVIEW_POLICY: four_eyes requires a second reviewer, but with MODELREF_PENDING_QUEUE__ENABLED=false every v1 write is live at once; allowed: the queue enabled, or MODELREF_REVIEW_POLICY=any.',
  },
  {
    applies: (s) => s.approvals > 1 && !s.queueEnabled && s.canonicalFormat === 'legacy',
    text: 'MODELREF_APPROVALS: must be 1 with MODELREF_PENDING_QUEUE__ENABLED=false, because every v1 write is then live at once; allowed: the queue enabled, or MODELREF_APPROVALS=1.',
  },
  {
    applies: (s) => s.webhooks.length > 0 && !s.auditEnabled,
    text: 'MODELREF_WEBHOOKS: webhooks require the audit trail, which MODELREF_AUDIT__ENABLED=false disables; allowed: the audit trail enabled, or no webhooks.',
  },
  {
    applies: (s) => s.bridge.length > 0 && s.replicateMode === 'REPLICA',
    text: 'MODELREF_BRIDGE: must not be set at a REPLICA, which accepts no writes; set it at its PRIMARY.',
  },
  {
    applies: (s) => s.publishDirectory !== null && (s.replicateMode === 'REPLICA' || !s.auditEnabled),
    text: 'MODELREF_PUBLISH_DIRECTORY: editions require the audit trail, which numbers and signs them; allowed: a PRIMARY with MODELREF_AUDIT__ENABLED=true.',
  },
];

/**
 * Returns the number of accounts that may approve. The rules below compare it with the number of approvals
 * that a change needs: with too few accounts, a change can never be applied.
 */
const countApprovers = ({ approverIds }: Settings): number => new Set(approverIds).size;

const warningRules: readonly Rule[] = [
  {
    applies: (s) => s.extraCategories.includes('baseline'),
    text: "MODELREF_EXTRA_CATEGORIES: 'baseline' is ignored: baselines are no longer a category, but a catalogue (/model_references/v2/image_generation/baselines); remove it.",
  },
  {
    applies: (s) => s.replicateMode === 'PRIMARY' && s.approvals > Math.max(1, countApprovers(s)),
    text: 'MODELREF_APPROVALS: more approvals are required than MODELREF_PENDING_QUEUE__APPROVER_IDS has accounts, so no change can be applied; add approvers, or lower the number.',
  },
  {
    applies: (s) => s.replicateMode === 'PRIMARY' && s.reviewPolicy === 'four_eyes' && countApprovers(s) < 2,
    text: 'MODELREF_REVIEW_POLICY: with four_eyes and fewer than two accounts in MODELREF_PENDING_QUEUE__APPROVER_IDS, nobody can approve the proposals of the only approver; add a second account.',
  },
  {
    applies: (s) => s.replicateMode === 'PRIMARY' && !isHttpsOrLoopback(new URL(s.authUrl)),
    text: 'MODELREF_AUTH_URL: the API keys of all callers are sent unencrypted (http) to another machine; use an https:// URL.',
  },
  {
    applies: (s) => s.replicateMode === 'REPLICA' && s.webhooks.length > 0,
    text: 'MODELREF_WEBHOOKS: a REPLICA records no changes of its own, so no webhook is sent; set webhooks at its PRIMARY.',
  },
  {
    applies: (s) => s.replicateMode === 'REPLICA' && s.discordWebhooks.length > 0,
    text: 'MODELREF_DISCORD_WEBHOOKS: a REPLICA applies no batches, so no message is sent; set them at its PRIMARY.',
  },
  {
    applies: (s) => s.replicateMode === 'REPLICA' && s.fileChecks,
    text: 'MODELREF_FILE_CHECKS: has no effect at a REPLICA, which checks no files; set it at its PRIMARY.',
  },
  {
    applies: (s) =>
      s.replicateMode === 'REPLICA' &&
      s.primaryApiUrl === null &&
      (!s.enableGithubFallback || s.primaryEditionKey !== null),
    text: 'MODELREF_PRIMARY_API_URL: with none, and MODELREF_ENABLE_GITHUB_FALLBACK=false or MODELREF_PRIMARY_EDITION_KEY, this REPLICA has no source and serves its database unchanged.',
  },
];
