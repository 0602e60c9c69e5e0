import { MultiBar, Presets } from 'cli-progress';
import { listParentFolders } from '../../records/file-name.ts';
import type { PullFlags } from '../pull.ts';
import { formatBytes, printJson } from '../remote/output.ts';
import type { Terminal } from '../terminal.ts';
import type { FilesToPull, FileToPull } from './files-to-pull.ts';
import type { TargetFolder } from './target-folder.ts';

export function printPlan(
  terminal: Terminal,
  { json }: Pick<PullFlags, 'json'>,
  { files, problems, leftOut }: FilesToPull,
  missingFiles: readonly FileToPull[],
  { removable, keptReasons }: UnselectedFiles,
): void {
  const unknownSizes = missingFiles.filter(({ bytes }) => bytes === null).length;
  if (json) {
    printJson(terminal, {
      missing: missingFiles,
      there: files.length - missingFiles.length,
      bytes: sumBytes(missingFiles),
      unknown: unknownSizes,
      remove: removable,
      kept: keptReasons,
      problems,
      leftOut,
    });
    return;
  }
  for (const { path, bytes } of missingFiles) {
    terminal.print(`${path}  ${bytes === null ? 'size unknown' : formatBytes(bytes)}`);
  }
  for (const path of removable) terminal.print(`${path}  would be removed`, 'yellow');
  for (const sentence of keptReasons) terminal.note(sentence);
  const unknownSizesText =
    unknownSizes > 0 ? ` and ${unknownSizes} files of unknown size (--sizes asks their hosts)` : '';
  terminal.print(
    `${missingFiles.length} of ${files.length} files are missing: ${formatBytes(sumBytes(missingFiles))}${unknownSizesText}.`,
    'bold',
  );
}

export interface PullEvents {
  readonly onFile: (file: FileToPull, state: 'begun' | 'fetched' | 'failed') => void;
  readonly onRetry: (file: FileToPull, reason: string, seconds: number) => void;
  readonly onProgress: (file: FileToPull, bytes: number, totalBytes: number | null) => void;
}

interface View {
  readonly options: PullEvents;
  stop(): void;
}

/**
 * On a terminal, shows a progress bar for each file. Otherwise prints a line when a file begins, is retried,
 * and is fetched.
 */
export function createProgressView({ screen, print, note }: Terminal, json: boolean): View {
  const bars = screen
    ? new MultiBar(
        {
          format: '{bar} {percentage} %  {size}  {path}',
          stream: screen,
          clearOnComplete: true,
          hideCursor: true,
        },
        Presets.shades_classic,
      )
    : null;
  const barsByPath = new Map<string, ReturnType<MultiBar['create']>>();
  return {
    options: {
      onProgress({ path }, bytes, totalBytes) {
        const facts = { path: path.slice(-50), size: formatBytes(bytes) };
        const bar = barsByPath.get(path) ?? bars?.create(totalBytes ?? 0, bytes, facts);
        if (!bar) return;
        barsByPath.set(path, bar);
        bar.setTotal(totalBytes ?? bytes);
        bar.update(bytes, facts);
      },
      onRetry({ path }, reason, seconds) {
        if (!bars) note(`${path} is asked for again in ${seconds} s: ${reason.replace(/\s+/g, ' ')}`);
      },
      onFile({ path, bytes }, state) {
        if (state === 'begun') {
          if (!bars) note(`Fetching ${path} (${bytes === null ? 'size unknown' : formatBytes(bytes)})`);
          return;
        }
        const bar = barsByPath.get(path);
        if (bar) bars?.remove(bar);
        if (!json && !bars && state === 'fetched') print(`Fetched ${path}`, 'green');
      },
    },
    stop: () => bars?.stop(),
  };
}

export const sumBytes = (files: readonly FileToPull[]) =>
  files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);

/**
 * Files that an earlier pull wrote into the folder and that are no longer selected. `removable`: the paths of
 * the files that `--prune` removes.
 */
interface UnselectedFiles {
  readonly removable: readonly string[];
  /** A message for each file that `--prune` does not remove, with the reason. */
  readonly keptReasons: readonly string[];
  /** Number of files that pull has written into the folder, selected or not. */
  readonly placedCount: number;
}

export async function findUnselectedFiles(
  folder: TargetFolder,
  {
    files,
    protectedPaths,
    protectedModels,
  }: Pick<FilesToPull, 'files' | 'protectedPaths' | 'protectedModels'>,
): Promise<UnselectedFiles> {
  const selectedPaths = new Set([...files.map(({ path }) => path), ...protectedPaths]);
  // A selected file may exist under another name too: a link, or a different case on case-insensitive disks.
  const selectedIdentities = new Set<string | null>();
  for (const path of selectedPaths) selectedIdentities.add(await folder.identityOf(path));
  const removable: string[] = [];
  const keptReasons: string[] = [];
  let placedCount = 0;
  for (const path of folder.placedPaths()) {
    const identity = await folder.identityOf(path);
    if (identity !== null) placedCount++;
    if (selectedPaths.has(path)) continue;
    const keptReason = listParentFolders(path).some((name) => protectedPaths.has(name))
      ? 'a selected model in its folder has invalid file names'
      : await folder.findKeepReason(path);
    const model = folder.modelsOf(path).find((each) => protectedModels.has(each));
    if (keptReason !== null) keptReasons.push(`${path} stays: ${keptReason}.`);
    else if (identity === null) continue;
    else if (model !== undefined)
      keptReasons.push(`${path} stays: its model ${model} now has files that cannot be fetched.`);
    else if (selectedIdentities.has(identity))
      keptReasons.push(`${path} stays: it is the same file as a selected one.`);
    else removable.push(path);
  }
  return { removable, keptReasons, placedCount };
}

/** Number of files that an unattended run removes regardless of their share. */
const maxUnattendedFiles = 5;

/**
 * Prints the files that `--prune` would remove, and returns whether to remove them. Asks the user on a
 * terminal. Does not ask with `--yes`, or when the input or output is not a terminal: `--prune` itself then
 * counts as consent. Returns `too many` when nobody can be asked, `--yes` is absent, and the files are so
 * many that the registry may have lost records.
 */
export async function confirmRemoval(
  terminal: Terminal,
  { json, yes }: Pick<PullFlags, 'json' | 'yes'>,
  { removable, placedCount }: UnselectedFiles,
): Promise<'now' | 'too many' | 'no'> {
  if (removable.length === 0) return 'no';
  for (const path of removable) {
    if (json) terminal.note(`${path}  would be removed`);
    else terminal.print(`${path}  would be removed`, 'yellow');
  }
  const shareText = `${removable.length} of the ${placedCount} files that pull has placed`;
  if (yes) return 'now';
  if (terminal.confirm && terminal.printsToTerminal)
    return (await terminal.confirm(`Remove ${shareText}?`)) ? 'now' : 'no';
  if (removable.length <= maxUnattendedFiles || removable.length * 2 <= placedCount) return 'now';
  terminal.note(
    `Not removed: ${shareText}, more than half: the registry may have lost records. To remove them anyway: --yes`,
  );
  return 'too many';
}

/**
 * Removes the files in `removable`, or none when `mayRemove` is false. Checks each file again just before
 * removal, because it may have been replaced.
 * @returns the paths of the removed files, and a message for each file that cannot be removed
 */
export async function removeUnselected(
  folder: TargetFolder,
  { removable, keptReasons }: UnselectedFiles,
  mayRemove: boolean,
): Promise<{ removed: string[]; kept: string[] }> {
  const removalResult = { removed: [] as string[], kept: [...keptReasons] };
  if (!mayRemove) return removalResult;
  for (const path of removable) {
    const keptReason = await folder.remove(path);
    if (keptReason === null) removalResult.removed.push(path);
    else removalResult.kept.push(`${path} stays: ${keptReason}.`);
  }
  return removalResult;
}
