import { constants, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { fileNameProblem } from '../../records/file-name.ts';

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/** Notes about files, by path relative to a folder. They are stored in a JSON file. */
export class Notes<Note extends object> {
  readonly #path: string;
  #read: Map<string, Note> | undefined;

  /** @param path path of the JSON file; invalid entries are ignored */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Read at the first use, which is after the folder is locked. Before that, another pull may still be
   * writing notes, and the next write from this process would overwrite them.
   */
  get #notes(): Map<string, Note> {
    this.#read ??= new Map(Object.entries(readJson<Note>(this.#path)).filter(isNote));
    return this.#read;
  }

  get(of: string): Note | undefined {
    return this.#notes.get(of);
  }

  paths(): string[] {
    return [...this.#notes.keys()];
  }

  /**
   * Sets the note about a file. Rejects when the JSON file cannot be written; the note then stays in memory,
   * and the next write includes it.
   */
  set(of: string, note: Note): Promise<void> {
    return this.setAll(new Map([[of, note]]));
  }

  async setAll(notes: ReadonlyMap<string, Note>): Promise<void> {
    for (const [of, note] of notes) this.#notes.set(of, note);
    if (notes.size > 0) await this.#save();
  }

  async delete(of: string): Promise<void> {
    if (this.#notes.delete(of)) await this.#save();
  }

  #saving: Promise<void> = Promise.resolve();

  /**
   * Writes all notes to the JSON file. Writes run one after another, so that the file ends with the newest
   * notes. A failed write does not stop the next one.
   */
  #save(): Promise<void> {
    const savePromise = this.#saving.then(() =>
      replaceFile(this.#path, JSON.stringify(Object.fromEntries(this.#notes))),
    );
    this.#saving = savePromise.catch(() => {});
    return savePromise;
  }
}

/** Replaces a file atomically; does not write through symbolic links. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporaryPath = `${path}.new`;
  {
    await using file = await open(temporaryPath, O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY);
    await file.writeFile(text);
    await file.sync();
  }
  await rename(temporaryPath, path);
}

/** Reads a JSON object written by pull; returns an empty object when it cannot be read. */
function readJson<Note>(path: string): Record<string, Note> {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Without notes, pull reads all files again and --prune removes none.
    return {};
  }
}

/**
 * Returns whether an entry of the JSON file is a note about a path below the folder. Other programs may write
 * to the file.
 */
function isNote([of, note]: [string, unknown]): boolean {
  return typeof note === 'object' && note !== null && fileNameProblem(of) === null;
}
