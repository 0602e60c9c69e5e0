import { createHash } from 'node:crypto';
import { constants, createReadStream, type Stats } from 'node:fs';
import {
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  unlink,
} from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { listParentFolders } from '../../records/file-name.ts';
import { isNotedContent, type NotedContent } from './noted-content.ts';
import { Notes } from './notes.ts';

/** What pull recorded about a file when it last read or downloaded it. */
interface VerifiedFile {
  /** SHA-256 of the bytes, in hex; empty when they could not be read. */
  readonly sha256: string;
  readonly bytes: number;
  /** The file's modification time, in ms. Another value means that the file was written since. */
  readonly mtimeMs: number;
}

/** What pull recorded about a file that it fetched, verified and moved to its path. */
interface PlacedFile extends VerifiedFile {
  /**
   * The inode. Together with size and time, it identifies the file under any name. The device number may
   * change with every restart, so it is not stored. Absent in notes of older versions.
   */
  readonly inode?: number;
  /**
   * Names of the models that needed the file when a pull last selected it. Absent in notes of older versions.
   */
  readonly models?: readonly string[];
  /**
   * The file that pull wrote earlier at this path. Pull stores this note before it renames the new file: if
   * the process ends in between, the earlier file still exists and still counts as pull's own.
   */
  readonly before?: PlacedFile;
}

/** Maximum number of contents that the notes store per file. */
const maxNotedContents = 10;

/**
 * Thrown when pull may not write at a path: it is the path of a folder or of a file that pull did not write,
 * or it is outside the target folder.
 */
export class RefusedPath extends Error {}

/**
 * The subfolder for unfinished files and for notes about finished ones. No category has a folder of this
 * name.
 */
export const ownFolder = '.modelref';

/**
 * The folder with a worker's models. A file appears at its path only after it is verified. Pull does not
 * change files that others wrote, unless it may replace them.
 */
export class TargetFolder {
  readonly root: string;
  readonly ownPath: string;
  readonly #placedNotes: Notes<PlacedFile>;
  /**
   * Notes about files that others wrote or changed and that pull has hashed. Pull does not read such a file
   * again until it changes.
   */
  readonly #foreignNotes: Notes<VerifiedFile>;

  /**
   * Notes about content with another hash than the recorded one, which pull has read from a file's URLs.
   */
  readonly #contentNotes: Notes<{ readonly contents: readonly NotedContent[] }>;

  private constructor(root: string) {
    this.root = root;
    this.ownPath = join(root, ownFolder);
    this.#placedNotes = new Notes(join(this.ownPath, 'placed.json'));
    this.#foreignNotes = new Notes(join(this.ownPath, 'found.json'));
    this.#contentNotes = new Notes(join(this.ownPath, 'other-content.json'));
  }

  /** Opens the folder; creates it if it is missing. */
  static async open(path: string): Promise<TargetFolder> {
    await mkdir(join(path, ownFolder, 'parts'), { recursive: true });
    return new TargetFolder(await realpath(path));
  }

  /** Returns the path of the unfinished file for content with this hash. */
  partPath(sha256: string): string {
    return join(this.ownPath, 'parts', sha256);
  }

  /** Removes an unfinished file; with `ifEmpty`, only when it is empty. */
  async dropPart(sha256: string, ifEmpty = false): Promise<void> {
    const part = this.partPath(sha256);
    if (ifEmpty && (await lstat(part).catch(nullIfSystemError))?.size !== 0) return;
    for (const path of [part, `${part}.etag`]) await rm(path, { force: true }).catch(nullIfSystemError);
  }

  /** Removes all unfinished files. Removes only regular files named by pull, and does not follow links. */
  async dropParts(): Promise<void> {
    const parts = join(this.ownPath, 'parts');
    if ((await realpath(parts)) !== join(this.root, ownFolder, 'parts')) return;
    for (const entry of await readdir(parts, { withFileTypes: true })) {
      if (entry.isFile() && /^[0-9a-f]{64}(\.etag)?$/.test(entry.name))
        await rm(join(parts, entry.name), { force: true });
    }
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.ownPath);
    return bavail * bsize;
  }

  placedPaths(): string[] {
    return this.#placedNotes.paths();
  }

  /** Stores in the notes which models need the files that pull has written. */
  noteModels(files: Iterable<{ readonly path: string; readonly models: readonly string[] }>): Promise<void> {
    const changedNotes = new Map<string, PlacedFile>();
    for (const { path, models } of files) {
      const placedFile = this.#placedNotes.get(path);
      if (placedFile && JSON.stringify(placedFile.models) !== JSON.stringify(models))
        changedNotes.set(path, { ...placedFile, models });
    }
    return this.#placedNotes.setAll(changedNotes);
  }

  /**
   * Returns the noted content of a file's URLs. Omits invalid notes, because other programs may write to the
   * notes file.
   */
  otherContent(path: string): readonly NotedContent[] {
    const contents: unknown = this.#contentNotes.get(path)?.contents;
    return Array.isArray(contents) ? contents.slice(0, maxNotedContents).filter(isNotedContent) : [];
  }

  /** Stores the content of a file's URLs in the notes; removes the note when there is none. */
  async noteOtherContent(path: string, contents: readonly NotedContent[]): Promise<void> {
    if (contents.length === 0) await this.#contentNotes.delete(path);
    else await this.#contentNotes.set(path, { contents: contents.slice(0, maxNotedContents) });
  }

  /** Returns the names of the models that needed a file when a pull last selected it. */
  modelsOf(path: string): readonly string[] {
    const models: unknown = this.#placedNotes.get(path)?.models;
    return Array.isArray(models) ? models : [];
  }

  /**
   * Returns whether the folder has a file with this path and hash; false when the file cannot be read. Reads
   * the file only when it has changed since pull last read it.
   *
   * @param reread whether to read the file even if it is unchanged
   */
  async has(path: string, sha256: string, reread = false): Promise<boolean> {
    const target = this.#resolve(path);
    const stats = await stat(target).catch(nullIfSystemError);
    if (!stats?.isFile()) return false;
    const placedFile = this.#placedNotes.get(path);
    const note = [placedFile, placedFile?.before, this.#foreignNotes.get(path)].find(
      (each) => each && isUnchanged(stats, each),
    );
    if (note && !reread) return note.sha256 === sha256;
    const hash = await hashOf(target).catch(nullIfSystemError);
    // If the note cannot be stored, the next run reads the file again.
    await this.#noteHash(path, stats, hash).catch(nullIfSystemError);
    return hash === sha256;
  }

  /**
   * Stores the hash of a file that was just read, unless the file has changed meanwhile. If a file that pull
   * wrote is damaged, its note gets the new hash, so that the file no longer counts as verified.
   * @param hash null when the file could not be read
   */
  async #noteHash(path: string, { size: bytes, mtimeMs }: Stats, hash: string | null): Promise<void> {
    const currentStats = await stat(this.#resolve(path)).catch(nullIfSystemError);
    if (!currentStats || !isUnchanged(currentStats, { bytes, mtimeMs })) return;
    const placedFile = this.#placedNotes.get(path);
    if (placedFile && isUnchanged(currentStats, placedFile)) {
      if (placedFile.sha256 !== hash)
        await this.#placedNotes.set(path, { ...placedFile, sha256: hash ?? '' });
    } else if (hash === null) await this.#foreignNotes.delete(path);
    else await this.#foreignNotes.set(path, { sha256: hash, bytes, mtimeMs });
  }

  /**
   * Creates the parent folders of a file and checks that pull may write the file. Called before anything is
   * fetched for the file.
   * @param replace whether pull may replace a file that others wrote
   * @throws RefusedPath when pull may not write the file; disk errors
   */
  async prepare(path: string, replace: boolean): Promise<void> {
    await this.#makeFolders(path);
    const existingFile = await this.#statFile(path);
    // An empty file that pull wrote may be replaced even if others have changed it: no data is lost.
    if (existingFile === null || replace || this.#isOurs(path, existingFile, existingFile.size === 0)) return;
    throw new RefusedPath(
      `${path} already exists with other content, which pull did not download; to replace it: --replace`,
    );
  }

  /**
   * Moves an unfinished file to its path in the target folder.
   * @param part path of the unfinished file, verified and synced to disk
   * @param replace whether pull may replace a file that others wrote
   * @throws RefusedPath when pull may not write the file; disk errors
   */
  async place(part: string, path: string, sha256: string, replace = true): Promise<void> {
    // Checked again: fetching may have taken hours.
    await this.prepare(path, replace);
    const { before: _, ...before } = this.#placedNotes.get(path) ?? {};
    const { size: bytes, mtimeMs, ino: inode } = await stat(part);
    const placedFile: PlacedFile = { sha256, bytes, mtimeMs, inode };
    await this.#placedNotes.set(
      path,
      'sha256' in before ? { ...placedFile, before: before as PlacedFile } : placedFile,
    );
    const target = this.#resolve(path);
    await rename(part, target);
    await syncFolder(dirname(target));
  }

  /**
   * Copies the finished file at `path` to the unfinished file for content with this hash, so that another
   * path with the same content needs no fetch.
   */
  async copyToPart(path: string, sha256: string): Promise<void> {
    await this.dropPart(sha256);
    const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;
    await copyFile(this.#resolve(path), this.partPath(sha256), COPYFILE_EXCL | COPYFILE_FICLONE);
  }

  /**
   * Removes a file that pull wrote, and the folders that become empty. Removes no other file, and does not
   * follow links.
   *
   * @returns null when the file is gone; otherwise the reason why it was not removed
   */
  async remove(path: string): Promise<string | null> {
    const keptReason = await this.findKeepReason(path);
    if (keptReason !== null) return keptReason;
    try {
      // Not `rm`, which fails with ENOTDIR when the removal is not permitted, as if the file were gone.
      await unlink(this.#resolve(path));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      // ENOTDIR: one of its folders was replaced by a file.
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') return describeSystemError(error);
    }
    // If the note cannot be removed, it refers to no file and has no effect.
    await this.#placedNotes.delete(path).catch(nullIfSystemError);
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      if (!(await rmdir(this.#resolve(folder)).then(() => true, nullIfSystemError))) break;
    }
    return null;
  }

  /**
   * Returns the reason why pull does not remove a file; null when pull wrote the file, or the file is gone.
   */
  async findKeepReason(path: string): Promise<string | null> {
    for (let index = path.indexOf('/'); index !== -1; index = path.indexOf('/', index + 1)) {
      const folder = path.slice(0, index);
      const folderStats = await lstat(this.#resolve(folder)).catch(nullIfSystemError);
      if (folderStats?.isSymbolicLink()) return `${folder} is a link`;
    }
    const stats = await lstat(this.#resolve(path)).catch(nullIfSystemError);
    if (stats === null || this.#isOurs(path, stats)) return null;
    return 'it was not written by pull, or was changed since';
  }

  /** Returns the device and the inode of a file, following links; null when there is no file. */
  async identityOf(path: string): Promise<string | null> {
    const stats = await stat(this.#resolve(path)).catch(nullIfSystemError);
    return stats && `${stats.dev} ${stats.ino}`;
  }

  /**
   * Returns whether pull wrote the file at a path.
   * @param mayHaveChanged whether to accept a file that has changed since
   */
  #isOurs(path: string, stats: Stats, mayHaveChanged = false): boolean {
    const placedFile = this.#placedNotes.get(path);
    return [placedFile, placedFile?.before].some(
      (each) =>
        // Other programs may write to the notes, so an entry may be null.
        !!each && stats.isFile() && stats.ino === each.inode && (mayHaveChanged || isUnchanged(stats, each)),
    );
  }

  /**
   * Returns the stats of the file at a path; null when there is none.
   * @throws RefusedPath when the path is a folder; disk errors
   */
  async #statFile(path: string): Promise<Stats | null> {
    const stats = await nullIfMissing(lstat(this.#resolve(path)));
    if (!stats?.isDirectory()) return stats;
    throw new RefusedPath(`${path} was not written: a folder of this name exists.`);
  }

  /**
   * Creates the parent folders of a path one by one. Checks each before it creates the next: a link among
   * them could lead outside the target folder.
   * @throws RefusedPath when the path is outside the target folder, or a parent is a file; disk errors
   */
  async #makeFolders(path: string): Promise<void> {
    for (const name of listParentFolders(path)) {
      const folder = this.#resolve(name);
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      const realFolder = await realpath(folder);
      if (!realFolder.startsWith(this.root + sep))
        throw new RefusedPath(
          `${path} was not written: ${folder} is a link to ${realFolder}, which is outside ${this.root}.`,
        );
      if ((await stat(folder)).isDirectory()) continue;
      throw new RefusedPath(`${path} was not written: ${name} is a file that pull may not replace.`);
    }
  }

  #resolve(path: string): string {
    return join(this.root, ...path.split('/'));
  }
}

/**
 * Returns whether a file still has the size and time in a note. Times that differ by less than a millisecond
 * are equal, because some tools and disks do not store them more precisely.
 */
function isUnchanged({ size, mtimeMs }: Stats, note: Pick<VerifiedFile, 'bytes' | 'mtimeMs'>): boolean {
  return size === note.bytes && Math.abs(mtimeMs - note.mtimeMs) < 1;
}

/** Returns the SHA-256 of a file, in hex. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 }))
    hash.update(piece as Buffer);
  return hash.digest('hex');
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns whether an error comes from a call to the operating system, such as opening a file. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

const words: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'this account may not write there',
};

/**
 * Returns a user-facing text for an operating system error: a text from `words` for common errors, otherwise
 * the error's own message.
 */
export function describeSystemError({ code = '', message }: NodeJS.ErrnoException): string {
  return words[code] ? `${words[code]} (${code})` : message;
}

/** A handler for `catch`: returns null for operating system errors and rethrows all others. */
export function nullIfSystemError(error: unknown): null {
  if (isSystemError(error)) return null;
  throw error;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
