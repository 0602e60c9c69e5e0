import { hash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import { RegistryError } from '../../kernel/errors.ts';
import { describeFileKind, syncDirectory } from '../../kernel/files/atomic-write.ts';
import { readRegularFile } from '../../kernel/files/read-regular-file.ts';
import { manifestBounds } from '../../kernel/transparency/edition-manifest.ts';
import { lockFolder } from '../../store/lock-folder.ts';

/** The files of an edition: maps each file's path to the name of the object with its bytes. */
export type Layout = ReadonlyMap<string, string>;
/** A directory of an edition: maps each name to the name of an object, or to a subdirectory. */
type Tree = Map<string, string | Tree>;
/** The links in a directory: name and target. */
type Entries = readonly (readonly [name: string, target: string])[];

const [keptSeconds, keptEditions] = [86_400, 200];
const editionName = /^\d+-[0-9a-f]{16}$/;
const treeName = /^[0-9a-f]{32}$/;
const objectNames = /^([\w-]{43}|[0-9a-f]{64}|W\.[\w.-]+\.[0-9a-f]{64})(\.gz|\.br)?$/;
const unfinishedName = /^\.unfinished-[0-9a-f]{16}$/;

/**
 * Limits concurrency to two, so that a hanging file system blocks at most two of the four threads of Node's
 * pool and the service continues.
 */
const writeLimiter = pLimit(2);

/**
 * The folder of editions. The process that publishes opens the folder, and holds its lock until the
 * `EditionFolder` is disposed.
 *
 * - `objects/<name>`: the bytes of a file. Servers read the ETag from the name
 * - `trees/<hash>/`: a directory of editions, with links to objects and trees
 * - `trees/all/<name>`: a link to each object and tree. The links in directories are hard links to these
 *   links. An object or tree is in use if the link count is above 1
 * - `editions-of-<registry>/<id>/`: the root of an edition. The name shows which registry the folder belongs
 *   to
 * - `current`: the link to the newest edition
 */
export class EditionFolder {
  readonly #root: string;
  readonly #editions: string;
  readonly #lock: Disposable;
  /** The names in `trees/all`, and those of the latest published edition. */
  #names = new Set<string>();
  #live = new Set<string>();
  /** The newest edition, and the text of its manifest; null before the first. */
  newest: { readonly name: string; readonly manifest: string } | null = null;

  private constructor(root: string, editions: string, lock: Disposable) {
    this.#root = root;
    this.#editions = editions;
    this.#lock = lock;
  }

  /**
   * Opens the folder at `path`. Creates the folder and its subdirectories if they are missing, but not its
   * parent folders.
   *
   * @param registry the name of the registry's key
   * @returns null when another process publishes in the folder
   * @throws RegistryError `bad_request` when the folder has other content, such as editions of another
   *   registry, or has links in place of directories, and when its parent folder does not exist. Also throws errors of the operating system
   */
  static async open(path: string, registry: string): Promise<EditionFolder | null> {
    await fs.mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw createRefusal(path, 'the folder above it does not exist');
      ignoreError('EEXIST')(error);
    });
    const root = await fs.realpath(path);
    const marker = `editions-of-${registry}`;
    for (const mayCreate of [true, false]) {
      const names = await fs.readdir(root);
      const [foundMarker = names.find((name) => name !== 'lost+found'), ...otherMarkers] = names.filter(
        (name) => name.startsWith('editions-of-'),
      );
      if (mayCreate && foundMarker === undefined) await makeDirectory(join(root, marker));
      else if (foundMarker !== marker || otherMarkers.length > 0)
        throw createRefusal(
          path,
          `it holds ${foundMarker}; allowed: an empty folder, or one in which only this registry publishes`,
        );
    }
    await checkKind(join(root, 'lock'), 'a regular file');
    await checkKind(join(root, 'current'), 'a symbolic link');
    const lock = lockFolder(root);
    if (lock === null) return null;
    const folder = new EditionFolder(root, marker, lock);
    try {
      for (const name of [marker, 'objects', 'trees', 'trees/all']) {
        await checkKind(join(root, name), 'a directory');
        await makeDirectory(join(root, name)).catch(ignoreError('EEXIST'));
      }
      folder.#names = new Set(await fs.readdir(join(root, 'trees/all')));
      const current = await fs.readlink(join(root, 'current')).catch(ignoreError('ENOENT'));
      const manifest =
        current && (await readRegularFile(join(root, 'current/manifest.json'), manifestBounds.bytes));
      if (manifest) {
        // Without hard links, every object and tree would appear unused.
        if ((await fs.lstat(join(root, 'current/manifest.json'))).nlink < 2)
          throw createRefusal(path, 'its hard links are lost, as in a copy; allowed: an empty folder');
        folder.newest = { name: basename(current), manifest };
      }
      return folder;
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  }

  has(object: string): boolean {
    return this.#names.has(object);
  }

  /**
   * Stores the objects that are not in the folder yet. An object appears under its name only when it is
   * complete and synced to disk.
   */
  async add(objects: ReadonlyMap<string, Buffer>): Promise<void> {
    const missingObjects = [...objects].filter(([name]) => !this.has(name));
    await runForAll(missingObjects, ([name, bytes]) =>
      this.#finished(join('objects', name), (unfinished) =>
        writeLimiter(async () => {
          await fs.writeFile(unfinished, bytes, { flag: 'wx', flush: true });
          await fs.chmod(unfinished, 0o644);
        }),
      ),
    );
    await this.#link(missingObjects.map(([name]) => `../../objects/${name}`));
  }

  /**
   * Creates an edition of stored objects, then points the link `current` to it. @param eventId the number
   * with which the name of the edition begins
   * @returns the name of the edition
   */
  async publish(eventId: number, layout: Layout): Promise<string> {
    this.#live = new Set();
    const { entries, id } = await this.#putTrees(createTree(layout));
    const name = `${eventId}-${id.slice(0, 16)}`;
    if (name === this.newest?.name) return name;
    const edition = join(this.#editions, name);
    await this.#makeTree(edition, entries);
    for (const directory of ['objects', 'trees/all', 'trees', this.#editions])
      await syncDirectory(this.#path(directory));
    await this.#finished('current', (unfinished) => fs.symlink(edition, unfinished));
    await syncDirectory(this.#root);
    const [replacedEdition, now] = [this.newest, new Date()];
    // The retention of an edition begins when it is replaced.
    if (replacedEdition)
      await fs
        .utimes(this.#path(this.#editions, replacedEdition.name), now, now)
        .catch(ignoreError('ENOENT'));
    this.newest = { name, manifest: replacedEdition?.manifest ?? '' };
    return name;
  }

  /**
   * Removes objects and trees that no retained edition needs. A replaced edition is retained for one day, but
   * only while it is among the 200 newest. A change has up to two editions: the second adds the compressed
   * forms.
   *
   * @param now Unix seconds
   * @param mayGoOn called before each removal; when it returns false, the sweep ends early @returns whether
   *   the sweep is complete
   */
  async sweep(now: number, mayGoOn: () => boolean = () => true): Promise<boolean> {
    const ages: (readonly [name: string, age: number])[] = [];
    for (const name of await fs.readdir(this.#path(this.#editions))) {
      if (unfinishedName.test(name)) await this.#remove(this.#editions, name);
      else if (editionName.test(name) && name !== this.newest?.name)
        ages.push([name, now - (await fs.lstat(this.#path(this.#editions, name))).mtimeMs / 1000]);
    }
    ages.sort(([, a], [, b]) => a - b);
    for (const [at, [name, age]] of ages.entries()) {
      if (age <= keptSeconds && at < keptEditions) continue;
      if (!mayGoOn()) return false;
      await this.#removeWhole(this.#editions, name);
    }
    // The removal of a tree frees the trees and objects below it, so the search repeats until nothing is
    // freed.
    for (let removedCount = -1; removedCount !== 0; ) {
      removedCount = 0;
      for (const name of this.#names) {
        if (!mayGoOn()) return false;
        if (this.#live.has(name) || (await fs.lstat(this.#path('trees/all', name))).nlink > 1) continue;
        await this.#remove('trees/all', name);
        this.#names.delete(name);
        if (treeName.test(name)) await this.#removeWhole('trees', name);
        removedCount += 1;
      }
    }
    for (const [folder, own] of [
      ['trees', treeName],
      ['objects', objectNames],
    ] as const)
      for (const name of await fs.readdir(this.#path(folder))) {
        if (!mayGoOn()) return false;
        if (unfinishedName.test(name) || (own.test(name) && !this.has(name)))
          await this.#removeWhole(folder, name);
      }
    return true;
  }

  [Symbol.dispose](): void {
    this.#lock[Symbol.dispose]();
  }

  #path(...steps: string[]): string {
    return join(this.#root, ...steps);
  }

  /** Removes a file or a directory. Of a link, removes only the link itself. */
  #remove(...steps: string[]): Promise<void> {
    return fs.rm(this.#path(...steps), { recursive: true, force: true });
  }

  /**
   * Removes a file or a directory. Renames it first, so that no reader finds it partly removed, even if the
   * process is killed.
   */
  async #removeWhole(folder: string, name: string): Promise<void> {
    const unfinished = createRandomName();
    const path = this.#path(folder, unfinished);
    await fs.rename(this.#path(folder, name), path).catch(ignoreError('ENOENT'));
    await this.#remove(folder, unfinished);
  }

  /** Calls `make` to create a file, directory or link under a temporary name, then renames it to `path`. */
  async #finished(path: string, make: (unfinished: string) => Promise<void>): Promise<void> {
    const unfinished = this.#path(path, '..', createRandomName());
    try {
      await make(unfinished);
      await writeLimiter(() => fs.rename(unfinished, this.#path(path)));
    } catch (error) {
      await fs.rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Creates the missing trees of a directory's subdirectories. Returns the directory's own entries, and the
   * hash of these entries.
   */
  async #putTrees(tree: Tree): Promise<{ entries: Entries; id: string }> {
    const entries = await runForAll([...tree], async ([name, below]) => {
      let target = `../../objects/${below}`;
      if (typeof below !== 'string') {
        const { entries: inside, id } = await this.#putTrees(below);
        target = `../../trees/${id}`;
        if (!this.has(id)) await this.#makeTree(join('trees', id), inside);
        await this.#link([target]);
      }
      this.#live.add(basename(target));
      return [name, target] as const;
    });
    return { entries, id: hash('sha256', JSON.stringify(entries)).slice(0, 32) };
  }

  /**
   * Creates a directory of links to entries of `trees/all`. Keeps an existing directory of this name, because
   * it has the same links. File systems report an existing directory as ENOTEMPTY or as EEXIST.
   */
  async #makeTree(path: string, entries: Entries): Promise<void> {
    await this.#finished(path, async (unfinished) => {
      await writeLimiter(() => makeDirectory(unfinished));
      await runForAll(entries, ([name, target]) =>
        writeLimiter(() => fs.link(this.#path('trees/all', basename(target)), join(unfinished, name))),
      );
      await writeLimiter(() => syncDirectory(unfinished));
    }).catch(ignoreError('ENOTEMPTY', 'EEXIST'));
  }

  async #link(targets: readonly string[]): Promise<void> {
    await runForAll(targets, async (target) => {
      const name = basename(target);
      // Directories with the same content are the same tree.
      if (!this.has(name))
        await writeLimiter(() =>
          fs.symlink(target, this.#path('trees/all', name)).catch(ignoreError('EEXIST')),
        );
      this.#names.add(name);
    });
  }
}

/** Runs `work` for all items at once. Waits until all have ended, then throws the first error, if any. */
async function runForAll<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = await Promise.allSettled(items.map(work));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** Arranges the files of a layout in directories. No path of the layout may be below another path. */
function createTree(layout: Layout): Tree {
  const root: Tree = new Map();
  for (const [path, object] of layout) {
    let tree = root;
    const [last = '', ...above] = path.split('/').reverse();
    for (const step of above.reverse()) {
      if (!tree.has(step)) tree.set(step, new Map());
      tree = tree.get(step) as Tree;
    }
    tree.set(last, object);
  }
  return root;
}

function createRandomName(): string {
  return `.unfinished-${randomBytes(8).toString('hex')}`;
}

/** Creates a directory that web servers can read, whatever the umask. */
async function makeDirectory(path: string): Promise<void> {
  await fs.mkdir(path);
  await fs.chmod(path, 0o755);
}

/** Refuses a path at which something other than `kind` exists. Accepts a path at which nothing exists. */
async function checkKind(path: string, kind: string): Promise<void> {
  const stats = await fs.lstat(path).catch(ignoreError('ENOENT'));
  if (stats && describeFileKind(stats) !== kind)
    throw createRefusal(path, `it is ${describeFileKind(stats)} instead of ${kind}`);
}

function createRefusal(path: string, why: string): RegistryError {
  return new RegistryError('bad_request', `Cannot publish in ${path}: ${why}.`);
}

/** Returns a handler that converts errors of these codes to undefined, and throws all others. */
function ignoreError(...codes: string[]) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}
