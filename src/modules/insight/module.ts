import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { readRegularFile } from '../../kernel/files/read-regular-file.ts';
import { openReferenceUrl } from '../../outside/reference-url.ts';
import type { UsageSource } from '../../outside/usage-client.ts';
import { modelCategories } from '../../records/categories/index.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { Catalog } from '../catalog/index.ts';
import { instanceLease } from '../leases/index.ts';
import { createUsageLevels } from './category-usage.ts';
import { createDeletionRisk } from './deletion-risk.ts';
import { createFinder } from './find.ts';
import { createPopularity } from './popularity.ts';
import { createSearch } from './search.ts';
import { createStatistics } from './statistics.ts';
import { createStyleUses, readStyles, type Style, type StyleUses } from './style-uses.ts';
import { createUsageHistory, sampleUsage } from './usage-history.ts';

interface Base {
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly usage: UsageSource;
}

/**
 * Opens search, statistics and usage.
 * @param opened receives the background work, and stops it when it is disposed of
 */
export function openInsight(base: Base, catalog: Catalog, opened: AsyncDisposableStack) {
  const { settings, store, clock, usage } = base;
  if (settings.usageHistoryDays > 0 && store.writable) {
    opened.adopt(startUsageSamples(base, catalog), (each) => each.stop());
  }
  const styles =
    settings.stylesSource === null || settings.replicateMode === 'REPLICA'
      ? null
      : opened.adopt(followStyles(settings.stylesSource, base), (each) => each.stop());
  return {
    usageLevels: createUsageLevels({ catalog, source: usage }),
    /** Lists the styles of the horde that use a model; null when this instance reads no styles. */
    styles,
    services: {
      search: createSearch({ catalog, categories: modelCategories }),
      finder: createFinder({ catalog, source: usage }),
      statistics: createStatistics({ clock, settings }),
      popularity: createPopularity({ source: usage }),
      deletionRisk: createDeletionRisk({ source: usage, clock, settings }),
      usageHealth: usage.health,
      usageHistory: createUsageHistory({ store }),
      ...(styles && { stylesStatus: styles.status }),
    },
  };
}

/** Time, in milliseconds, between two checks whether today's samples are stored. */
const sampleEveryMs = 60_000;
const sampleLeaseMs = 120_000;

/**
 * Stores the usage of models each day, until `stop` is called. A lease lets one instance at a time do this.
 */
function startUsageSamples(
  { settings: { usageHistoryDays: days }, store, clock, logger, usage: source }: Base,
  catalog: Catalog,
): { stop(): Promise<void> } {
  const lease = instanceLease({
    store,
    name: 'usage-samples',
    holder: randomUUID(),
    forMs: sampleLeaseMs,
    now: () => performance.now(),
  });
  // The usage client logs the reason.
  const onError = (err: unknown) => logger.debug({ err }, 'the use of models could not be noted for today');
  const step = { catalog, source, store, clock, categories: modelCategories, days, held: () => lease.held() };
  const task = repeatedly(sampleEveryMs, { work: () => sampleUsage(step).then(() => false), onError });
  return {
    stop: async () => {
      await task.stop();
      await lease.release().catch(onError);
    },
  };
}

/** Largest size of a file of styles, in bytes; the public file has 0.2 MB. */
const largestFile = 8 * 1024 * 1024;
const timeoutMs = 20_000;
/**
 * Time, in milliseconds, until the styles are read again: after a successful read, and after a failed one.
 */
const everyMs = { read: 600_000, failed: 30_000 };

/**
 * Reads the horde's styles again and again, until `stop` is called.
 *
 * @param source the path of a file, or an http(s) URL
 */
export function followStyles(
  source: string,
  { clock, logger }: { clock: Clock; logger: Logger },
): StyleUses & { stop(): Promise<void> } {
  const opened = /^https?:\/\//i.test(source) ? openUrl(source) : openFile(source);
  const uses = createStyleUses({ source, read: opened.read, clock });
  let nextAt = 0;
  let failing = false;
  let stopped = false;
  const work = async (): Promise<boolean> => {
    if (performance.now() < nextAt) return false;
    try {
      await uses.refresh();
      failing = false;
    } catch (error) {
      // Only the first of several failures in a row is logged.
      if (!failing && !stopped)
        logger.warn(
          `the styles of the horde could not be read, so the last ones count: ${(error as Error).message}`,
        );
      failing = true;
    }
    nextAt = performance.now() + (failing ? everyMs.failed : everyMs.read);
    return false;
  };
  const first = work();
  const onError = (err: unknown) => logger.error({ err }, 'the styles of the horde could not be read');
  const task = repeatedly(1_000, { work, onError });
  return {
    ...uses,
    stop: async () => {
      stopped = true;
      await opened.close();
      await task.stop();
      await first;
    },
  };
}

interface OpenedStyles {
  read(): Promise<Style[]>;
  /** Aborts a read from a URL that is under way. Does nothing for a file. */
  close(): Promise<void>;
}

function openUrl(url: string): OpenedStyles {
  const end = url.lastIndexOf('/');
  const below = openReferenceUrl(url.slice(0, end), { timeoutMs, largestFile });
  return {
    read: async () => stylesOf(url, await below.read(url.slice(end + 1))),
    close: async () => below[Symbol.asyncDispose](),
  };
}

function openFile(path: string): OpenedStyles {
  return {
    read: async () => stylesOf(path, await readRegularFile(path, largestFile)),
    close: async () => {},
  };
}

function stylesOf(source: string, text: string | null): Style[] {
  const refuse = (why: string) => new RegistryError('bad_request', `${source} cannot be read: ${why}.`);
  if (text === null) throw refuse('there is no such file');
  try {
    return readStyles(JSON.parse(text));
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message);
  }
}
