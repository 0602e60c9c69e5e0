import type { Logger } from 'pino';
import { repeatedly } from '../kernel/concurrency/repeatedly.ts';
import { type BridgeDesk, createRounds, measureBridge, type SyncOutcome } from '../modules/bridge/index.ts';
import type { Metrics } from '../serving/metrics/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import { openBridge } from './open-bridge.ts';

/** How often it is looked whether it is time to sync, or somebody asks for it, in milliseconds. */
const lookEveryMs = 1_000;

/**
 * Syncs again and again, and soon when somebody asks, in the one instance that holds the lease; counts it in the
 * metrics.
 */
export function startBridge(
  settings: Settings,
  {
    logger,
    metrics,
    ...parts
  }: Omit<Parameters<typeof openBridge>[1], 'onDefect'> & { logger: Logger; metrics: Metrics },
): BridgeDesk & { stop(): Promise<void> } {
  const onDefect = (err: unknown) => logger.error({ err }, 'the bridge met what it should not');
  const opened = openBridge(settings, { ...parts, onDefect });
  const count = measureBridge(metrics, opened.status);
  const { step } = createRounds({
    ...opened,
    everyMs: settings.bridgeIntervalSeconds * 1000,
    now: () => performance.now(),
  });
  const task = repeatedly(lookEveryMs, {
    work: async () => {
      for (const outcome of await step()) {
        count(outcome.repository, outcome.error === undefined ? 'ok' : 'failed');
        logOutcome(logger, outcome);
      }
      return false;
    },
    onError: (err) => logger.error({ err }, 'the bridge could not sync'),
  });
  return {
    ...opened,
    stop: async () => {
      await task.stop();
      await opened.lease.release();
    },
  };
}

function logOutcome(logger: Logger, { repository, report, error }: SyncOutcome): void {
  if (error !== undefined) logger.warn({ repository }, `the bridge could not sync: ${error}`);
  else if (report.proposed.length > 0 || report.sent?.pushed) {
    const { proposed, outgoing, conflicts } = report;
    const counts = { taken: proposed.length, sent: outgoing.length, conflicts: conflicts.length };
    logger.info({ repository, ...counts }, 'the bridge has synced');
  }
}
