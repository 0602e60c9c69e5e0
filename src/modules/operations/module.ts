import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import type { Store } from '../../store/store.ts';
import { createImportRuns } from './import-runs.ts';
import { createInstances, type Instances } from './instances.ts';
import type { Instance } from './tables.ts';

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How often this process says that it is there, in milliseconds. */
const beatEveryMs = 30_000;

/**
 * Opens what those look at who run the registry, and says that this process is there.
 *
 * @param opened stops it
 */
export function openOperations(
  base: Parts,
  self: Parameters<typeof startBeats>[1],
  opened: AsyncDisposableStack,
) {
  const instances = opened.adopt(startBeats(base, self), (each) => each.stop());
  return { instances, importRuns: createImportRuns(base) };
}

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
