import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openRemoteFiles } from '../app/open-clients.ts';
import { createTrail } from '../app/trail-of.ts';
import { systemClock } from '../kernel/clock.ts';
import { recordGap } from '../modules/audit/index.ts';
import { readCatalog } from '../modules/catalog/module.ts';
import {
  appendVerdictEvents,
  type CheckedFiles,
  checkFiles,
  type FileEvidence,
  type UnreachedFile,
} from '../modules/files/index.ts';
import { createPacedFiles } from '../modules/files/module.ts';
import { Categories } from '../records/categories/index.ts';
import { createFileKey } from '../records/files/record-file.ts';
import { type FileVerdict, fileVerdicts, isWrong } from '../records/files/verdict.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { CheckOptions } from './check-files.ts';
import { showProgress } from './progress.ts';
import { withDatabase } from './read-environment.ts';
import { CommandFailed, type Terminal, UsageError } from './terminal.ts';

const maxConcurrentChecks = 12;
/**
 * Time, in seconds, for which this process claims a file that it checks, so that other processes skip it. A
 * claim expires even when this process is killed.
 */
const claimSeconds = 60;

/**
 * Runs `modelref check-files`: checks the models' files at their hosts.
 * @throws CommandFailed when a file is wrong or unreachable
 */
export async function runFileCheck(terminal: Terminal, options: CheckOptions): Promise<void> {
  const replicaReason = 'A REPLICA shows the file checks of its PRIMARY';
  await withDatabase(terminal, 'write', replicaReason, async (store, settings) => {
    const result = await runCheck(terminal, store, settings, options);
    const { files, unreachedFiles: not_reached } = result;
    if (options.json) terminal.print(JSON.stringify({ counts: countsOf(files), files, not_reached }));
    else printReport(terminal, result);
    const failures = describeFailures(result);
    if (failures !== '') throw new CommandFailed(failures);
  });
}

async function runCheck(
  terminal: Terminal,
  store: Store,
  settings: Settings,
  options: CheckOptions,
): Promise<CheckedFiles> {
  const { append } = createTrail(settings);
  const categories = new Categories(settings);
  const disabledCategory = options.category?.find((name) => !categories.find(name));
  if (disabledCategory !== undefined) {
    throw new UsageError(
      `Category ${disabledCategory} is not enabled by EXTRA_CATEGORIES; allowed: ${categories.names.join(', ')}.`,
    );
  }
  const [domain, now] = [settings.canonicalFormat, systemClock.now()];
  if (settings.auditEnabled) await recordGap(store, { append, domain, now });
  await using resources = new AsyncDisposableStack();
  const remote = terminal.remoteFiles ?? resources.adopt(openRemoteFiles(settings), (files) => files.close());
  const progress = showProgress(terminal, 'checking files');
  const pause = (ms: number) => wait(ms);
  try {
    return await checkFiles(
      {
        store,
        clock: systemClock,
        catalog: await readCatalog({ store, categories: categories.list }),
        categories,
        remote: createPacedFiles(remote, {
          perMinute: options.perMinute,
          now: () => performance.now(),
          pause,
        }),
        holder: randomUUID(),
        atOnce: maxConcurrentChecks,
        claimSeconds,
        random: Math.random,
        pause,
        onChanges: settings.auditEnabled ? appendVerdictEvents(append, domain) : async () => {},
      },
      {
        categoryNames: options.category ?? categories.names,
        // A check in this very second may belong to another run that started at the same time.
        checkedBefore: now - 1 - options.maxAge * 60,
        signal: new AbortController().signal,
        onProgress: (share) => progress.update(share),
      },
    );
  } finally {
    progress.stop();
  }
}

function describeFailures({ files, unreachedFiles }: CheckedFiles): string {
  const wrongCount = files.filter(({ verdict }) => isWrong(verdict)).length;
  return [
    ...(wrongCount > 0 ? [`${wrongCount} of ${files.length} files do not match their records.`] : []),
    ...(unreachedFiles.length > 0
      ? [`${unreachedFiles.length} of ${files.length} files were not reached.`]
      : []),
  ].join(' ');
}

function printReport(terminal: Terminal, { files, checkedAddresses, unreachedFiles }: CheckedFiles): void {
  const order = fileVerdicts.filter((verdict) => verdict !== 'verified' && verdict !== 'mutable');
  for (const verdict of order) {
    for (const file of files) if (file.verdict === verdict) terminal.print(formatFile(file));
  }
  const reportedKeys = new Set(files.filter(({ verdict }) => verdict === 'unreachable').map(createFileKey));
  for (const file of unreachedFiles) {
    if (!reportedKeys.has(createFileKey(file)))
      terminal.print(formatFile({ ...file, verdict: 'not reached', detail: file.reason }));
  }
  const counts = Object.entries(countsOf(files)).filter(([, count]) => count > 0);
  terminal.print(
    `${files.length} files: ${counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ') || 'none'}; ${checkedAddresses} addresses checked`,
  );
}

function formatFile({
  verdict,
  category,
  model_name,
  field_path,
  url,
  detail,
}: Omit<UnreachedFile, 'reason'> & { verdict: FileVerdict | 'not reached'; detail: string }): string {
  return [verdict, category, JSON.stringify(model_name), field_path, url, detail].join('\t');
}

function countsOf(files: readonly FileEvidence[]): Record<string, number> {
  const counts = Object.fromEntries(fileVerdicts.map((verdict) => [verdict, 0]));
  for (const { verdict } of files) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}
