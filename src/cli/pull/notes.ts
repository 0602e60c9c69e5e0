import { constants, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { fileNameProblem } from '../../records/file-name.ts';

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/** Notes about files, by path below a folder. They are stored in a JSON file. */
export class Notes<Note extends object> {
  readonly #path: string;
  #read: Map<string, Note> | undefined;

  /** @param path path of the JSON file; entries in it that are no notes are ignored */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Read from the file at the first use, when the folder is locked. Before that, another pull may be writing
   * notes, which the next write from here would lose.
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
   * Writes all notes to the JSON file. A write begins only when the one before has ended, so that the file
   * gets the newest notes at the end. A failed write does not stop the next one.
   */
  #save(): Promise<void> {
    const saved = this.#saving.then(() =>
      writeWhole(this.#path, JSON.stringify(Object.fromEntries(this.#notes))),
    );
    this.#saving = saved.catch(() => {});
    return saved;
  }
}

/** Writes a file so that it has either its content before or the new one, and not through a link. */
async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.new`;
  {
    await using file = await open(unfinished, O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY);
    await file.writeFile(text);
    await file.sync();
  }
  await rename(unfinished, path);
}

/** Reads a JSON object that pull has written; an empty object when that cannot be read. */
function readJson<Note>(path: string): Record<string, Note> {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // No notes yet: files are read again, and --prune removes none of them.
    return {};
  }
}

/**
 * Returns whether an entry of the JSON file is a note about a path below the folder. This check is needed
 * because others may write to the JSON file.
 */
function isNote([of, note]: [string, unknown]): boolean {
  return typeof note === 'object' && note !== null && fileNameProblem(of) === null;
}
