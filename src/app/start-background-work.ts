import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '../kernel/clock.ts';
import { repeatedly } from '../kernel/concurrency/repeatedly.ts';
import type { BridgeDesk } from '../modules/bridge/index.ts';
import { createInstances, type Instance, type Instances } from '../modules/operations/index.ts';
import type { Replica } from '../modules/replica/index.ts';
import { serviceVersion } from '../serving/version.ts';
import type { Store } from '../store/store.ts';
import type { Foundation } from './foundation.ts';
import type { Records } from './open-records.ts';
import type { Surroundings } from './open-surroundings.ts';
import type { Overrides } from './overrides.ts';
import type { ReviewAids } from './review-aids.ts';
import { startBridge } from './start-bridge.ts';
import { startDiscord } from './start-discord.ts';
import { startFileChecks } from './start-file-checks.ts';
import { startUsageSamples } from './start-usage-samples.ts';
import { startWebhooks } from './start-webhooks.ts';

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
    aids: ReviewAids;
    replica: Replica | null;
  },
  overrides: Overrides,
  opened: AsyncDisposableStack,
): BackgroundWork {
  const { settings, store, clock, logger, append } = base;
  const { records, surroundings, aids, replica } = parts;
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
            advice: { findings: aids.findings, evidence: known.evidence.of },
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

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How often this process says that it is there, in milliseconds. */
const beatEveryMs = 30_000;

/** Says that this process is there, until it is stopped. */
function startBeats(
  { store, clock, logger }: Parts,
  self: Pick<Instance, 'version' | 'role'> & { lagSeconds: () => number | null },
): Instances & { stop(): Promise<void> } {
  const { version, role, lagSeconds } = self;
  const instances = createInstances({
    store,
    clock,
    self: {
      id: randomUUID(),
      host: hostname(),
      process: process.pid,
      version,
      role,
      started_at: clock.now(),
    },
    lagSeconds,
  });
  const onError = (err: unknown) => logger.debug({ err }, 'this instance could not say that it is there');
  const first = instances.beat().catch(onError);
  const task = repeatedly(beatEveryMs, { work: () => instances.beat().then(() => false), onError });
  return {
    ...instances,
    stop: async () => {
      await first;
      await task.stop();
      await instances.leave().catch(onError);
    },
  };
}
