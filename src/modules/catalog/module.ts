import type { ModuleContext } from '../base.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { followChanges } from './follow-changes.ts';
import { createMetadata } from './metadata.ts';
import type { HistoryLossHandler } from './model-events.ts';

/** Reads the live models into memory. */
export async function openCatalog({
  categories: { list: categories },
  store,
  clock,
  metrics,
  onHistoryLost,
  beforeSwap,
}: ModuleContext & {
  readonly onHistoryLost: HistoryLossHandler;
  readonly beforeSwap: (category: string) => Promise<void>;
}) {
  const metadata = createMetadata({ store, clock, categories });
  if (store.writable) await metadata.start();
  const catalog = createCatalog({
    store,
    categories,
    onRebuild: ({ category, ms }) => metrics.snapshotBuilt(category, ms / 1000),
    onHistoryLost,
    beforeSwap,
  });
  await catalog.start();
  return { metadata, catalog };
}

/** Reads the live models into memory once, for commands that do not follow later writes. */
export async function readCatalog(parts: Parameters<typeof createCatalog>[0]): Promise<Catalog> {
  const catalog = createCatalog(parts);
  await catalog.start();
  return catalog;
}

/** Interval between two queries for new writes, in ms. */
const pollIntervalMs = 1_000;
/**
 * Keeps the models and groups in memory up to date with the database, whichever process writes to it.
 *
 * @param resources stops the updates when it is disposed
 */
export async function followWrites(
  { store, logger }: ModuleContext,
  parts: Pick<Parameters<typeof followChanges>[0], 'catalog' | 'groups' | 'catalogues'>,
  resources: AsyncDisposableStack,
) {
  const listeners: (() => void)[] = [];
  const follower = resources.adopt(
    await followChanges({
      store,
      ...parts,
      everyMs: pollIntervalMs,
      onError: (err) => logger.error({ err }, 'cannot read writes of other processes'),
      onCheck: () => {
        for (const listener of listeners) listener();
      },
    }),
    (each) => each.stop(),
  );
  // Catch up on writes made before the watch began.
  await follower.check();
  return {
    follower,
    /** Registers a listener that is called soon after every commit by any process. */
    onCommit: (listener: () => void): void => void listeners.push(listener),
  };
}
