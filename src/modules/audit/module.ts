import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import { yieldToEventLoop } from '../../kernel/concurrency/time-slice.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { AppendEvents } from './append-events.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { openSigner } from './open-signer.ts';
import { recordGap } from './record-gap.ts';

/** How often it is looked for events that no checkpoint has yet, in milliseconds. */
const checkpointEveryMs = 30_000;

/**
 * Opens the trail of a PRIMARY that has one: an event about what was written while it had none, and checkpoints.
 *
 * @param opened stops it
 */
export async function openAudit(
  base: {
    readonly settings: Settings;
    readonly store: Store;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly append: AppendEvents;
  },
  opened: AsyncDisposableStack,
): Promise<{ readonly checkpoints?: Checkpoints }> {
  const { settings, store, clock, append } = base;
  if (settings.replicateMode !== 'PRIMARY' || !settings.auditEnabled) return {};
  await recordGap(store, { append, domain: settings.canonicalFormat, now: clock.now() });
  return { checkpoints: opened.adopt(await startCheckpoints(settings, base), (each) => each.stop()) };
}

/** Signs checkpoints until it is stopped, and then a last one: nothing is written any more by then. */
async function startCheckpoints(
  settings: Settings,
  { store, clock, logger }: { store: Store; clock: Clock; logger: Logger },
): Promise<Checkpoints & { stop(): Promise<void> }> {
  const signer = await openSigner(settings);
  const checkpoints = createCheckpoints({ store, clock, signer, pause: yieldToEventLoop });
  const onError = (err: unknown) => logger.error({ err }, 'no checkpoint of the audit trail could be signed');
  const task = repeatedly(checkpointEveryMs, { work: checkpoints.make, onError });
  return {
    ...checkpoints,
    stop: async () => {
      await task.stop();
      await checkpoints.make().catch(onError);
    },
  };
}
