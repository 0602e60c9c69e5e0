import { createHash } from 'node:crypto';
import { constants, createReadStream, readFileSync } from 'node:fs';
import { copyFile, lstat, mkdir, open, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** What was put under its name after it had been verified. */
interface Placed {
  readonly sha256: string;
  readonly bytes: number;
  /** Of the file, in milliseconds: when it is another, somebody has written it. */
  readonly mtimeMs: number;
}

/** Something that the folder cannot be given: a name that is taken, a way that leads out of it. */
export class RefusedPath extends Error {}

/** Where unfinished files are, and what is known of the finished ones. No model has a folder of this name. */
const ownFolder = '.modelref';

/**
 * The folder of a worker's models. Files appear under their names only when they were verified, and nothing
 * that others have put there is changed.
 */
export class TargetFolder {
  readonly root: string;
  readonly own: string;
  readonly #placed: Map<string, Placed>;

  private constructor(root: string, placed: Map<string, Placed>) {
    this.root = root;
    this.own = join(root, ownFolder);
    this.#placed = placed;
  }

  /** Makes the folder where there is none. */
  static async open(path: string): Promise<TargetFolder> {
    await mkdir(join(path, ownFolder, 'parts'), { recursive: true });
    const root = await realpath(path);
    return new TargetFolder(root, readPlaced(join(root, ownFolder)));
  }

  /** Where the unfinished bytes of a hash are kept, whatever file they become. */
  partPath(sha256: string): string {
    return join(this.own, 'parts', sha256);
  }

  /** The paths that this has put in place. */
  placed(): string[] {
    return [...this.#placed.keys()];
  }

  /**
   * Whether the file is there with these bytes. One that was placed and is as it was is believed, any other one
   * is read.
   * @param reread reads it in any case
   */
  async has(path: string, sha256: string, reread = false): Promise<boolean> {
    const found = await orNull(stat(this.#resolve(path)));
    if (!found?.isFile()) return false;
    const known = this.#placed.get(path);
    const isAsPlaced = known?.bytes === found.size && known.mtimeMs === found.mtimeMs;
    if (isAsPlaced && !reread) return known.sha256 === sha256;
    if ((await hashOf(this.#resolve(path))) !== sha256) return false;
    await this.#note(path, sha256);
    return true;
  }

  /** Whether something has this name that this has not put there. */
  async isForeign(path: string): Promise<boolean> {
    const found = await orNull(lstat(this.#resolve(path)));
    if (found === null) return false;
    const known = this.#placed.get(path);
    return !(found.isFile() && known?.bytes === found.size && known.mtimeMs === found.mtimeMs);
  }

  /**
   * Gives verified bytes their name.
   * @param part on the disk already
   * @throws RefusedPath when the way to it leads out of the folder
   */
  async place(part: string, path: string, sha256: string): Promise<void> {
    const target = this.#resolve(path);
    await this.#makeFolders(path);
    const taken = await orNull(lstat(target));
    if (taken?.isDirectory())
      throw new RefusedPath(`${path} is not written: there is a folder of this name.`);
    await rename(part, target);
    await syncFolder(dirname(target));
    await this.#note(path, sha256);
  }

  /** Begins a file with the bytes of another one that is in its place. */
  async copyToPart(path: string, sha256: string): Promise<void> {
    await copyFile(this.#resolve(path), this.partPath(sha256), constants.COPYFILE_FICLONE);
  }

  /** Removes a file that this has put there, and the folders that are empty then. */
  async remove(path: string): Promise<void> {
    if (!this.#placed.has(path)) return;
    if (!(await this.isForeign(path))) await rm(this.#resolve(path), { force: true });
    this.#placed.delete(path);
    await this.#save();
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      await rmdir(this.#resolve(folder)).catch(() => {});
    }
  }

  /** Step by step, so that nothing is made behind a link that leads elsewhere. */
  async #makeFolders(path: string): Promise<void> {
    let folder = this.root;
    for (const name of path.split('/').slice(0, -1)) {
      folder = join(folder, name);
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      const real = await realpath(folder);
      if (real.startsWith(this.root + sep)) continue;
      throw new RefusedPath(
        `${path} is not written: ${folder} leads to ${real}, which is not in ${this.root}.`,
      );
    }
  }

  #resolve(path: string): string {
    return join(this.root, ...path.split('/'));
  }

  async #note(path: string, sha256: string): Promise<void> {
    const { size, mtimeMs } = await stat(this.#resolve(path));
    this.#placed.set(path, { sha256, bytes: size, mtimeMs });
    await this.#save();
  }

  #saving: Promise<void> = Promise.resolve();

  /** One after the other, so that the last state is what stays. One that fails holds up no later one. */
  #save(): Promise<void> {
    const saved = this.#saving.then(async () => {
      const unfinished = join(this.own, 'placed.json.new');
      {
        await using file = await open(unfinished, 'w');
        await file.writeFile(JSON.stringify(Object.fromEntries(this.#placed)));
        await file.sync();
      }
      await rename(unfinished, join(this.own, 'placed.json'));
    });
    this.#saving = saved.catch(() => {});
    return saved;
  }
}

function readPlaced(own: string): Map<string, Placed> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(join(own, 'placed.json'), 'utf8'))));
  } catch {
    // Nothing was placed yet; without the list, files are read again.
    return new Map();
  }
}

/** SHA-256 of a file, in hex. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 }))
    hash.update(piece as Buffer);
  return hash.digest('hex');
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** What a host said of the bytes that are there so far; null when it was not asked. */
export async function readNote(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
