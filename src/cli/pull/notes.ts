import { constants, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { fileNameProblem } from '../../records/file-name.ts';

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/** What is known of files, by their paths below a folder, kept in a file. */
export class Notes<Note extends object> {
  readonly #path: string;
  readonly #notes: Map<string, Note>;

  /** @param path of the file; what is no note in it is passed over */
  constructor(path: string) {
    this.#path = path;
    this.#notes = new Map(Object.entries(read<Note>(path)).filter(isNote));
  }

  get(of: string): Note | undefined {
    return this.#notes.get(of);
  }

  paths(): string[] {
    return [...this.#notes.keys()];
  }

  /** Kept here also when it cannot be written: then it is written with the next one. */
  set(of: string, note: Note): Promise<void> {
    this.#notes.set(of, note);
    return this.#save();
  }

  async delete(of: string): Promise<void> {
    if (this.#notes.delete(of)) await this.#save();
  }

  #saving: Promise<void> = Promise.resolve();

  /** One after the other, so that the last state is what stays. One that fails holds up no later one. */
  #save(): Promise<void> {
    const saved = this.#saving.then(async () => {
      const unfinished = `${this.#path}.new`;
      {
        await using file = await open(unfinished, O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY);
        await file.writeFile(JSON.stringify(Object.fromEntries(this.#notes)));
        await file.sync();
      }
      await rename(unfinished, this.#path);
    });
    this.#saving = saved.catch(() => {});
    return saved;
  }
}

function read<Note>(path: string): Record<string, Note> {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Nothing was noted yet; without notes, files are read again, and are nobody's to remove.
    return {};
  }
}

/** The file is in a folder that others write in too: nothing in it leads out of that folder. */
function isNote([of, note]: [string, unknown]): boolean {
  return typeof note === 'object' && note !== null && fileNameProblem(of) === null;
}
