import { constants, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { findFileNameProblem } from '../../records/file-name.ts';

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/** Notes about files, by path relative to a folder. They are stored in a JSON file. */
export class Notes<Note extends object> {
  readonly #path: string;
  #loadedNotes: Map<string, Note> | undefined;

  /** @param path path of the JSON file; invalid entries are ignored */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * The notes, which are read from the JSON file at the first use. The folder is locked by then; earlier,
   * another pull could still write notes, and this process would overwrite them.
   */
  get #notes(): Map<string, Note> {
    this.#loadedNotes ??= new Map(Object.entries(readJson<Note>(this.#path)).filter(isNote));
    return this.#loadedNotes;
  }

  get(path: string): Note | undefined {
    return this.#notes.get(path);
  }

  paths(): string[] {
    return [...this.#notes.keys()];
  }

  /**
   * Sets the note about a file. Rejects when the JSON file cannot be written; the note then stays in memory,
   * and the next write includes it.
   */
  set(path: string, note: Note): Promise<void> {
    return this.setAll(new Map([[path, note]]));
  }

  async setAll(notes: ReadonlyMap<string, Note>): Promise<void> {
    for (const [path, note] of notes) this.#notes.set(path, note);
    if (notes.size > 0) await this.#save();
  }

  async delete(path: string): Promise<void> {
    if (this.#notes.delete(path)) await this.#save();
  }

  #lastSave: Promise<void> = Promise.resolve();

  /**
   * Writes all notes to the JSON file. Writes run one after another, so that the last one has the newest
   * notes. A failed write does not stop the next one.
   */
  #save(): Promise<void> {
    const savePromise = this.#lastSave.then(() =>
      replaceFile(this.#path, JSON.stringify(Object.fromEntries(this.#notes))),
    );
    this.#lastSave = savePromise.catch(() => {});
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
function isNote([path, note]: [string, unknown]): boolean {
  return typeof note === 'object' && note !== null && findFileNameProblem(path) === null;
}
