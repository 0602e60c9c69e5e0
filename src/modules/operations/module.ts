import { startRepeatedTask } from '../../kernel/concurrency/repeatedly.ts';
import type { ModuleContext } from '../base.ts';
import { createHealth, listPartChecks, listWritableFolders } from './health.ts';
import { measureDisks } from './metrics.ts';

/**
 * Time between two checks of the parts of this instance (database, identity service, bridge …), in
 * milliseconds.
 */
const checkIntervalMs = 10_000;

/**
 * Starts the periodic checks of the parts of this instance, and registers the metrics of its disks.
 *
 * @param resources stops the checks when it is disposed
 */
export function openHealth(
  base: ModuleContext & Pick<Parameters<typeof listPartChecks>[0], 'identity' | 'usage'>,
  statusSources: Pick<Parameters<typeof listPartChecks>[0], 'replica' | 'bridge' | 'edition'>,
  resources: AsyncDisposableStack,
) {
  measureDisks(base.metrics, listWritableFolders(base.settings));
  const health = createHealth(listPartChecks({ ...base, ...statusSources }), base.clock);
  const onError = (err: unknown) => base.logger.error({ err }, 'cannot check the parts of this instance');
  const firstCheck = health.check().catch(onError);
  const task = startRepeatedTask(checkIntervalMs, { work: () => health.check().then(() => false), onError });
  resources.defer(async () => {
    await firstCheck;
    await task.stop();
  });
  return { health };
}
