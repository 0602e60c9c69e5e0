import { systemClock } from '../kernel/clock.ts';
import { appendEvents, recordGap } from '../modules/audit/index.ts';
import {
  countsOf,
  groupEntryNames,
  type ImportPhase,
  ImportRefused,
  type ImportReport,
  importReferences,
  type ReferenceFiles,
  type SourceProblem,
} from '../modules/transfer/index.ts';
import { Categories } from '../records/categories/index.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { ImportOptions } from './import.ts';
import { listPlaces, readSources } from './import-sources.ts';
import { type Progress, showProgress } from './progress.ts';
import { readEnvironment, withStore } from './read-environment.ts';
import { CommandFailed, type Terminal, UsageError } from './terminal.ts';

/**
 * Runs `modelref import`: reads the files in the specified directories and URLs, and writes their models to
 * the database.
 * @throws CommandFailed when nothing was imported
 */
export async function runImport(
  terminal: Terminal,
  options: ImportOptions,
  places: readonly string[],
): Promise<void> {
  const { settings } = await readEnvironment(terminal, 'PRIMARY');
  if (settings.replicateMode === 'REPLICA' && !options.dryRun) {
    throw new CommandFailed(
      'Cannot import into a REPLICA: import into its PRIMARY (MODELREF_REPLICATE_MODE=REPLICA).',
    );
  }
  if (options.catalogues !== undefined) {
    const { from, prune, skipInvalid } = options;
    if (places.length > 0 || from || prune || skipInvalid) {
      throw new UsageError(
        '--catalogues cannot be combined with another source, --prune or --skip-invalid: import models in a separate run.',
      );
    }
    const { runCataloguesImport } = await import('./import-catalogues.ts');
    return runCataloguesImport(terminal, options.catalogues, settings, options.dryRun);
  }
  const allPlaces = listPlaces(places, options, settings);
  const categories = new Categories(settings);
  const files = await readSources(allPlaces, options, categories);
  for (const { file, format, category, records } of files.files) {
    terminal.print(`${file}: ${records} ${format} records of ${category}`);
  }
  for (const [file, entries] of Map.groupBy(files.groupEntries, (entry) => entry.file)) {
    terminal.print(`${file}: ${entries.length} ${groupEntryNames[entries[0]?.kind ?? 'alias']}`);
  }
  for (const warning of files.warnings) terminal.note(`warning: ${formatProblem(warning)}`);
  const databaseUse = options.dryRun ? 'read' : 'write';
  await withStore(terminal, settings, databaseUse, async (store) => {
    const outcome = await importAll(terminal, store, files, { ...options, categories }, settings);
    printReport(terminal, outcome, options.dryRun);
  });
}

async function importAll(
  terminal: Terminal,
  store: Store,
  files: ReferenceFiles,
  options: ImportOptions & { readonly categories: Categories },
  settings: Settings,
): Promise<ImportReport> {
  const [domain, now] = [settings.canonicalFormat, systemClock.now()];
  if (settings.auditEnabled && !options.dryRun) await recordGap(store, { append: appendEvents, domain, now });
  const progress = showPhases(terminal);
  try {
    return await importReferences(store, files, {
      categories: options.categories,
      canonicalFormat: domain,
      now,
      skipInvalid: options.skipInvalid,
      prune: options.prune,
      dryRun: options.dryRun,
      audited: settings.auditEnabled,
      onProgress: progress.update,
    });
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    progress.stop();
    for (const problem of error.problems) terminal.note(formatProblem(problem));
    const skipHint =
      error.canImportRest && !options.skipInvalid ? ' (--skip-invalid imports the others)' : '';
    throw new CommandFailed(`${error.message}${skipHint}.`);
  } finally {
    progress.stop();
  }
}

/**
 * Shows a progress bar for each phase of the import: `prepare`, then `write`. When another process writes to
 * the database in between, the import prepares again, and the first bar is shown again.
 */
function showPhases(terminal: Terminal) {
  let currentPhase: { phase: ImportPhase; progress: Progress } | undefined;
  return {
    update: (phase: ImportPhase, share: number): void => {
      if (currentPhase?.phase !== phase) {
        currentPhase?.progress.stop();
        currentPhase = { phase, progress: showProgress(terminal, phases[phase]) };
      }
      currentPhase.progress.update(share);
    },
    stop: () => currentPhase?.progress.stop(),
  };
}

const phases = { prepare: 'preparing', write: 'writing' } as const;

function printReport(terminal: Terminal, outcome: ImportReport, dryRun: boolean): void {
  const { written, writtenGroupEntries, problems, warnings } = outcome;
  for (const warning of warnings) terminal.note(`warning: ${formatProblem(warning)}`);
  for (const problem of problems) terminal.note(`left out: ${formatProblem(problem)}`);
  if (dryRun) {
    for (const { operation, category, name, fields } of written) {
      const fieldsText = fields.length > 0 ? `: ${fields.join(', ')}` : '';
      terminal.print(`would ${operation} ${category} ${JSON.stringify(name)}${fieldsText}`);
    }
    for (const { operation, kind, name } of writtenGroupEntries) {
      terminal.print(`would ${operation} ${kind} of text_generation ${JSON.stringify(name)}`);
    }
  }
  const { created, updated, deleted, unchanged, leftOut } = countsOf(outcome);
  const counts = `${created} created, ${updated} updated, ${deleted} deleted, ${unchanged} unchanged, ${leftOut} left out`;
  terminal.print(dryRun ? `${counts}: nothing was written (--dry-run)` : counts);
}

function formatProblem({ file, name, reason }: SourceProblem): string {
  return name === null ? `${file}: ${reason}` : `${file}: ${JSON.stringify(name)}: ${reason}`;
}
