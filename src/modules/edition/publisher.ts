import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { ModuleContext } from '../base.ts';
import { EditionFolder } from './folder.ts';
import { type PublisherDependencies, publishEdition, readState } from './publish.ts';

/** Publishes an edition in a folder after each change of the public content, until it is stopped. */
export type Publisher = ReturnType<typeof createPublisher>;

/** Pause after a failure, in milliseconds. */
const retryMs = 5_000;
/**
 * Old editions are removed after this time, in milliseconds, or after this number of published changes. If
 * another change has to be published, the removal stops early, and continues after the next publishing. After
 * twice this number of changes it no longer stops early.
 */
const [sweepEveryMs, changesPerSweep] = [600_000, 5];
/** Maximum duration, in milliseconds, of publishing one edition. A longer one is reported as a problem. */
const maxPublishMs = 30_000;

/**
 * @param path the folder
 * @param onChange registers a listener that is called whenever the public content changes
 */
export function createPublisher(
  path: string,
  onChange: (listener: () => void) => void,
  { logger }: Pick<ModuleContext, 'logger'>,
) {
  let parts: PublisherDependencies | null = null;
  let isStopped = false;
  let problem: string | null = null;
  let startedAt: number | null = null;
  let isRunRequested = false;
  let publishedState = '';
  let [sweptAt, unsweptChanges] = [Number.NEGATIVE_INFINITY, 0];
  let retry: NodeJS.Timeout | undefined;
  let currentRun: Promise<void> | undefined;

  const publish = async (currentParts: PublisherDependencies): Promise<void> => {
    const { versions, end } = await readState(currentParts.store);
    if (versions + end.hash === publishedState) return;
    using folder = await EditionFolder.open(path, currentParts.signer.name);
    if (folder === null) throw new Error(`Another process is publishing to ${path}.`);
    const edition = await publishEdition(folder, currentParts);
    logger.debug({ path, ...edition }, 'published an edition');
    publishedState = versions + end.hash;
    unsweptChanges += 1;
    if (unsweptChanges < changesPerSweep && performance.now() - sweptAt < sweepEveryMs) return;
    const maySuspend = unsweptChanges < 2 * changesPerSweep;
    if (await folder.sweep(currentParts.now(), () => !isStopped && !(isRunRequested && maySuspend)))
      [sweptAt, unsweptChanges] = [performance.now(), 0];
  };
  const sharedRuns = new SharedRuns(async () => {
    if (parts === null || isStopped) return;
    isRunRequested = false;
    startedAt = performance.now();
    try {
      await publish(parts);
      if (problem !== null) logger.info({ path }, 'publishing editions again');
      problem = null;
    } catch (err) {
      const message = (err as Error).message.replaceAll(/\.unfinished-[0-9a-f]+/g, '…');
      // Log a repeated problem only once.
      if (message !== problem) logger.error({ err, path }, 'cannot publish an edition');
      problem = message;
      retry = setTimeout(wake, retryMs).unref();
    }
    startedAt = null;
  });
  const wake = (): void => {
    clearTimeout(retry);
    isRunRequested = true;
    currentRun = sharedRuns.run();
  };
  onChange(wake);

  return {
    /**
     * Returns the reason why the folder is not up to date, as a sentence; null when it is up to date or
     * publishing is in progress.
     */
    problem: (): string | null =>
      startedAt !== null && performance.now() - startedAt > maxPublishMs
        ? `Publishing in ${path} has not ended within ${maxPublishMs / 1000} s.`
        : problem,
    /** Starts to publish. Called once, when the service can respond. */
    start: (newParts: PublisherDependencies): void => {
      parts = newParts;
      wake();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(retry);
      await currentRun;
    },
  };
}
