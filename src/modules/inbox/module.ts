import { startRepeatedTask } from '../../kernel/concurrency/repeatedly.ts';
import type { Store } from '../../store/store.ts';
import type { ModuleContext } from '../base.ts';
import type { QueueServices } from '../queue/index.ts';
import { createInbox, createInboxWatch } from './inbox.ts';
import { inboxStore } from './store.ts';

/** Milliseconds between two calls of `trimInboxes`. */
const trimIntervalMs = 60_000;

/**
 * Opens the inboxes of all accounts. A PRIMARY with a writable database also trims them periodically, unless
 * the audit trail is switched off.
 *
 * @param resources stops the background work when it is disposed
 */
export function openInbox(
  { settings, store, clock, logger }: ModuleContext,
  {
    changeReview,
    onCommit,
  }: {
    readonly changeReview: Pick<QueueServices['changeReview'], 'readRisks'>;
    readonly onCommit: (listener: () => void) => void;
  },
  resources: AsyncDisposableStack,
) {
  const createErrorLogger = (message: string) => (err: unknown) => logger.error({ err }, message);
  const inboxWatch = createInboxWatch({
    store,
    onError: createErrorLogger('cannot count unread inbox entries'),
  });
  resources.defer(() => inboxWatch.stop());
  onCommit(inboxWatch.notifyWatchers);
  if (settings.replicateMode === 'PRIMARY' && settings.auditEnabled && store.writable) {
    const trim = () => trimInboxes(store).then(() => false);
    const trimTask = startRepeatedTask(trimIntervalMs, {
      work: trim,
      onError: createErrorLogger('cannot delete old inbox entries'),
    });
    resources.defer(() => trimTask.stop());
  }
  return { inbox: createInbox({ store, clock, changeReview }), inboxWatch };
}

/** Maximum number of entries in an inbox after `trimInboxes`. */
const maxEntries = 1_000;

/**
 * Trims each inbox with more than `maxPerUser` entries to `maxPerUser`: removes the oldest read entries first, then the
 * oldest unread ones.
 */
export async function trimInboxes(store: Store, maxPerUser: number = maxEntries): Promise<void> {
  const fullInboxes = await store.read((tx) => inboxStore(tx).listOverfull(maxPerUser));
  if (fullInboxes.length === 0) return;
  await store.write(async (tx) => {
    const inbox = inboxStore(tx);
    // Count again, because another instance may have trimmed inboxes meanwhile.
    for (const { user_id, entries } of await inbox.listOverfull(maxPerUser))
      await inbox.trim(user_id, entries - maxPerUser);
  });
}
