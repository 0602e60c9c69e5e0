import { join } from 'node:path';
import pLimit from 'p-limit';
import type { ModelrefClient } from '#client';
import { createGuardedFetcher } from '../../outside/guarded/guarded-fetcher.ts';
import { lockFolder } from '../../store/lock-folder.ts';
import type { PullFlags } from '../pull.ts';
import { formatBytes, printJson } from '../remote/output.ts';
import { createClient } from '../remote/registry.ts';
import { CommandFailed, type Terminal, UsageError } from '../terminal.ts';
import { FetchFailure, type FetchOptions, fetchFile, type Sources } from './fetch-file.ts';
import { type FileToPull, listFilesToPull } from './files-to-pull.ts';
import type { NotedContent } from './noted-content.ts';
import { describeOtherContent, type FoundContent, proposeContent } from './other-content.ts';
import {
  confirmRemoval,
  createProgressView,
  findUnselectedFiles,
  type PullEvents,
  printPlan,
  removeUnselected,
  sumBytes,
} from './output.ts';
import { askSizes, selectModels } from './select-models.ts';
import {
  describeSystemError,
  isSystemError,
  nullIfSystemError,
  RefusedPath,
  TargetFolder,
} from './target-folder.ts';

/**
 * Runs `modelref pull`: fetches the files of the selected models into the folder at `path`.
 *
 * @throws CommandFailed when a file could not be fetched
 */
export async function runPull(terminal: Terminal, options: PullFlags, path: string): Promise<void> {
  const client = createClient(terminal, options);
  const unselectedCategory = [...(options.folder?.keys() ?? [])].find(
    (each) => !options.category.includes(each),
  );
  if (unselectedCategory !== undefined) {
    throw new UsageError(
      `--folder names category '${unselectedCategory}', which --category does not select.`,
    );
  }
  if (options.propose) await checkMayPropose(client, options);
  const { models, others } = await selectModels(client, options);
  const folder = await TargetFolder.open(path).catch((error: unknown) => {
    throw isSystemError(error)
      ? new CommandFailed(`${path} cannot be used: ${describeSystemError(error)}`)
      : error;
  });
  using _ = lockForPull(folder.ownPath);
  const tokens = tokensOf(terminal);
  const fetcherOptions = { allowedHosts: options.allowHost ?? [], atOnce: options.atOnce };
  const fetcher = createGuardedFetcher(fetcherOptions);
  const fetcherWithTokens = createGuardedFetcher({ ...fetcherOptions, tokens });
  try {
    const sizes = options.sizes ? await askSizes(models, fetcher, options.atOnce) : new Map<string, number>();
    const folderOf = (category: string) => options.folder?.get(category) ?? category;
    const { budget, largestUnknown } = options;
    const selection = listFilesToPull(models, { folderOf, budget, others, sizes, largestUnknown });
    for (const problem of selection.problems) terminal.note(`Left out: ${problem}`);
    for (const model of selection.leftOut) terminal.note(`Not within the budget: ${model}`);
    const plan = await planPull(folder, selection.files, options.check);
    const unselectedFiles = options.prune
      ? await findUnselectedFiles(folder, selection)
      : { removable: [], keptReasons: [], placedCount: 0 };
    if (selection.files.length === 0 && unselectedFiles.removable.length > 0) {
      throw new CommandFailed(
        `Nothing was done: no file is selected, so --prune would remove all ${unselectedFiles.removable.length} files of earlier pulls.`,
      );
    }
    if (options.dryRun) return printPlan(terminal, options, selection, plan.missingFiles, unselectedFiles);
    await checkFreeSpace(folder, plan.missingFiles);
    const removal = options.prune ? await confirmRemoval(terminal, options, unselectedFiles) : 'no';
    const view = createProgressView(terminal, options.json);
    const pullResult = await pull(
      folder,
      plan,
      {
        withoutTokens: fetcher,
        withTokens: fetcherWithTokens,
        hasToken: (host) => tokens[host] !== undefined,
      },
      {
        atOnce: options.atOnce,
        replace: options.replace,
        propose: options.propose,
        ...view.options,
      },
    ).finally(() => view.stop());
    const { existingFiles, fetched, wrongRecords } = pullResult;
    for (const sentence of wrongRecords) terminal.note(sentence);
    const { failures, otherContent } = pullResult;
    for (const content of otherContent) terminal.note(describeOtherContent(content));
    if (options.propose) {
      const unfetchedContent = otherContent.filter(({ file }) => !fetched.includes(file));
      const proposedContent = await proposeContent(terminal, client, models, unfetchedContent);
      const contentsToNote = unfetchedContent.filter((content) =>
        proposedContent.some(({ url, file }) => url === content.url && file.sha256 === content.file.sha256),
      );
      await noteProposedContent(folder, contentsToNote).catch(nullIfSystemError);
    }
    await folder.noteModels([...existingFiles, ...fetched]).catch(nullIfSystemError);
    const { removed, kept } = await removeUnselected(
      folder,
      unselectedFiles,
      removal === 'now' && failures.length === 0,
    );
    const mayDropParts = removal === 'now' || (options.prune && unselectedFiles.removable.length === 0);
    if (mayDropParts && failures.length === 0 && selection.files.length > 0)
      await folder.dropParts().catch(nullIfSystemError);
    if (failures.length > 0 && unselectedFiles.removable.length > 0) {
      terminal.note('Nothing was removed, because not all files were downloaded.');
    }
    if (options.json) {
      const pathsOf = (files: readonly FileToPull[]) => files.map((file) => file.path);
      const { problems, leftOut } = selection;
      const summary = {
        there: pathsOf(existingFiles),
        fetched: pathsOf(fetched),
        removed,
        kept,
        failures,
        problems,
        wrongRecords,
        otherContent: otherContent.map(({ file: { path, models }, ...content }) => ({
          path,
          models,
          ...content,
        })),
        leftOut,
      };
      printJson(terminal, summary);
    } else {
      for (const path of removed) terminal.print(`Removed ${path}`, 'yellow');
      for (const sentence of kept) terminal.note(sentence);
      terminal.print(
        `${fetched.length} fetched, ${existingFiles.length} already present, ${failures.length} failed.`,
      );
    }
    for (const failure of failures) terminal.note(`Not fetched: ${failure}`);
    if (failures.length > 0) throw new CommandFailed(`Files that could not be fetched: ${failures.length}`);
    if (removal === 'too many')
      throw new CommandFailed(
        `Files kept because there are too many to remove: ${unselectedFiles.removable.length}`,
      );
  } finally {
    await Promise.all([fetcher.close(), fetcherWithTokens.close()]);
  }
}

/**
 * Checks, before anything is fetched, that the user may propose changes.
 * @throws UsageError for a dry run; ApiError for an invalid key; CommandFailed for a key that may not propose
 */
async function checkMayPropose(client: ModelrefClient, { dryRun }: PullFlags): Promise<void> {
  if (dryRun)
    throw new UsageError(
      '--propose cannot be combined with --dry-run: it proposes hashes of downloaded files.',
    );
  const { roles } = await client.roles();
  if (!roles.includes('requestor')) throw new CommandFailed('--propose needs the key of a requestor.');
}

/** Records which content was proposed, so that later runs with `--propose` need not read it again. */
async function noteProposedContent(
  folder: TargetFolder,
  proposedContent: readonly FoundContent[],
): Promise<void> {
  for (const [{ path, sha256 }, contents] of Map.groupBy(proposedContent, ({ file }) => file)) {
    const urls = contents.map(({ url }) => url);
    const notes = folder
      .otherContent(path)
      .map((note) => (urls.includes(note.url) ? { ...note, proposedFor: sha256 } : note));
    await folder.noteOtherContent(path, notes);
  }
}

function tokensOf({ environment }: Terminal): Record<string, string> {
  const tokensJson = environment.MODELREF_PULL_TOKENS;
  if (!tokensJson) return {};
  try {
    const tokens = JSON.parse(tokensJson) as Record<string, string>;
    if (Object.values(tokens).every((token) => typeof token === 'string')) return tokens;
  } catch {
    // Reported below, without the value, which may be a token.
  }
  throw new CommandFailed('MODELREF_PULL_TOKENS must be JSON: {"<host>":"<token>"}.');
}

/**
 * Checks that the missing files fit on the disk. Ignores files of unknown size. Also ignores a file that
 * alone is larger than the free space: only its own fetch will fail.
 *
 * @throws CommandFailed when the other files together are larger than the free space
 */
async function checkFreeSpace(folder: TargetFolder, missingFiles: readonly FileToPull[]): Promise<void> {
  const freeBytes = await folder.freeBytes();
  const neededBytes = sumBytes(missingFiles.filter(({ bytes }) => (bytes ?? 0) <= freeBytes));
  if (neededBytes <= freeBytes) return;
  throw new CommandFailed(
    `Not enough disk space: ${formatBytes(neededBytes)} must be downloaded, but only ${formatBytes(freeBytes)} is free. Select fewer models, or set a --budget.`,
  );
}

export interface PullOptions
  extends Omit<FetchOptions, 'onProgress' | 'onRetry' | 'replace'>,
    Partial<PullEvents> {
  readonly atOnce: number;
  /** Whether pull may overwrite an existing file that it did not write and whose content differs. */
  readonly replace: boolean;
  /**
   * Whether to propose changes for content whose hash differs from the recorded one. If so, content that is
   * known only from the notes of an earlier run is read again, because the notes may be wrong. Default:
   * false.
   */
  readonly propose?: boolean;
}

/**
 * The files to pull. `existingFiles`: those that the folder has. `missingFiles`: those that are missing or
 * have different content.
 */
export interface PullPlan {
  readonly existingFiles: readonly FileToPull[];
  readonly missingFiles: readonly FileToPull[];
}

/**
 * Checks which files the folder already has.
 *
 * @param check whether to read every file. False: skips files that have not changed since pull last read or
 *   wrote them
 */
export async function planPull(
  folder: TargetFolder,
  files: readonly FileToPull[],
  check: boolean,
): Promise<PullPlan> {
  const [existingFiles, missingFiles]: [FileToPull[], FileToPull[]] = [[], []];
  for (const file of files) {
    if (await folder.has(file.path, file.sha256, check)) existingFiles.push(file);
    else missingFiles.push(file);
  }
  return { existingFiles, missingFiles };
}

/**
 * Fetches the missing files, several at a time. A file that fails does not stop the others.
 *
 * @returns `existingFiles`, the files that already existed; `fetched`, the files fetched now; `failures`, a
 *   message for each file that failed; `wrongRecords`, a message for each fetched file whose recorded size is
 *   wrong; `otherContent`, the content of URLs that does not have the recorded hash
 */
export async function pull(
  folder: TargetFolder,
  { existingFiles, missingFiles }: PullPlan,
  sources: Sources,
  options: PullOptions,
) {
  const { atOnce, replace, onFile, onProgress, onRetry, propose = false, ...fetchOptions } = options;
  const fetchedFiles: FileToPull[] = [];
  const failures: string[] = [];
  const wrongRecords: string[] = [];
  const otherContent: FoundContent[] = [];
  const limit = pLimit(atOnce);
  await Promise.all(
    Array.from(groupByHash(missingFiles), (group) =>
      limit(async () => {
        let firstFile: FileToPull | null = null;
        for (const file of group) {
          try {
            await folder.prepare(file.path, replace);
            if (firstFile) await folder.copyToPart(firstFile.path, file.sha256);
            onFile?.(file, 'begun');
            const earlierNotes = folder.otherContent(file.path);
            const newNotes = new Map<string, NotedContent>();
            const fetchPromise = fetchFile(folder, file, sources, {
              ...fetchOptions,
              knownContents: [
                ...(propose
                  ? earlierNotes.filter(({ proposedFor }) => proposedFor === file.sha256)
                  : earlierNotes),
                ...otherContent.filter((content) => content.isRead && content.file.sha256 === file.sha256),
              ],
              onOtherContent: (content, isRead) => {
                const { url, etag, sha256, bytes } = content;
                const proposedHash = earlierNotes.find((note) => note.url === url && !isRead)?.proposedFor;
                newNotes.set(url, {
                  url,
                  etag,
                  sha256,
                  bytes,
                  ...(proposedHash && { proposedFor: proposedHash }),
                });
                otherContent.push({ url, etag, sha256, bytes, file, isRead });
              },
              replace,
              onProgress: (bytes, totalBytes) => onProgress?.(file, bytes, totalBytes),
              onRetry: (reason, seconds) => onRetry?.(file, reason, seconds),
            });
            const length = await fetchPromise.finally(() =>
              noteFoundContent(folder, file, earlierNotes, newNotes),
            );
            if (file.statedBytes !== null && file.statedBytes !== length)
              wrongRecords.push(wrongSizeMessage(file, length));
            fetchedFiles.push(file);
            firstFile ??= file;
            onFile?.(file, 'fetched');
          } catch (error) {
            failures.push(describeFailure(file, error));
            // After a disk error, frees the space. Otherwise keeps the bytes, if any, so that the next run
            // can resume.
            await folder.dropPart(file.sha256, !isSystemError(error));
            onFile?.(file, 'failed');
          }
        }
      }),
    ),
  );
  return { existingFiles, fetched: fetchedFiles, failures, wrongRecords, otherContent };
}

/**
 * Replaces the notes about a file's URLs with the results of a run. Keeps the notes of URLs that the run
 * could not read, and removes those of URLs that the file no longer has.
 */
async function noteFoundContent(
  folder: TargetFolder,
  { path, urls }: FileToPull,
  earlierNotes: readonly NotedContent[],
  newNotes: ReadonlyMap<string, NotedContent>,
): Promise<void> {
  const keptNotes = earlierNotes.filter(({ url }) => urls.includes(url) && !newNotes.has(url));
  const newestNotes = [...newNotes.values()].filter(({ etag }) => etag !== null);
  if (earlierNotes.length > 0 || newestNotes.length > 0)
    await folder.noteOtherContent(path, [...newestNotes, ...keptNotes]).catch(nullIfSystemError);
}

const wrongSizeMessage = ({ path, models, statedBytes }: FileToPull, length: number) =>
  `${path} has a wrong size in the record of ${models.join(', ')}: ${statedBytes} bytes; the file with its SHA-256 has ${length}.`;

/**
 * Returns the reason why a file failed.
 * @throws the error itself when it is an unexpected error
 */
function describeFailure({ path }: FileToPull, error: unknown): string {
  if (error instanceof FetchFailure || error instanceof RefusedPath) return error.message;
  if (isSystemError(error)) return `${path} was not written: ${describeSystemError(error)}`;
  throw error;
}

/**
 * Groups files by SHA-256. Pull creates the files of a group one after another: it fetches the first and
 * copies it for the rest.
 */
function groupByHash(files: Iterable<FileToPull>): Iterable<FileToPull[]> {
  return Map.groupBy(files, ({ sha256 }) => sha256).values();
}

/**
 * Locks the folder of `pull`, so that only one process uses it.
 *
 * @param folder has to exist
 * @throws CommandFailed when another process holds the lock, or the folder cannot be locked
 */
export function lockForPull(folder: string): Disposable {
  let lock: Disposable | null;
  try {
    lock = lockFolder(folder);
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
  if (lock) return lock;
  throw new CommandFailed(
    `Another modelref pull is already running in this folder (${join(folder, 'lock')} is locked).`,
  );
}
