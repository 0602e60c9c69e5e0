import { startDiscord } from '../modules/announcements/index.ts';
import { type BridgeDesk, startBridge } from '../modules/bridge/index.ts';
import { startWebhooks } from '../modules/feed/index.ts';
import { startFileChecks } from '../modules/files/index.ts';
import { startUsageSamples } from '../modules/insight/index.ts';
import { type Instances, startBeats } from '../modules/operations/index.ts';
import type { Findings } from '../modules/queue/index.ts';
import type { Replica } from '../modules/replica/index.ts';
import { serviceVersion } from '../serving/version.ts';
import type { Foundation } from './foundation.ts';
import type { Records } from './open-records.ts';
import type { Surroundings } from './open-surroundings.ts';
import type { Overrides } from './overrides.ts';

/** What goes on beside requests and can be asked how it goes. */
export interface BackgroundWork {
  readonly instances: Instances;
  /** Null where no repository is kept in step. */
  readonly bridge: BridgeDesk | null;
}

/**
 * Starts what the settings want done beside requests.
 * @param opened stops it
 */
export function startBackgroundWork(
  base: Foundation,
  parts: {
    records: Records;
    surroundings: Surroundings;
    queue: { readonly findings: Findings };
    replica: Replica | null;
  },
  overrides: Overrides,
  opened: AsyncDisposableStack,
): BackgroundWork {
  const { settings, store, clock, logger, append } = base;
  const { records, surroundings, queue, replica } = parts;
  const { known, usage, usageLevels, remoteFiles } = surroundings;
  const keep = <Task extends { stop(): Promise<void> }>(task: Task): Task =>
    opened.adopt(task, (each) => each.stop());
  const primary = settings.replicateMode === 'PRIMARY';

  const bridge =
    settings.bridge.length > 0 && primary
      ? keep(
          startBridge(settings, {
            ...base,
            refresh: records.catalog.refresh,
            advice: { findings: queue.findings, evidence: known.evidence.of },
          }),
        )
      : null;
  const instances = keep(
    startBeats(base, {
      version: serviceVersion,
      role: settings.replicateMode,
      lagSeconds: () => replica?.lagSeconds() ?? null,
    }),
  );
  if (settings.usageHistoryDays > 0) {
    const { catalog } = records;
    keep(startUsageSamples({ store, clock, logger, catalog, source: usage }, settings.usageHistoryDays));
  }
  if (settings.webhooks.length > 0 && settings.auditEnabled) keep(startWebhooks(settings, base));
  if (settings.discordWebhooks.length > 0 && settings.auditEnabled && primary) {
    keep(startDiscord(settings, { ...base, usage: usageLevels }));
  }
  if (settings.fileChecks && primary) {
    const files = { store, clock, logger, known, remote: remoteFiles, append };
    keep(startFileChecks(settings, files, overrides.fileChecksEveryMs));
  }
  return { instances, bridge };
}
