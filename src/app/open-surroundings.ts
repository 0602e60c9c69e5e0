import { repeatedly } from '../kernel/concurrency/repeatedly.ts';
import type { Catalog } from '../modules/catalog/catalog.ts';
import { createKnownFiles, type KnownFiles } from '../modules/files/create-files.ts';
import { measureFiles } from '../modules/files/metrics.ts';
import type { StyleUses } from '../modules/insight/style-uses.ts';
import { createUsageLevels, type UsageLevels } from '../modules/insight/usage-levels.ts';
import type { RemoteFiles } from '../outside/remote-files.ts';
import type { UsageSource } from '../outside/usage-source.ts';
import { categories } from '../records/categories/index.ts';
import { followStyles } from './follow-styles.ts';
import type { Foundation } from './foundation.ts';
import { openRemoteFiles, openUsage } from './open-clients.ts';
import type { Overrides } from './overrides.ts';

/** How often it is looked for what other processes have learned of files, in milliseconds. */
const refreshFilesEveryMs = 1_000;

/** What is known of models beside their records. */
export interface Surroundings {
  readonly known: KnownFiles;
  readonly usage: UsageSource;
  readonly usageLevels: UsageLevels;
  readonly remoteFiles: RemoteFiles;
  /** Null where no styles are read. */
  readonly styles: StyleUses | null;
}

/** @param opened closes what is opened here */
export async function openSurroundings(
  { settings, store, clock, logger, metrics, onHistoryLost }: Foundation,
  catalog: Catalog,
  overrides: Overrides,
  opened: AsyncDisposableStack,
): Promise<Surroundings> {
  const known = createKnownFiles({ store, catalog, categories, onHistoryLost });
  await known.memory.refresh();
  // What other instances, or a command, have learned.
  opened.adopt(
    repeatedly(refreshFilesEveryMs, {
      work: () => known.memory.refresh().then(() => false),
      onError: (err) => logger.error({ err }, 'could not look for changes of other processes'),
    }),
    (task) => task.stop(),
  );
  measureFiles(metrics, known.evidence);
  const usage =
    overrides.usage ?? opened.adopt(openUsage(settings, { logger, metrics }), (each) => each.close());
  metrics.usage.follow(usage.health);
  const remoteFiles =
    overrides.remoteFiles ?? opened.adopt(openRemoteFiles(settings), (files) => files.close());
  const styles =
    settings.stylesSource === null || settings.replicateMode === 'REPLICA'
      ? null
      : opened.adopt(followStyles(settings.stylesSource, { clock, logger }), (each) => each.stop());
  return { known, usage, usageLevels: createUsageLevels({ catalog, source: usage }), remoteFiles, styles };
}
