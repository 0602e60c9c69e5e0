import { randomBytes } from 'node:crypto';
import { constants, existsSync, mkdirSync, renameSync, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { OutageError, RegistryError } from '../errors.ts';
import { removeOnSignal } from './remove-on-signal.ts';

export interface AtomicWriteOptions {
  /** Whether to replace an existing file. If false, the write fails when the file exists. */
  readonly replace: boolean;
  /**
   * Paths of files that must not be overwritten. The write fails when the target is one of these files, even
   * under another name. Missing files are ignored.
   */
  readonly protectedPaths: readonly string[];
  /** The permissions of the new file, before the process's umask. */
  readonly mode: number;
}

/** A file to write. `write` writes its content; it receives the open file and the file's temporary path. */
export interface FileToWrite {
  readonly path: string;
  readonly write: (file: FileHandle, temporaryPath: string) => Promise<void>;
}

/**
 * Writes a file atomically: it appears under its name only when it is complete and synced to disk. Until then
 * it has a random name in the same directory. Creates that directory if it is missing.
 *
 * @throws RegistryError `bad_request` when the target exists and may not be replaced, or is not a regular
 *   file
 * @throws the errors of `write` and of the operating system
 */
export async function writeFileAtomically(
  path: string,
  options: AtomicWriteOptions,
  write: FileToWrite['write'],
): Promise<void> {
  await writeFilesAtomically([{ path, write }], options);
}

/**
 * Writes several files as `writeFileAtomically` does. None of them appears under its name until all are
 * complete and synced to disk.
 *
 * @throws the errors of `writeFileAtomically`. No file was replaced unless the message names the replaced
 *   files
 */
export async function writeFilesAtomically(
  files: readonly FileToWrite[],
  { replace, protectedPaths, mode }: AtomicWriteOptions,
): Promise<void> {
  const writes: { readonly target: string; readonly unfinished: string }[] = [];
  const stopCleanups: (() => void)[] = [];
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  try {
    for (const { path, write } of files) {
      const target = resolve(path);
      await checkTarget(target, replace, protectedPaths);
      makeDirectory(dirname(target));
      const temporaryPath = `${target}.${randomBytes(8).toString('hex')}.unfinished`;
      const file = await open(temporaryPath, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, mode);
      writes.push({ target, unfinished: temporaryPath });
      stopCleanups.push(removeOnSignal(temporaryPath));
      try {
        await write(file, temporaryPath);
        await file.sync();
      } finally {
        await file.close();
      }
    }
    // Checked again, because writing may have taken long.
    for (const { target } of writes) await checkTarget(target, replace, protectedPaths);
    for (const [index, { target, unfinished }] of writes.entries()) {
      try {
        // Synchronous, so that a signal ends the process before the first rename or after the last.
        if (replace) renameSync(unfinished, target);
        else await moveIntoPlace(unfinished, target);
      } catch (error) {
        throw index === 0 ? error : createPartialWriteError(writes.slice(0, index), error);
      }
    }
    for (const directory of new Set(writes.map(({ target }) => dirname(target))))
      await syncDirectory(directory);
  } finally {
    for (const { unfinished } of writes) await rm(unfinished, { force: true });
    for (const end of stopCleanups) end();
  }
}

function createPartialWriteError(
  writtenFiles: readonly { readonly target: string }[],
  error: unknown,
): OutageError {
  return new OutageError(
    'storage_unavailable',
    `Only some of the files were written: ${writtenFiles.map(({ target }) => target).join(', ')}. The others are unchanged: ${error instanceof Error ? error.message : error}`,
    { cause: error },
  );
}

async function checkTarget(
  target: string,
  replace: boolean,
  protectedPaths: readonly string[],
): Promise<void> {
  const existingStats = await returnNullIfMissing(lstat(target));
  if (existingStats === null) return;
  if (!existingStats.isFile())
    throw createTargetError(
      target,
      `is ${describeFileKind(existingStats)}; only a regular file can be replaced`,
    );
  for (const path of protectedPaths) {
    const protectedFile = await returnNullIfMissing(stat(path));
    if (protectedFile && protectedFile.ino === existingStats.ino && protectedFile.dev === existingStats.dev) {
      throw createTargetError(target, `is the same file as ${path}, which must not be changed`);
    }
  }
  if (!replace) throw createTargetError(target, 'already exists');
}

/** Returns the result of `work`, or null if the file does not exist. */
async function returnNullIfMissing(work: Promise<Stats>): Promise<Stats | null> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/**
 * Moves the finished file to its name without replacing a file. Uses a hard link, which fails if another
 * process has created a file of that name meanwhile; a rename would replace that file.
 */
async function moveIntoPlace(temporaryPath: string, target: string): Promise<void> {
  try {
    await link(temporaryPath, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw createTargetError(target, 'already exists');
    // Some file systems have no hard links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    await rename(temporaryPath, target);
  }
}

/** Syncs a directory to disk, so that the names of its files are durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function createTargetError(target: string, why: string): RegistryError {
  return new RegistryError('bad_request', `${target} was not written: it ${why}.`);
}

/** Returns the kind of a directory entry as a phrase, such as 'a directory' or 'a device'. */
export function describeFileKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isSymbolicLink()) return 'a symbolic link';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isFile() ? 'a regular file' : 'a device';
}

/**
 * Creates a directory and its missing parents. Creates them one by one, because `mkdirSync` with `recursive`
 * never returns on file systems that refuse a new directory with ENOENT, such as /proc.
 *
 * @throws RegistryError `bad_request` when a new directory would be named `<file>-wal`, `<file>-shm` or
 *   `<file>-journal` and `<file>` exists. SQLite uses these names beside a database
 * @throws the operating system's error
 */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  const stem = path.replace(/-(wal|shm|journal)$/i, '');
  if (stem !== path && existsSync(stem)) {
    throw new RegistryError(
      'bad_request',
      `${path} was not created: SQLite would treat it as part of ${stem}.`,
    );
  }
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
