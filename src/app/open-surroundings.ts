import { repeatedly } from '../kernel/concurrency/repeatedly.ts';
import type { Catalog } from '../modules/catalog/index.ts';
import { createKnownFiles, type KnownFiles, measureFiles } from '../modules/files/index.ts';
import {
  createUsageLevels,
  followStyles,
  type StyleUses,
  type UsageLevels,
} from '../modules/insight/index.ts';
import { askForEvidence, type PrimaryEvidence } from '../modules/replica/index.ts';
import { createPrimaryEvidenceClient } from '../outside/primary-evidence-client.ts';
import type { RemoteFiles } from '../outside/remote-files.ts';
import type { UsageSource } from '../outside/usage-source.ts';
import { categories } from '../records/categories/index.ts';
import type { Foundation } from './foundation.ts';
import { openRemoteFiles, openUsage } from './open-clients.ts';
import type { Overrides } from './overrides.ts';

/** How often it is looked for what other processes have learned of files, in milliseconds. */
const refreshFilesEveryMs = 1_000;

/** What is known of models beside their records. */
export interface Surroundings {
  readonly known: KnownFiles;
  /** At a replica of a primary, what that says of files; else null. */
  readonly learnedElsewhere: PrimaryEvidence | null;
  readonly usage: UsageSource;
  readonly usageLevels: UsageLevels;
  readonly remoteFiles: RemoteFiles;
  /** Null where no styles are read. */
  readonly styles: StyleUses | null;
}

/** @param opened closes what is opened here */
export async function openSurroundings(
  base: Foundation,
  catalog: Catalog,
  overrides: Overrides,
  opened: AsyncDisposableStack,
): Promise<Surroundings> {
  const { settings, store, clock, logger, metrics, onHistoryLost } = base;
  const learnedElsewhere = askPrimary(base, opened);
  const known = createKnownFiles({ store, catalog, categories, onHistoryLost, elsewhere: learnedElsewhere });
  if (!learnedElsewhere) {
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
  }
  const usage =
    overrides.usage ?? opened.adopt(openUsage(settings, { logger, metrics }), (each) => each.close());
  metrics.usage.follow(usage.health);
  const remoteFiles =
    overrides.remoteFiles ?? opened.adopt(openRemoteFiles(settings), (files) => files.close());
  const styles =
    settings.stylesSource === null || settings.replicateMode === 'REPLICA'
      ? null
      : opened.adopt(followStyles(settings.stylesSource, { clock, logger }), (each) => each.stop());
  return {
    known,
    learnedElsewhere,
    usage,
    usageLevels: createUsageLevels({ catalog, source: usage }),
    remoteFiles,
    styles,
  };
}

/** How long an answer of the primary about files is kept, at most. */
const evidenceForSeconds = 60;

function askPrimary(
  { settings, clock, logger }: Foundation,
  opened: AsyncDisposableStack,
): PrimaryEvidence | null {
  const { replicateMode, primaryApiUrl, primaryApiTimeoutSeconds, cacheTtlSeconds } = settings;
  if (replicateMode !== 'REPLICA' || primaryApiUrl === null) return null;
  const primary = createPrimaryEvidenceClient({
    baseUrl: primaryApiUrl,
    timeoutMs: primaryApiTimeoutSeconds * 1000,
  });
  opened.defer(() => primary.close());
  return askForEvidence({
    primary,
    clock,
    keepSeconds: Math.min(evidenceForSeconds, cacheTtlSeconds),
    // The records are what matters, and say it too when the primary is away.
    onFailure: (err) => logger.debug({ err }, 'the primary could not be asked about files'),
  });
}
